import { describePaths } from "./describe.ts";
import { conversationsModel } from "./models/inbox/conversations.ts";

describePaths(conversationsModel);
