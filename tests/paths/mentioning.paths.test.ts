import { describePaths } from "./describe.ts";
import { mentionPickerModel } from "./models/composer/mention-picker.ts";

describePaths(mentionPickerModel);
