import { describePaths } from "./describe.ts";
import { profileDetailsModel } from "./models/profile-details.ts";

describePaths(profileDetailsModel);
