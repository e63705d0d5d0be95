import { describePaths } from "./describe.ts";
import { applicationModel, groupApplicationModel, openGroupModel } from "./models/application.ts";

describePaths(applicationModel, groupApplicationModel, openGroupModel);
