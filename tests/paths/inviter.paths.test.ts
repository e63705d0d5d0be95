import { describePaths } from "./describe.ts";
import { inviterModel } from "./models/calls/inviter.ts";

describePaths(inviterModel);
