import { describePaths } from "./describe.ts";
import { messengerAtChatModel, messengerModel } from "./models/messenger.ts";

describePaths(messengerModel, messengerAtChatModel);
