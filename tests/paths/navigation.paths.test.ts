import { describePaths } from "./describe.ts";
import { navigationModel } from "./models/app/navigation.ts";

describePaths(navigationModel);
