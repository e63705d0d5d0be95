import { describePaths } from "./describe.ts";
import { calleeByGlareModel, calleeModel } from "./models/callee.ts";

describePaths(calleeModel, calleeByGlareModel);
