import { describePaths } from "./describe.ts";
import { callListModel } from "./models/callList.ts";

describePaths(callListModel);
