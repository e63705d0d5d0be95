import { describePaths } from "./describe.ts";
import { choosingModel, invitingModel } from "./models/choosing.ts";

describePaths(choosingModel, invitingModel);
