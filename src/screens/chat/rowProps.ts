import type { MergedHistory, Voice } from "../../../machines/domain/attachment.ts";
import type { Message } from "../../../machines/domain/message.ts";
import type { Naming } from "../../shell/names.ts";
import type { MessageRowData } from "./rows.ts";

/** What can be done with any message of the log; the same object for as long as the log lives. */
export interface MessageRowActions {
  openMenu: (message: Message) => void;
  retry: (message: Message) => void;
  cancelUpload: (message: Message) => void;
  /** Begins a reply to it, where something may be written. */
  reply: (message: Message) => void;
  /** The person goes on in the composer. */
  write: () => void;
  /** Scrolls to the message a reply points at, which one can come back to. */
  showQuoted: (clientMsgID: string, replyID: string) => void;
  /** The message that was scrolled to has been seen. */
  forgetFound: () => void;
  /** Shows a forwarded piece of history. */
  openMerged: (merged: MergedHistory) => void;
  /** Shows its picture or video on the whole screen. */
  openMedia: (message: Message) => void;
  /** Plays a voice message, and after it those that follow and were not heard yet. */
  playVoice: (clientMsgID: string, voice: Voice) => void;
  /** Asks for missing messages once more. */
  fillHoles: () => void;
  /** Shows the rest of a long message, or folds it again. */
  fold: (clientMsgID: string, isFolded: boolean) => void;
}

export interface MessageRowProps extends MessageRowData {
  /** The signed-in person's user id. */
  selfID: string;
  /** Where the people in the chat have their names from; the same object for as long as the chat is. */
  naming: Naming;
  /** It was just scrolled to and shows itself. */
  isFound: boolean;
  /** Its text is shown whole, however long. */
  isUnfolded: boolean;
  /** Nothing can be done with it: it has no menu. */
  isInert?: boolean;
  actions: MessageRowActions;
}
