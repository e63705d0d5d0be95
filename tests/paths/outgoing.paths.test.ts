import { describePaths } from "./describe.ts";
import { outgoingModel, outgoingRestoredModel } from "./models/outbox/outgoing-message.ts";
import { outgoingPictureModel } from "./models/outbox/outgoing-picture.ts";

describePaths(outgoingModel, outgoingRestoredModel, outgoingPictureModel);
