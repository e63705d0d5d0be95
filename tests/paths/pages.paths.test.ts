import { describePaths } from "./describe.ts";
import {
  pagesAtAskingModel,
  pagesAtCallsModel,
  pagesAtGroupModel,
  pagesAtScanModel,
  pagesAtSearchModel,
  pagesModel,
} from "./models/pages.ts";

describePaths(
  pagesModel,
  pagesAtCallsModel,
  pagesAtScanModel,
  pagesAtSearchModel,
  pagesAtAskingModel,
  pagesAtGroupModel,
);
