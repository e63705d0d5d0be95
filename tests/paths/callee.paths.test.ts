import { describePaths } from "./describe.ts";
import { calleeByGlareModel, calleeModel } from "./models/calls/callee.ts";

describePaths(calleeModel, calleeByGlareModel);
