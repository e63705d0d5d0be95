import { describePaths } from "./describe.ts";
import { jumpHistoryAtMessageModel, jumpHistoryModel } from "./models/conversation/jump-history.ts";

describePaths(jumpHistoryModel, jumpHistoryAtMessageModel);
