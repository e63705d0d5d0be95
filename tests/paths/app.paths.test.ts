import { describeRoom } from "./describe.ts";

describeRoom("app");
