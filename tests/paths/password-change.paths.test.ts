import { describePaths } from "./describe.ts";
import { passwordChangeModel } from "./models/password-change.ts";

describePaths(passwordChangeModel);
