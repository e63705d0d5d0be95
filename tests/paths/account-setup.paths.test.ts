import { describePaths } from "./describe.ts";
import { accountSetupModel, passwordResetModel } from "./models/account-setup.ts";

describePaths(accountSetupModel, passwordResetModel);
