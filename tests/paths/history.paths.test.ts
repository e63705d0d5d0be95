import { describePaths } from "./describe.ts";
import { historyAtMessageModel, historyModel } from "./models/conversation/history.ts";

describePaths(historyModel, historyAtMessageModel);
