import { describePaths } from "./describe.ts";
import { findingGroupsModel, findingModel } from "./models/finding.ts";

describePaths(findingModel, findingGroupsModel);
