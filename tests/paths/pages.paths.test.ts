import { describePaths } from "./describe.ts";
import { routeScopesAtGroupModel, routeScopesModel } from "./models/app/route-scopes.ts";

describePaths(routeScopesModel, routeScopesAtGroupModel);
