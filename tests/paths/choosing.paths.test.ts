import { describePaths } from "./describe.ts";
import { choosingModel, choosingWithAnnaModel, invitingModel } from "./models/groups/member-picker.ts";

describePaths(choosingModel, invitingModel, choosingWithAnnaModel);
