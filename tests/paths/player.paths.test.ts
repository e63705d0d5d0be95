import { describePaths } from "./describe.ts";
import { playerModel } from "./models/media/voice-player.ts";

describePaths(playerModel);
