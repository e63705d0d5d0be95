import { describeRoom } from "./describe.ts";

describeRoom("session");
