import { describePaths } from "./describe.ts";
import { forwardingModel, forwardingOneModel } from "./models/forwarding.ts";

describePaths(forwardingModel, forwardingOneModel);
