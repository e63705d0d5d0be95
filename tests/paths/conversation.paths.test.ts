import { describeRoom } from "./describe.ts";

describeRoom("conversation");
