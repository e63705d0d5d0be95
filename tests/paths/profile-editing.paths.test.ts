import { describePaths } from "./describe.ts";
import { profileEditingModel } from "./models/profile-editing.ts";

describePaths(profileEditingModel);
