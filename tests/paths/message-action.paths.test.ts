import { describePaths } from "./describe.ts";
import { deletingModel, messageActionModel, revokingPictureModel } from "./models/message-action.ts";

describePaths(messageActionModel, deletingModel, revokingPictureModel);
