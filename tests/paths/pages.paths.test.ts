import { describePaths } from "./describe.ts";
import { pagesAtCallsModel, pagesAtGroupModel, pagesModel } from "./models/pages.ts";

describePaths(pagesModel, pagesAtCallsModel, pagesAtGroupModel);
import { pagesAtCallsModel, pagesAtSearchModel, pagesModel } from "./models/pages.ts";

describePaths(pagesModel, pagesAtCallsModel, pagesAtSearchModel);
