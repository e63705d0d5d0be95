import { describePaths } from "./describe.ts";
import { holdingsModel } from "./models/holdings.ts";

describePaths(holdingsModel);
