import { describePaths } from "./describe.ts";
import { messageActionsModel } from "./models/message-actions.ts";

describePaths(messageActionsModel);
