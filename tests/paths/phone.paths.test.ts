import { describePaths } from "./describe.ts";
import { callManagerModel } from "./models/calls/call-manager.ts";

describePaths(callManagerModel);
