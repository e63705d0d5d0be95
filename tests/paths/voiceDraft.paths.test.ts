import { describePaths } from "./describe.ts";
import { voiceDraftModel } from "./models/composer/voice-draft.ts";

describePaths(voiceDraftModel);
