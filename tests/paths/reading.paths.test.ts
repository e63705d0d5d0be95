import { describePaths } from "./describe.ts";
import { readingModel } from "./models/reading.ts";

describePaths(readingModel);
