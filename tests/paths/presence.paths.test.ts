import { describePaths } from "./describe.ts";
import { presenceModel } from "./models/presence.ts";

describePaths(presenceModel);
