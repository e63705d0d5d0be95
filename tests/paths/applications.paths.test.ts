import { describePaths } from "./describe.ts";
import { contactRequestsModel } from "./models/people/contact-requests.ts";

describePaths(contactRequestsModel);
