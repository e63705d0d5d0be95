import { describePaths } from "./describe.ts";
import { holdingsModel } from "./models/media/shared-media.ts";

describePaths(holdingsModel);
