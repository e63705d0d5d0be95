import { describePaths } from "./describe.ts";
import { dividerModel, readingModel } from "./models/reading.ts";

describePaths(readingModel, dividerModel);
