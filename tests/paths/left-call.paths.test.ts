import { describePaths } from "./describe.ts";
import { leftCallModel } from "./models/calls/left-call.ts";

describePaths(leftCallModel);
