import { describePaths } from "./describe.ts";
import { pagesAtCallsModel, pagesModel } from "./models/pages.ts";

describePaths(pagesModel, pagesAtCallsModel);
