/** The catalogue of charts: the inspector, the drawings and the path tests read it. */
import { accountSetupMachine } from "./account-setup.ts";
import { alertsMachine } from "./alerts.ts";
import { appMachine } from "./app.ts";
import { applicationMachine } from "./application.ts";
import { applicationsMachine } from "./applications.ts";
import { attachingMachine } from "./attaching.ts";
import { burningMachine } from "./burning.ts";
import { callListMachine } from "./call-list.ts";
import { callReceiptsMachine } from "./call-receipts.ts";
import { calleeMachine } from "./callee.ts";
import { callerMachine } from "./caller.ts";
import { choosingMachine } from "./choosing.ts";
import { clipboardMachine } from "./clipboard.ts";
import { codeEntryMachine } from "./code-entry.ts";
import { composerMachine } from "./composer.ts";
import { contactsMachine } from "./contacts.ts";
import { conversationMachine } from "./conversation.ts";
import { conversationsMachine } from "./conversations.ts";
import { courierMachine } from "./courier.ts";
import { deviceMachine } from "./device.ts";
import { downloadsMachine } from "./downloads.ts";
import { emojisMachine } from "./emojis.ts";
import { findingMachine } from "./finding.ts";
import { forwardingMachine } from "./forwarding.ts";
import { galleryMachine } from "./gallery.ts";
import { groupMachine } from "./group.ts";
import { groupChangeMachine } from "./group-change.ts";
import { historyMachine } from "./history.ts";
import { holdingsMachine } from "./holdings.ts";
import { holesMachine } from "./holes.ts";
import { inviterMachine } from "./inviter.ts";
import { jumpsMachine } from "./jumps.ts";
import { lastSeenMachine } from "./last-seen.ts";
import { leftCallMachine } from "./left-call.ts";
import { linkMachine } from "./link.ts";
import { membershipMachine } from "./membership.ts";
import { mentioningMachine } from "./mentioning.ts";
import { messageActionMachine } from "./message-action.ts";
import { messageActionsMachine } from "./message-actions.ts";
import { messengerMachine } from "./messenger.ts";
import { navigationMachine } from "./navigation.ts";
import { noticesMachine } from "./notices.ts";
import { outboxMachine } from "./outbox.ts";
import { outgoingMachine } from "./outgoing.ts";
import { pagesMachine } from "./pages.ts";
import { passwordChangeMachine } from "./password-change.ts";
import { personMachine } from "./person.ts";
import { phoneMachine } from "./phone.ts";
import { playerMachine } from "./player.ts";
import { presenceMachine } from "./presence.ts";
import { profileDetailsMachine } from "./profile-details.ts";
import { profileEditingMachine } from "./profile-editing.ts";
import { readAheadMachine } from "./read-ahead.ts";
import { readingMachine } from "./reading.ts";
import { recorderMachine } from "./recorder.ts";
import { registrationMachine } from "./registration.ts";
import { roomMachine } from "./room.ts";
import { rosterMachine } from "./roster.ts";
import { scannerMachine } from "./scanner.ts";
import { searchingMachine } from "./searching.ts";
import { selectionMachine } from "./selection.ts";
import { sessionMachine } from "./session.ts";
import { sharingMachine } from "./sharing.ts";
import { signInMachine } from "./sign-in.ts";
import { spokenMachine } from "./spoken.ts";
import { syncMachine } from "./sync.ts";
import { talkMachine } from "./talk.ts";
import { voiceDraftMachine } from "./voice-draft.ts";

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
