import { describePaths } from "./describe.ts";
import { conversationModel } from "./models/conversation/conversation.ts";

describePaths(conversationModel);
