import { describeRoom } from "./describe.ts";

describeRoom("calls");
