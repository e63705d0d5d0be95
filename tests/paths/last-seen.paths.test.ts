import { describePaths } from "./describe.ts";
import { lastSeenModel } from "./models/inbox/cached-chats.ts";

describePaths(lastSeenModel);
