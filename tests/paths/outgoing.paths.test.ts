import { describePaths } from "./describe.ts";
import { outgoingModel, outgoingRestoredModel } from "./models/outgoing.ts";
import { outgoingPictureModel } from "./models/outgoing-picture.ts";

describePaths(outgoingModel, outgoingRestoredModel, outgoingPictureModel);
