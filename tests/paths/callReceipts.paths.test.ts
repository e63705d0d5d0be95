import { describePaths } from "./describe.ts";
import { callReceiptsModel } from "./models/calls/call-receipts.ts";

describePaths(callReceiptsModel);
