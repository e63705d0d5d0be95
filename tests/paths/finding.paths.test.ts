import { describePaths } from "./describe.ts";
import { findingGroupsModel, findingModel } from "./models/people/directory-search.ts";

describePaths(findingModel, findingGroupsModel);
