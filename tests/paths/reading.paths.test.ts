import { describePaths } from "./describe.ts";
import { dividerModel, readStateModel } from "./models/conversation/read-state.ts";

describePaths(readStateModel, dividerModel);
