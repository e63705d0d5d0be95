import { describePaths } from "./describe.ts";
import { emojisModel } from "./models/emojis.ts";

describePaths(emojisModel);
