import { describePaths } from "./describe.ts";
import { jumpsAtMessageModel, jumpsModel } from "./models/jumps.ts";

describePaths(jumpsModel, jumpsAtMessageModel);
