import { describeRoom } from "./describe.ts";

describeRoom("media");
