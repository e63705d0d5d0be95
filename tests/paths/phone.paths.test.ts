import { describePaths } from "./describe.ts";
import { phoneModel } from "./models/calls/call-manager.ts";

describePaths(phoneModel);
