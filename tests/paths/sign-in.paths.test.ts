import { describePaths } from "./describe.ts";
import { signInModel } from "./models/sign-in.ts";

describePaths(signInModel);
