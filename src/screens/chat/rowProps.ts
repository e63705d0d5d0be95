import type { MergedHistory, Voice } from "../../../machines/domain/attachment.ts";
import type { Message } from "../../../machines/domain/message.ts";
import type { Naming } from "../../shell/names.ts";
import type { MessageRowData } from "./rows.ts";

/** Actions for all messages of the log. The object keeps its identity while the log is open. */
export interface MessageRowActions {
  openMenu: (message: Message) => void;
  retry: (message: Message) => void;
  cancelUpload: (message: Message) => void;
  /** Starts a reply, if the user may write here. */
  reply: (message: Message) => void;
  /** Moves the focus to the composer. */
  write: () => void;
  /** Scrolls to the quoted message. The user can return to the reply `replyID`. */
  showQuoted: (clientMsgID: string, replyID: string) => void;
  /** Removes the highlight of the message that was scrolled to. */
  forgetFound: () => void;
  openMerged: (merged: MergedHistory) => void;
  openMedia: (message: Message) => void;
  /** Plays a voice message and then the following ones that the user has not heard. */
  playVoice: (clientMsgID: string, voice: Voice) => void;
  fillHoles: () => void;
  fold: (clientMsgID: string, isFolded: boolean) => void;
}

export interface MessageRowProps extends MessageRowData {
  selfID: string;
  /** Resolves names of users in this chat. The object keeps its identity while the chat is open. */
  naming: Naming;
  /** It was just scrolled to and is highlighted. */
  isFound: boolean;
  /** A long text is shown in full. */
  isUnfolded: boolean;
  /** It has no menu and no actions. */
  isInert?: boolean;
  actions: MessageRowActions;
}
