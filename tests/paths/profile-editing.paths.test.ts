import { describePaths } from "./describe.ts";
import { profileEditingModel } from "./models/people/profile-editing.ts";

describePaths(profileEditingModel);
