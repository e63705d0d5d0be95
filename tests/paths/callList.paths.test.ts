import { describePaths } from "./describe.ts";
import { callListModel } from "./models/calls/call-list.ts";

describePaths(callListModel);
