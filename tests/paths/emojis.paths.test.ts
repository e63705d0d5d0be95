import { describePaths } from "./describe.ts";
import { emojisModel } from "./models/composer/emoji-panel.ts";

describePaths(emojisModel);
