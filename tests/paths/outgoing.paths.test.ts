import { describePaths } from "./describe.ts";
import { outgoingModel } from "./models/outgoing.ts";

describePaths(outgoingModel);
