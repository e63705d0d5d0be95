import { describePaths } from "./describe.ts";
import { callRoomModel } from "./models/calls/call-room.ts";

describePaths(callRoomModel);
