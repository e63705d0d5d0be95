import { describePaths } from "./describe.ts";
import { mentioningModel } from "./models/composer/mention-picker.ts";

describePaths(mentioningModel);
