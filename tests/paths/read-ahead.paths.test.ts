import { describePaths } from "./describe.ts";
import { prefetchModel } from "./models/inbox/prefetch.ts";

describePaths(prefetchModel);
