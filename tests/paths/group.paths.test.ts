import { describePaths } from "./describe.ts";
import { groupModel } from "./models/groups/group.ts";

describePaths(groupModel);
