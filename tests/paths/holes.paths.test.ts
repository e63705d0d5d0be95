import { describePaths } from "./describe.ts";
import { holesModel } from "./models/holes.ts";

describePaths(holesModel);
