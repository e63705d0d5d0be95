import { describePaths } from "./describe.ts";
import { talkModel } from "./models/talk.ts";

describePaths(talkModel);
