import { describePaths } from "./describe.ts";
import { applicationModel, groupApplicationModel, openGroupModel } from "./models/people/contact-request.ts";

describePaths(applicationModel, groupApplicationModel, openGroupModel);
