import { describePaths } from "./describe.ts";
import { selectionModel } from "./models/selection.ts";

describePaths(selectionModel);
