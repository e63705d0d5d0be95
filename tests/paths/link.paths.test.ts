import { describePaths } from "./describe.ts";
import { connectionModel } from "./models/session/connection.ts";

describePaths(connectionModel);
