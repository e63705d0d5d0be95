import * as charts from "../../../tools/charts/inspector/sender/sender.ts";
import { redactionOf } from "./redaction.ts";

type SenderOptions = Omit<charts.SenderOptions, "redaction"> & {
  /** Whether the users' texts may be shown. */
  showsTexts: boolean;
};

/** A sender that hides what Parley keeps secret. */
export function createSender({ showsTexts, ...options }: SenderOptions): charts.Sender {
  return charts.createSender({ ...options, redaction: redactionOf({ showsTexts }) });
}
