import { describePaths } from "./describe.ts";
import { groupMessageActionsModel, messageActionsModel } from "./models/conversation/message-menu.ts";

describePaths(messageActionsModel, groupMessageActionsModel);
