import { describePaths } from "./describe.ts";
import { directorySearchGroupsModel, directorySearchModel } from "./models/people/directory-search.ts";

describePaths(directorySearchModel, directorySearchGroupsModel);
