import { describePaths } from "./describe.ts";
import { pagesAtCallsModel, pagesAtScanModel, pagesModel } from "./models/pages.ts";

describePaths(pagesModel, pagesAtCallsModel, pagesAtScanModel);
