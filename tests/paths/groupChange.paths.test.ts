import { describePaths } from "./describe.ts";
import { groupChangeModel } from "./models/group-change.ts";

describePaths(groupChangeModel);
