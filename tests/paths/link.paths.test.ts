import { describePaths } from "./describe.ts";
import { linkModel } from "./models/session/connection.ts";

describePaths(linkModel);
