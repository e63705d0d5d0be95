import { describePaths } from "./describe.ts";
import { signInModel } from "./models/session/sign-in.ts";

describePaths(signInModel);
