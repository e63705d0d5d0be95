import { describePaths } from "./describe.ts";
import { signedInAtCallsModel, signedInAtChatModel, signedInModel } from "./models/session/signed-in.ts";

describePaths(signedInModel, signedInAtChatModel, signedInAtCallsModel);
