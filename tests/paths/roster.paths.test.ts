import { describePaths } from "./describe.ts";
import { rosterModel } from "./models/roster.ts";

describePaths(rosterModel);
