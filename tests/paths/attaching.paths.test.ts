import { describePaths } from "./describe.ts";
import { attachingModel } from "./models/composer/attachments.ts";

describePaths(attachingModel);
