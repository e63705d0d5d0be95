import { describePaths } from "./describe.ts";
import {
  deletingModel,
  messageActionModel,
  revokingPictureModel,
} from "./models/conversation/message-action.ts";

describePaths(messageActionModel, deletingModel, revokingPictureModel);
