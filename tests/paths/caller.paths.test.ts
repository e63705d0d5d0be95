import { describePaths } from "./describe.ts";
import { callerModel } from "./models/calls/caller.ts";

describePaths(callerModel);
