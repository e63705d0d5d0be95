import { describePaths } from "./describe.ts";
import { codeEntryAfterReloadModel, codeEntryModel } from "./models/session/code-entry.ts";

describePaths(codeEntryModel, codeEntryAfterReloadModel);
