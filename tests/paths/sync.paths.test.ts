import { describePaths } from "./describe.ts";
import { syncModel } from "./models/session/sync.ts";

describePaths(syncModel);
