import { describePaths } from "./describe.ts";
import { dividerModel, readingModel } from "./models/conversation/read-state.ts";

describePaths(readingModel, dividerModel);
