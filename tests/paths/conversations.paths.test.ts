import { describePaths } from "./describe.ts";
import { conversationsModel } from "./models/conversations.ts";

describePaths(conversationsModel);
