import { describePaths } from "./describe.ts";
import { accountSetupModel, passwordResetModel } from "./models/session/account-setup.ts";

describePaths(accountSetupModel, passwordResetModel);
