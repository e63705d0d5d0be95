import { describeRoom } from "./describe.ts";

describeRoom("inbox");
