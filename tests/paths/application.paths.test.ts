import { describePaths } from "./describe.ts";
import {
  contactRequestModel,
  groupContactRequestModel,
  openGroupModel,
} from "./models/people/contact-request.ts";

describePaths(contactRequestModel, groupContactRequestModel, openGroupModel);
