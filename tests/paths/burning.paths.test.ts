import { describePaths } from "./describe.ts";
import { burningModel } from "./models/conversation/disappearing-messages.ts";

describePaths(burningModel);
