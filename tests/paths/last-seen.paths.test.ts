import { describePaths } from "./describe.ts";
import { cachedChatsModel } from "./models/inbox/cached-chats.ts";

describePaths(cachedChatsModel);
