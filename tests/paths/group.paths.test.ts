import { describePaths } from "./describe.ts";
import { groupModel } from "./models/group.ts";

describePaths(groupModel);
