import { describePaths } from "./describe.ts";
import { linkModel } from "./models/link.ts";

describePaths(linkModel);
