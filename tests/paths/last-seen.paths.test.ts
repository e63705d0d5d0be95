import { describePaths } from "./describe.ts";
import { lastSeenModel } from "./models/last-seen.ts";

describePaths(lastSeenModel);
