import { describePaths } from "./describe.ts";
import { readAheadModel } from "./models/inbox/prefetch.ts";

describePaths(readAheadModel);
