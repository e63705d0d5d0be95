import { describePaths } from "./describe.ts";
import { outgoingModel } from "./models/outgoing.ts";
import { outgoingPictureModel } from "./models/outgoing-picture.ts";

describePaths(outgoingModel, outgoingPictureModel);
