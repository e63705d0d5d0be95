import { describePaths } from "./describe.ts";
import { userProfileModel } from "./models/people/user-profile.ts";

describePaths(userProfileModel);
