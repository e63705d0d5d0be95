import { describePaths } from "./describe.ts";
import { sessionModel } from "./models/session/session.ts";

describePaths(sessionModel);
