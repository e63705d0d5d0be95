/** The catalogue of charts: the inspector, the drawings and the path tests read it. */

import { appMachine } from "./app/app.ts";
import { clipboardMachine } from "./app/clipboard.ts";
import { navigationMachine } from "./app/navigation.ts";
import { alertsMachine } from "./app/notifications.ts";
import { pagesMachine } from "./app/route-scopes.ts";
import { noticesMachine } from "./app/toasts.ts";
import { callListMachine } from "./calls/call-list.ts";
import { phoneMachine } from "./calls/call-manager.ts";
import { callReceiptsMachine } from "./calls/call-receipts.ts";
import { talkMachine } from "./calls/call-room.ts";
import { calleeMachine } from "./calls/callee.ts";
import { callerMachine } from "./calls/caller.ts";
import { inviterMachine } from "./calls/inviter.ts";
import { leftCallMachine } from "./calls/left-call.ts";
import { deviceMachine } from "./calls/media-device.ts";
import { roomMachine } from "./calls/media-session.ts";
import { courierMachine } from "./calls/signal-queue.ts";
import { attachingMachine } from "./composer/attachments.ts";
import { composerMachine } from "./composer/composer.ts";
import { emojisMachine } from "./composer/emoji-panel.ts";
import { mentioningMachine } from "./composer/mention-picker.ts";
import { recorderMachine } from "./composer/recorder.ts";
import { sharingMachine } from "./composer/share-confirmation.ts";
import { voiceDraftMachine } from "./composer/voice-draft.ts";
import { conversationMachine } from "./conversation/conversation.ts";
import { burningMachine } from "./conversation/disappearing-messages.ts";
import { forwardingMachine } from "./conversation/forwarding.ts";
import { historyMachine } from "./conversation/history.ts";
import { holesMachine } from "./conversation/history-gaps.ts";
import { jumpsMachine } from "./conversation/jump-history.ts";
import { membershipMachine } from "./conversation/membership.ts";
import { messageActionMachine } from "./conversation/message-action.ts";
import { messageActionsMachine } from "./conversation/message-menu.ts";
import { readingMachine } from "./conversation/read-state.ts";
import { selectionMachine } from "./conversation/selection.ts";
import { groupMachine } from "./groups/group.ts";
import { groupChangeMachine } from "./groups/group-change.ts";
import { choosingMachine } from "./groups/member-picker.ts";
import { lastSeenMachine } from "./inbox/cached-chats.ts";
import { conversationsMachine } from "./inbox/conversations.ts";
import { readAheadMachine } from "./inbox/prefetch.ts";
import { spokenMachine } from "./inbox/waiting-recordings.ts";
import { downloadsMachine } from "./media/downloads.ts";
import { galleryMachine } from "./media/gallery.ts";
import { holdingsMachine } from "./media/shared-media.ts";
import { playerMachine } from "./media/voice-player.ts";
import { outboxMachine } from "./outbox/outbox.ts";
import { outgoingMachine } from "./outbox/outgoing-message.ts";
import { applicationMachine } from "./people/contact-request.ts";
import { applicationsMachine } from "./people/contact-requests.ts";
import { contactsMachine } from "./people/contacts.ts";
import { findingMachine } from "./people/directory-search.ts";
import { searchingMachine } from "./people/local-search.ts";
import { rosterMachine } from "./people/member-directory.ts";
import { presenceMachine } from "./people/presence.ts";
import { profileEditingMachine } from "./people/profile-editing.ts";
import { scannerMachine } from "./people/scanner.ts";
import { personMachine } from "./people/user-profile.ts";
import { accountSetupMachine } from "./session/account-setup.ts";
import { codeEntryMachine } from "./session/code-entry.ts";
import { linkMachine } from "./session/connection.ts";
import { passwordChangeMachine } from "./session/password-change.ts";
import { profileDetailsMachine } from "./session/profile-details.ts";
import { registrationMachine } from "./session/registration.ts";
import { sessionMachine } from "./session/session.ts";
import { signInMachine } from "./session/sign-in.ts";
import { messengerMachine } from "./session/signed-in.ts";
import { syncMachine } from "./session/sync.ts";

export const charts = {
  app: appMachine,
  session: sessionMachine,
  signIn: signInMachine,
  registration: registrationMachine,
  codeEntry: codeEntryMachine,
  accountSetup: accountSetupMachine,
  profileDetails: profileDetailsMachine,
  navigation: navigationMachine,
  lastSeen: lastSeenMachine,
  link: linkMachine,
  sync: syncMachine,
  messenger: messengerMachine,
  pages: pagesMachine,
  conversations: conversationsMachine,
  contacts: contactsMachine,
  applications: applicationsMachine,
  roster: rosterMachine,
  presence: presenceMachine,
  conversation: conversationMachine,
  history: historyMachine,
  holes: holesMachine,
  readAhead: readAheadMachine,
  jumps: jumpsMachine,
  reading: readingMachine,
  attaching: attachingMachine,
  composer: composerMachine,
  emojis: emojisMachine,
  mentioning: mentioningMachine,
  recorder: recorderMachine,
  voiceDraft: voiceDraftMachine,
  spoken: spokenMachine,
  sharing: sharingMachine,
  membership: membershipMachine,
  messageActions: messageActionsMachine,
  messageAction: messageActionMachine,
  selection: selectionMachine,
  forwarding: forwardingMachine,
  player: playerMachine,
  gallery: galleryMachine,
  holdings: holdingsMachine,
  downloads: downloadsMachine,
  outbox: outboxMachine,
  outgoing: outgoingMachine,
  phone: phoneMachine,
  caller: callerMachine,
  inviter: inviterMachine,
  callee: calleeMachine,
  talk: talkMachine,
  room: roomMachine,
  device: deviceMachine,
  courier: courierMachine,
  leftCall: leftCallMachine,
  callList: callListMachine,
  finding: findingMachine,
  searching: searchingMachine,
  person: personMachine,
  application: applicationMachine,
  callReceipts: callReceiptsMachine,
  burning: burningMachine,
  scanner: scannerMachine,
  group: groupMachine,
  groupChange: groupChangeMachine,
  choosing: choosingMachine,
  profileEditing: profileEditingMachine,
  passwordChange: passwordChangeMachine,
  alerts: alertsMachine,
  notices: noticesMachine,
  clipboard: clipboardMachine,
} as const;

export type ChartName = keyof typeof charts;
