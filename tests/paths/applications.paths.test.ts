import { describePaths } from "./describe.ts";
import { applicationsModel } from "./models/people/contact-requests.ts";

describePaths(applicationsModel);
