import { describePaths } from "./describe.ts";
import { talkModel } from "./models/calls/call-room.ts";

describePaths(talkModel);
