import { describePaths } from "./describe.ts";
import { voiceDraftModel } from "./models/voiceDraft.ts";

describePaths(voiceDraftModel);
