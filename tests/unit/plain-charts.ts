import type { ChartName } from "../../machines/index.ts";
import type { ChartWithoutModel } from "../paths/models/without-model.ts";
import { appTests } from "./app/app.ts";
import { appUpdateTests } from "./app/app-update.ts";
import { clipboardTests } from "./app/clipboard.ts";
import { formDraftTests } from "./app/form-draft.ts";
import { keptLinkTests } from "./app/kept-link.ts";
import { navigationTests } from "./app/navigation.ts";
import { notificationOfferTests } from "./app/notification-offer.ts";
import { callManagerTests } from "./calls/call-manager.ts";
import { calleeTests } from "./calls/callee.ts";
import { groupCallTests } from "./calls/group-call.ts";
import { groupNoticesTests } from "./calls/group-notices.ts";
import { groupRoomTests } from "./calls/group-room.ts";
import { invitationCheckTests } from "./calls/invitation-check.ts";
import { inviteeTests } from "./calls/invitee.ts";
import { mediaSessionTests } from "./calls/media-session.ts";
import { meetingTests } from "./calls/meeting.ts";
import { meetingInvitationTests } from "./calls/meeting-invitation.ts";
import { composerTests } from "./composer/composer.ts";
import { emojiPanelTests } from "./composer/emoji-panel.ts";
import { incomingShareTests } from "./composer/incoming-share.ts";
import { chatSearchTests } from "./conversation/chat-search.ts";
import { conversationTests } from "./conversation/conversation.ts";
import { historyGapsTests } from "./conversation/history-gaps.ts";
import { jumpHistoryTests } from "./conversation/jump-history.ts";
import { memberPickerTests } from "./groups/member-picker.ts";
import { typistsTests } from "./inbox/typists.ts";
import { waitingRecordingsTests } from "./inbox/waiting-recordings.ts";
import { outgoingMessageTests } from "./outbox/outgoing-message.ts";
import { directorySearchTests } from "./people/directory-search.ts";
import type { PlainTests } from "./plain-tests.ts";
import { signedInTests } from "./session/signed-in.ts";
import { syncTests } from "./session/sync.ts";

/** Charts without a path model, and charts whose model leaves something to plain tests. */
export const plainCharts: Record<ChartWithoutModel, PlainTests> & Partial<Record<ChartName, PlainTests>> = {
  app: appTests,
  appUpdate: appUpdateTests,
  callee: calleeTests,
  callManager: callManagerTests,
  chatSearch: chatSearchTests,
  clipboard: clipboardTests,
  composer: composerTests,
  conversation: conversationTests,
  directorySearch: directorySearchTests,
  emojiPanel: emojiPanelTests,
  formDraft: formDraftTests,
  groupCall: groupCallTests,
  groupNotices: groupNoticesTests,
  groupRoom: groupRoomTests,
  historyGaps: historyGapsTests,
  incomingShare: incomingShareTests,
  invitationCheck: invitationCheckTests,
  invitee: inviteeTests,
  jumpHistory: jumpHistoryTests,
  keptLink: keptLinkTests,
  mediaSession: mediaSessionTests,
  meeting: meetingTests,
  meetingInvitation: meetingInvitationTests,
  memberPicker: memberPickerTests,
  navigation: navigationTests,
  notificationOffer: notificationOfferTests,
  outgoingMessage: outgoingMessageTests,
  signedIn: signedInTests,
  sync: syncTests,
  typists: typistsTests,
  waitingRecordings: waitingRecordingsTests,
};

/** Charts whose model leaves transitions to the plain tests of other charts (`inUnitTests`). */
const borrowed: Partial<Record<ChartName, readonly PlainTests[]>> = {
  callManager: [groupCallTests, meetingTests, invitationCheckTests],
  inviter: [inviteeTests],
  mediaDevice: [groupRoomTests],
  navigation: [keptLinkTests],
};

export function plainTestsOf(chart: ChartName): readonly PlainTests[] {
  const own = plainCharts[chart];
  return [...(own ? [own] : []), ...(borrowed[chart] ?? [])];
}
