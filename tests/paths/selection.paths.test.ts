import { describePaths } from "./describe.ts";
import { selectionModel } from "./models/conversation/selection.ts";

describePaths(selectionModel);
