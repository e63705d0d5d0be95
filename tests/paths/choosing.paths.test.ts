import { describePaths } from "./describe.ts";
import { choosingModel, choosingWithAnnaModel, invitingModel } from "./models/choosing.ts";

describePaths(choosingModel, invitingModel, choosingWithAnnaModel);
