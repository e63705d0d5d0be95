import { describePaths } from "./describe.ts";
import { syncModel } from "./models/sync.ts";

describePaths(syncModel);
