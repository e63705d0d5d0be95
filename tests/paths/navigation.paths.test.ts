import { describePaths } from "./describe.ts";
import { navigationModel } from "./models/navigation.ts";

describePaths(navigationModel);
