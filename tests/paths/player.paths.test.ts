import { describePaths } from "./describe.ts";
import { voicePlayerModel } from "./models/media/voice-player.ts";

describePaths(voicePlayerModel);
