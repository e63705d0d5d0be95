import { describePaths } from "./describe.ts";
import { applicationsModel } from "./models/applications.ts";

describePaths(applicationsModel);
