import { describeRoom } from "./describe.ts";

describeRoom("outbox");
