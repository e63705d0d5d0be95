import { describePaths } from "./describe.ts";
import { pagesAtGroupModel, pagesModel } from "./models/app/route-scopes.ts";

describePaths(pagesModel, pagesAtGroupModel);
