import { describePaths } from "./describe.ts";
import { outgoingMessageModel, outgoingMessageRestoredModel } from "./models/outbox/outgoing-message.ts";
import { outgoingPictureModel } from "./models/outbox/outgoing-picture.ts";

describePaths(outgoingMessageModel, outgoingMessageRestoredModel, outgoingPictureModel);
