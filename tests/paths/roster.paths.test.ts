import { describePaths } from "./describe.ts";
import { rosterModel } from "./models/people/member-directory.ts";

describePaths(rosterModel);
