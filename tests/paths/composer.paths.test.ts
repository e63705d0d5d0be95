import { describeRoom } from "./describe.ts";

describeRoom("composer");
