import { describePaths } from "./describe.ts";
import { groupMessageActionsModel, messageActionsModel } from "./models/message-actions.ts";

describePaths(messageActionsModel, groupMessageActionsModel);
