import { describePaths } from "./describe.ts";
import { sharedMediaModel } from "./models/media/shared-media.ts";

describePaths(sharedMediaModel);
