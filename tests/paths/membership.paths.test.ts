import { describePaths } from "./describe.ts";
import { membershipModel } from "./models/conversation/membership.ts";

describePaths(membershipModel);
