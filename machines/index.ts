/** The list of all charts; the inspector, the drawings and the path tests use it. */

import { appMachine } from "./app/app.ts";
import { appUpdateMachine } from "./app/app-update.ts";
import { clipboardMachine } from "./app/clipboard.ts";
import { formDraftMachine } from "./app/form-draft.ts";
import { keptLinkMachine } from "./app/kept-link.ts";
import { navigationMachine } from "./app/navigation.ts";
import { notificationOfferMachine } from "./app/notification-offer.ts";
import { notificationsMachine } from "./app/notifications.ts";
import { pushSubscriptionMachine } from "./app/push-subscription.ts";
import { routeScopesMachine } from "./app/route-scopes.ts";
import { toastsMachine } from "./app/toasts.ts";
import { callListMachine } from "./calls/call-list.ts";
import { callManagerMachine } from "./calls/call-manager.ts";
import { callReceiptsMachine } from "./calls/call-receipts.ts";
import { callRoomMachine } from "./calls/call-room.ts";
import { calleeMachine } from "./calls/callee.ts";
import { callerMachine } from "./calls/caller.ts";
import { groupCallMachine } from "./calls/group-call.ts";
import { groupNoticesMachine } from "./calls/group-notices.ts";
import { groupRoomMachine } from "./calls/group-room.ts";
import { invitationCheckMachine } from "./calls/invitation-check.ts";
import { inviteeMachine } from "./calls/invitee.ts";
import { inviterMachine } from "./calls/inviter.ts";
import { leftCallMachine } from "./calls/left-call.ts";
import { mediaDeviceMachine } from "./calls/media-device.ts";
import { mediaSessionMachine } from "./calls/media-session.ts";
import { meetingMachine } from "./calls/meeting.ts";
import { meetingInvitationMachine } from "./calls/meeting-invitation.ts";
import { signalQueueMachine } from "./calls/signal-queue.ts";
import { attachmentsMachine } from "./composer/attachments.ts";
import { composerMachine } from "./composer/composer.ts";
import { emojiPanelMachine } from "./composer/emoji-panel.ts";
import { incomingShareMachine } from "./composer/incoming-share.ts";
import { mentionPickerMachine } from "./composer/mention-picker.ts";
import { recorderMachine } from "./composer/recorder.ts";
import { shareConfirmationMachine } from "./composer/share-confirmation.ts";
import { voiceDraftMachine } from "./composer/voice-draft.ts";
import { chatSearchMachine } from "./conversation/chat-search.ts";
import { conversationMachine } from "./conversation/conversation.ts";
import { disappearingMessagesMachine } from "./conversation/disappearing-messages.ts";
import { forwardingMachine } from "./conversation/forwarding.ts";
import { historyMachine } from "./conversation/history.ts";
import { historyGapsMachine } from "./conversation/history-gaps.ts";
import { jumpHistoryMachine } from "./conversation/jump-history.ts";
import { membershipMachine } from "./conversation/membership.ts";
import { messageActionMachine } from "./conversation/message-action.ts";
import { messageMenuMachine } from "./conversation/message-menu.ts";
import { readStateMachine } from "./conversation/read-state.ts";
import { selectionMachine } from "./conversation/selection.ts";
import { unreadJumpMachine } from "./conversation/unread-jump.ts";
import { groupMachine } from "./groups/group.ts";
import { groupChangeMachine } from "./groups/group-change.ts";
import { memberPickerMachine } from "./groups/member-picker.ts";
import { cachedChatsMachine } from "./inbox/cached-chats.ts";
import { conversationsMachine } from "./inbox/conversations.ts";
import { prefetchMachine } from "./inbox/prefetch.ts";
import { typistsMachine } from "./inbox/typists.ts";
import { waitingRecordingsMachine } from "./inbox/waiting-recordings.ts";
import { downloadsMachine } from "./media/downloads.ts";
import { galleryMachine } from "./media/gallery.ts";
import { sharedMediaMachine } from "./media/shared-media.ts";
import { voicePlayerMachine } from "./media/voice-player.ts";
import { outboxMachine } from "./outbox/outbox.ts";
import { outgoingMessageMachine } from "./outbox/outgoing-message.ts";
import { contactRequestMachine } from "./people/contact-request.ts";
import { contactRequestsMachine } from "./people/contact-requests.ts";
import { contactsMachine } from "./people/contacts.ts";
import { directorySearchMachine } from "./people/directory-search.ts";
import { localSearchMachine } from "./people/local-search.ts";
import { memberDirectoryMachine } from "./people/member-directory.ts";
import { presenceMachine } from "./people/presence.ts";
import { profileEditingMachine } from "./people/profile-editing.ts";
import { scannerMachine } from "./people/scanner.ts";
import { userProfileMachine } from "./people/user-profile.ts";
import { accountSetupMachine } from "./session/account-setup.ts";
import { codeEntryMachine } from "./session/code-entry.ts";
import { connectionMachine } from "./session/connection.ts";
import { passwordChangeMachine } from "./session/password-change.ts";
import { profileDetailsMachine } from "./session/profile-details.ts";
import { registrationMachine } from "./session/registration.ts";
import { sessionMachine } from "./session/session.ts";
import { signInMachine } from "./session/sign-in.ts";
import { signedInMachine } from "./session/signed-in.ts";
import { syncMachine } from "./session/sync.ts";

/** All charts by room, which is the folder here and in the tests. */
export const rooms = {
  app: {
    app: appMachine,
    navigation: navigationMachine,
    routeScopes: routeScopesMachine,
    notifications: notificationsMachine,
    notificationOffer: notificationOfferMachine,
    pushSubscription: pushSubscriptionMachine,
    toasts: toastsMachine,
    clipboard: clipboardMachine,
    formDraft: formDraftMachine,
    keptLink: keptLinkMachine,
    appUpdate: appUpdateMachine,
  },
  session: {
    session: sessionMachine,
    signIn: signInMachine,
    registration: registrationMachine,
    codeEntry: codeEntryMachine,
    accountSetup: accountSetupMachine,
    profileDetails: profileDetailsMachine,
    connection: connectionMachine,
    sync: syncMachine,
    signedIn: signedInMachine,
    passwordChange: passwordChangeMachine,
  },
  inbox: {
    cachedChats: cachedChatsMachine,
    conversations: conversationsMachine,
    prefetch: prefetchMachine,
    typists: typistsMachine,
    waitingRecordings: waitingRecordingsMachine,
  },
  conversation: {
    conversation: conversationMachine,
    history: historyMachine,
    historyGaps: historyGapsMachine,
    jumpHistory: jumpHistoryMachine,
    readState: readStateMachine,
    unreadJump: unreadJumpMachine,
    membership: membershipMachine,
    messageMenu: messageMenuMachine,
    messageAction: messageActionMachine,
    selection: selectionMachine,
    chatSearch: chatSearchMachine,
    forwarding: forwardingMachine,
    disappearingMessages: disappearingMessagesMachine,
  },
  composer: {
    attachments: attachmentsMachine,
    composer: composerMachine,
    emojiPanel: emojiPanelMachine,
    mentionPicker: mentionPickerMachine,
    recorder: recorderMachine,
    voiceDraft: voiceDraftMachine,
    shareConfirmation: shareConfirmationMachine,
    incomingShare: incomingShareMachine,
  },
  outbox: {
    outbox: outboxMachine,
    outgoingMessage: outgoingMessageMachine,
  },
  media: {
    voicePlayer: voicePlayerMachine,
    gallery: galleryMachine,
    sharedMedia: sharedMediaMachine,
    downloads: downloadsMachine,
  },
  people: {
    contacts: contactsMachine,
    contactRequests: contactRequestsMachine,
    memberDirectory: memberDirectoryMachine,
    presence: presenceMachine,
    directorySearch: directorySearchMachine,
    localSearch: localSearchMachine,
    userProfile: userProfileMachine,
    contactRequest: contactRequestMachine,
    scanner: scannerMachine,
    profileEditing: profileEditingMachine,
  },
  groups: {
    group: groupMachine,
    groupChange: groupChangeMachine,
    memberPicker: memberPickerMachine,
  },
  calls: {
    callManager: callManagerMachine,
    caller: callerMachine,
    inviter: inviterMachine,
    callee: calleeMachine,
    callRoom: callRoomMachine,
    groupCall: groupCallMachine,
    invitee: inviteeMachine,
    invitationCheck: invitationCheckMachine,
    groupNotices: groupNoticesMachine,
    groupRoom: groupRoomMachine,
    meeting: meetingMachine,
    meetingInvitation: meetingInvitationMachine,
    mediaSession: mediaSessionMachine,
    mediaDevice: mediaDeviceMachine,
    signalQueue: signalQueueMachine,
    leftCall: leftCallMachine,
    callList: callListMachine,
    callReceipts: callReceiptsMachine,
  },
} as const;

export const charts = {
  ...rooms.app,
  ...rooms.session,
  ...rooms.inbox,
  ...rooms.conversation,
  ...rooms.composer,
  ...rooms.outbox,
  ...rooms.media,
  ...rooms.people,
  ...rooms.groups,
  ...rooms.calls,
} as const;

export type Room = keyof typeof rooms;
export type ChartName = keyof typeof charts;

export function roomOf(chart: ChartName): Room {
  const room = Object.entries(rooms).find(([, members]) => chart in members)?.[0];
  if (!isRoom(room)) throw new Error(`${chart} is in no room`);
  return room;
}

function isRoom(name: string | undefined): name is Room {
  return name !== undefined && name in rooms;
}
