import { describePaths } from "./describe.ts";
import { messengerAtCallsModel, messengerAtChatModel, messengerModel } from "./models/messenger.ts";

describePaths(messengerModel, messengerAtChatModel, messengerAtCallsModel);
