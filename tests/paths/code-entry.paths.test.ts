import { describePaths } from "./describe.ts";
import { codeEntryAfterReloadModel, codeEntryModel } from "./models/code-entry.ts";

describePaths(codeEntryModel, codeEntryAfterReloadModel);
