import { describePaths } from "./describe.ts";
import { forwardingModel, forwardingOneModel } from "./models/conversation/forwarding.ts";

describePaths(forwardingModel, forwardingOneModel);
