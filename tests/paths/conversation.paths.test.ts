import { describePaths } from "./describe.ts";
import { conversationModel } from "./models/conversation.ts";

describePaths(conversationModel);
