import { describePaths } from "./describe.ts";
import {
  invitingModel,
  memberPickerModel,
  memberPickerWithAnnaModel,
} from "./models/groups/member-picker.ts";

describePaths(memberPickerModel, invitingModel, memberPickerWithAnnaModel);
