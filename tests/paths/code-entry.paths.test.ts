import { describePaths } from "./describe.ts";
import { codeEntryModel } from "./models/code-entry.ts";

describePaths(codeEntryModel);
