import { describePaths } from "./describe.ts";
import { historyAtMessageModel, historyModel } from "./models/history.ts";

describePaths(historyModel, historyAtMessageModel);
