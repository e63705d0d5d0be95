import { describePaths } from "./describe.ts";
import { historyModel } from "./models/history.ts";

describePaths(historyModel);
