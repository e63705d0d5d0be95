import { describePaths } from "./describe.ts";
import { localSearchModel } from "./models/people/local-search.ts";

describePaths(localSearchModel);
