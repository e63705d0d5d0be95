import { describePaths } from "./describe.ts";
import { callerModel } from "./models/caller.ts";

describePaths(callerModel);
