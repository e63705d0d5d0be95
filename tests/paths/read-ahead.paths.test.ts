import { describePaths } from "./describe.ts";
import { readAheadModel } from "./models/read-ahead.ts";

describePaths(readAheadModel);
