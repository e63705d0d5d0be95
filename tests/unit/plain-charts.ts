import type { ChartWithoutModel } from "../paths/models/without-model.ts";
import { clipboardTests } from "./app/clipboard.ts";
import { emojiPanelTests } from "./composer/emoji-panel.ts";
import { jumpHistoryTests } from "./conversation/jump-history.ts";
import { waitingRecordingsTests } from "./inbox/waiting-recordings.ts";
import type { PlainTests } from "./plain-tests.ts";

export const plainCharts: Record<ChartWithoutModel, PlainTests> = {
  groupCall: { open: () => Promise.reject(new Error("not written")), tests: {} },
  groupRoom: { open: () => Promise.reject(new Error("not written")), tests: {} },
  invitee: { open: () => Promise.reject(new Error("not written")), tests: {} },
  meeting: { open: () => Promise.reject(new Error("not written")), tests: {} },
  clipboard: clipboardTests,
  emojiPanel: emojiPanelTests,
  jumpHistory: jumpHistoryTests,
  waitingRecordings: waitingRecordingsTests,
};
