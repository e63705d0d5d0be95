import { describePaths } from "./describe.ts";
import { leftCallModel } from "./models/left-call.ts";

describePaths(leftCallModel);
