import { describePaths } from "./describe.ts";
import { registrationModel } from "./models/registration.ts";

describePaths(registrationModel);
