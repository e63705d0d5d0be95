import { describeRoom } from "./describe.ts";

describeRoom("people");
