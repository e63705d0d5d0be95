import { describePaths } from "./describe.ts";
import { callReceiptsModel } from "./models/callReceipts.ts";

describePaths(callReceiptsModel);
