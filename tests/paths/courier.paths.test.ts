import { describePaths } from "./describe.ts";
import { signalQueueModel } from "./models/calls/signal-queue.ts";

describePaths(signalQueueModel);
