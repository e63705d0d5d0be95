import { describePaths } from "./describe.ts";
import { sessionModel } from "./models/session.ts";

describePaths(sessionModel);
