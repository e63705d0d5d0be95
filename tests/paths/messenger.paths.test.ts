import { describePaths } from "./describe.ts";
import { messengerAtCallsModel, messengerAtChatModel, messengerModel } from "./models/session/signed-in.ts";

describePaths(messengerModel, messengerAtChatModel, messengerAtCallsModel);
