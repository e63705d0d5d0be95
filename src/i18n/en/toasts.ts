import type { ToastKey } from "../../../machines/domain/toast.ts";
import { failures } from "./failures.ts";

/** All toasts. A section that loads later replaces the one that the sign-in page has. */
export const toasts = {
  messageTip: {
    ...failures.messageTip,
    getHistoryFailed: "Failed to get history messages",
    copyFailed: "Copy failed",
    copied: "Copied",
    chatsCleared: "All chat history was cleared",
    groupLeft: "You left the group",
    groupDismissed: "The group was dismissed",
    invited: "Invitation sent",
    tooManyChosen: "You can choose up to 100 messages",
    forwarded: "Forwarded",
    recalled: "The message was recalled",
    applicationSent: "Request sent",
    groupJoined: "You joined the group",
    callNoAnswer: "No answer",
    alreadyInCall: "You are already in a call",
    callBusy: "The line is busy",
    callDeclined: "Call declined",
    callFailed: "Couldn't connect the call. Check your network and try again.",
    callLost: "The connection was lost",
    callOver: "The call is over",
    callAnsweredElsewhere: "Answered on another device",
    codeUnknown: "Not a Parley QR code",
    codeMissing: "No QR code found in this picture",
  } satisfies Record<ToastKey, string>,

  change: {
    failed: "Your last change wasn't saved: {{failure}}",
    requestFailed: "Your request wasn't sent: {{failure}}",
    groupFailed: "The new group wasn't created: {{failure}}",
  },
} as const;
