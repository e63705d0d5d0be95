import { describePaths } from "./describe.ts";
import { deletingModel, messageActionModel } from "./models/message-action.ts";

describePaths(messageActionModel, deletingModel);
