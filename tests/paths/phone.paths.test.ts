import { describePaths } from "./describe.ts";
import { phoneModel } from "./models/phone.ts";

describePaths(phoneModel);
