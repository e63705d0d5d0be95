import * as v from "valibot";
import { Verification } from "../protocol/constants.ts";
import { kept, name } from "./endpoint.ts";

const text = (length: number) => kept(v.pipe(v.string(), v.maxLength(length)));
const onOff = kept(v.picklist([0, 1]));

export const groupFields = {
  groupName: kept(name),
  notification: text(4096),
  introduction: text(4096),
  faceURL: text(4096),
  ex: text(4096),
  needVerification: kept(v.picklist([Verification.strangers, Verification.all, Verification.none])),
  lookMemberInfo: onOff,
  applyMemberFriend: onOff,
};
