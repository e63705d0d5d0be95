import { describePaths } from "./describe.ts";
import { emojiPanelModel } from "./models/composer/emoji-panel.ts";

describePaths(emojiPanelModel);
