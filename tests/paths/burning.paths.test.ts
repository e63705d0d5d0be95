import { describePaths } from "./describe.ts";
import { disappearingMessagesModel } from "./models/conversation/disappearing-messages.ts";

describePaths(disappearingMessagesModel);
