import { describePaths } from "./describe.ts";
import { attachmentsModel } from "./models/composer/attachments.ts";

describePaths(attachmentsModel);
