import { describePaths } from "./describe.ts";
import { spokenModel } from "./models/inbox/waiting-recordings.ts";

describePaths(spokenModel);
