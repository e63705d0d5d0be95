import { describePaths } from "./describe.ts";
import { jumpsAtMessageModel, jumpsModel } from "./models/conversation/jump-history.ts";

describePaths(jumpsModel, jumpsAtMessageModel);
