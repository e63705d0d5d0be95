import { describePaths } from "./describe.ts";
import { courierModel } from "./models/calls/signal-queue.ts";

describePaths(courierModel);
