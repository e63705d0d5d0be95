import { describePaths } from "./describe.ts";
import { personModel } from "./models/people/user-profile.ts";

describePaths(personModel);
