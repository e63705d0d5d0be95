import { describePaths } from "./describe.ts";
import { membershipModel } from "./models/membership.ts";

describePaths(membershipModel);
