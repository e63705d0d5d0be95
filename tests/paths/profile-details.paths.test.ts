import { describePaths } from "./describe.ts";
import { profileDetailsModel } from "./models/session/profile-details.ts";

describePaths(profileDetailsModel);
