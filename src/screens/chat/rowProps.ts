import type { Voice } from "../../../machines/domain/attachment.ts";
import type { MergedHistory, Message } from "../../../machines/domain/message.ts";
import type { Point } from "../../components/point.ts";
import type { Naming } from "../../shell/names.ts";
import type { MessageRowData } from "./rows.ts";

/** The object keeps its identity while the log is open. */
export interface MessageRowActions {
  openMenu: (message: Message, at: Point) => void;
  retry: (message: Message) => void;
  cancelUpload: (message: Message) => void;
  reply: (message: Message) => void;
  write: () => void;
  /** Scrolls to the quoted message. The user can return to the reply `replyID`. */
  showQuoted: (clientMsgID: string, replyID: string) => void;
  /** Removes the highlight of a found message. */
  forgetFound: () => void;
  openMerged: (clientMsgID: string, merged: MergedHistory) => void;
  openMedia: (message: Message) => void;
  /** Then plays the following ones that the user has not heard. */
  playVoice: (clientMsgID: string, voice: Voice) => void;
  fillGaps: () => void;
  fold: (clientMsgID: string, isFolded: boolean) => void;
}

export interface MessageRowProps extends MessageRowData {
  selfID: string;
  /** The object keeps its identity while the chat is open. */
  naming: Naming;
  /** The clientMsgID of the highlighted message of the row, to which the log just scrolled. */
  foundID: string | null;
  /** Whether the whole text or caption is shown. */
  isUnfolded: boolean;
  /** Without menu and actions. */
  isInert?: boolean;
  actions: MessageRowActions;
}
