import { describePaths } from "./describe.ts";
import { messengerModel } from "./models/messenger.ts";

describePaths(messengerModel);
