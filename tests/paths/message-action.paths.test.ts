import { describePaths } from "./describe.ts";
import { copyingModel, deletingModel, messageActionModel } from "./models/message-action.ts";

describePaths(messageActionModel, deletingModel, copyingModel);
