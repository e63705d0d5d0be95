import { describeRoom } from "./describe.ts";

describeRoom("groups");
