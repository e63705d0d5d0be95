import { describePaths } from "./describe.ts";
import { attachingModel } from "./models/attaching.ts";

describePaths(attachingModel);
