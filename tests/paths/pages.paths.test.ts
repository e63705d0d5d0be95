import { describePaths } from "./describe.ts";
import { pagesAtGroupModel, pagesModel } from "./models/pages.ts";

describePaths(pagesModel, pagesAtGroupModel);
