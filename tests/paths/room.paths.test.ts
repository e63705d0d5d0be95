import { describePaths } from "./describe.ts";
import { roomModel } from "./models/calls/media-session.ts";

describePaths(roomModel);
