import { describePaths } from "./describe.ts";
import { presenceModel } from "./models/people/presence.ts";

describePaths(presenceModel);
