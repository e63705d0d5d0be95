import { describePaths } from "./describe.ts";
import { groupMessageMenuModel, messageMenuModel } from "./models/conversation/message-menu.ts";

describePaths(messageMenuModel, groupMessageMenuModel);
