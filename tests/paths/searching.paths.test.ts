import { describePaths } from "./describe.ts";
import { searchingModel } from "./models/people/local-search.ts";

describePaths(searchingModel);
