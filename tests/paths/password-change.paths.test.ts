import { describePaths } from "./describe.ts";
import { passwordChangeModel } from "./models/session/password-change.ts";

describePaths(passwordChangeModel);
