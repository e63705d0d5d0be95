import { describePaths } from "./describe.ts";
import { holesModel } from "./models/conversation/history-gaps.ts";

describePaths(holesModel);
