import { describePaths } from "./describe.ts";
import { historyGapsModel } from "./models/conversation/history-gaps.ts";

describePaths(historyGapsModel);
