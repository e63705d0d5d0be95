import { describePaths } from "./describe.ts";
import { registrationModel } from "./models/session/registration.ts";

describePaths(registrationModel);
