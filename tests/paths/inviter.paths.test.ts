import { describePaths } from "./describe.ts";
import { inviterModel } from "./models/inviter.ts";

describePaths(inviterModel);
