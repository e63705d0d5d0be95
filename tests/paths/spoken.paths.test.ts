import { describePaths } from "./describe.ts";
import { spokenModel } from "./models/spoken.ts";

describePaths(spokenModel);
