import { describePaths } from "./describe.ts";
import { mediaSessionModel } from "./models/calls/media-session.ts";

describePaths(mediaSessionModel);
