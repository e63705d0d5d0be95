import { describePaths } from "./describe.ts";
import { searchingModel } from "./models/searching.ts";

describePaths(searchingModel);
