import { describePaths } from "./describe.ts";
import { memberDirectoryModel } from "./models/people/member-directory.ts";

describePaths(memberDirectoryModel);
