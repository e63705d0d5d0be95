import { describePaths } from "./describe.ts";
import { groupChangeModel } from "./models/groups/group-change.ts";

describePaths(groupChangeModel);
