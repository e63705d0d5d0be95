/** The models of all charts, by the names of the catalogue; several where a chart begins in different ways. */
import type { AnyStateMachine } from "xstate";
import type { ChartName } from "../../../machines/index.ts";
import type { ChartModel } from "../model.ts";
import { appModel } from "./app/app.ts";
import { clipboardModel } from "./app/clipboard.ts";
import { navigationModel } from "./app/navigation.ts";
import { alertsModel } from "./app/notifications.ts";
import { pagesAtGroupModel, pagesModel } from "./app/route-scopes.ts";
import { noticesModel } from "./app/toasts.ts";
import { callListModel } from "./calls/call-list.ts";
import { phoneModel } from "./calls/call-manager.ts";
import { callReceiptsModel } from "./calls/call-receipts.ts";
import { talkModel } from "./calls/call-room.ts";
import { calleeByGlareModel, calleeModel } from "./calls/callee.ts";
import { callerModel } from "./calls/caller.ts";
import { inviterModel } from "./calls/inviter.ts";
import { leftCallModel } from "./calls/left-call.ts";
import { cameraModel, microphoneModel } from "./calls/media-device.ts";
import { roomModel } from "./calls/media-session.ts";
import { courierModel } from "./calls/signal-queue.ts";
import { attachingModel } from "./composer/attachments.ts";
import { composerModel } from "./composer/composer.ts";
import { emojisModel } from "./composer/emoji-panel.ts";
import { mentioningModel } from "./composer/mention-picker.ts";
import { recorderModel } from "./composer/recorder.ts";
import { sharingModel } from "./composer/share-confirmation.ts";
import { voiceDraftModel } from "./composer/voice-draft.ts";
import { conversationModel } from "./conversation/conversation.ts";
import { burningModel } from "./conversation/disappearing-messages.ts";
import { forwardingModel, forwardingOneModel } from "./conversation/forwarding.ts";
import { historyAtMessageModel, historyModel } from "./conversation/history.ts";
import { holesModel } from "./conversation/history-gaps.ts";
import { jumpsAtMessageModel, jumpsModel } from "./conversation/jump-history.ts";
import { membershipModel } from "./conversation/membership.ts";
import { deletingModel, messageActionModel, revokingPictureModel } from "./conversation/message-action.ts";
import { groupMessageActionsModel, messageActionsModel } from "./conversation/message-menu.ts";
import { dividerModel, readingModel } from "./conversation/read-state.ts";
import { selectionModel } from "./conversation/selection.ts";
import { groupModel } from "./groups/group.ts";
import { groupChangeModel } from "./groups/group-change.ts";
import { choosingModel, choosingWithAnnaModel, invitingModel } from "./groups/member-picker.ts";
import { lastSeenModel } from "./inbox/cached-chats.ts";
import { conversationsModel } from "./inbox/conversations.ts";
import { readAheadModel } from "./inbox/prefetch.ts";
import { spokenModel } from "./inbox/waiting-recordings.ts";
import { downloadsModel } from "./media/downloads.ts";
import { galleryModel } from "./media/gallery.ts";
import { holdingsModel } from "./media/shared-media.ts";
import { playerModel } from "./media/voice-player.ts";
import { outboxModel } from "./outbox/outbox.ts";
import { outboxPicturesModel } from "./outbox/outbox-pictures.ts";
import { outgoingModel, outgoingRestoredModel } from "./outbox/outgoing-message.ts";
import { outgoingPictureModel } from "./outbox/outgoing-picture.ts";
import { applicationModel, groupApplicationModel, openGroupModel } from "./people/contact-request.ts";
import { applicationsModel } from "./people/contact-requests.ts";
import { contactsModel } from "./people/contacts.ts";
import { findingGroupsModel, findingModel } from "./people/directory-search.ts";
import { searchingModel } from "./people/local-search.ts";
import { rosterModel } from "./people/member-directory.ts";
import { presenceModel } from "./people/presence.ts";
import { profileEditingModel } from "./people/profile-editing.ts";
import { scannerModel } from "./people/scanner.ts";
import { personModel } from "./people/user-profile.ts";
import { accountSetupModel, passwordResetModel } from "./session/account-setup.ts";
import { codeEntryAfterReloadModel, codeEntryModel } from "./session/code-entry.ts";
import { linkModel } from "./session/connection.ts";
import { passwordChangeModel } from "./session/password-change.ts";
import { profileDetailsModel } from "./session/profile-details.ts";
import { registrationModel } from "./session/registration.ts";
import { sessionModel } from "./session/session.ts";
import { signInModel } from "./session/sign-in.ts";
import { messengerAtCallsModel, messengerAtChatModel, messengerModel } from "./session/signed-in.ts";
import { syncModel } from "./session/sync.ts";

/** Hands the models of a chart, whatever it is, to a function that works for every chart. */
export type GiveModels = <Result>(
  use: <Machine extends AnyStateMachine>(...models: readonly ChartModel<Machine>[]) => Result,
) => Result;

function giving<Machine extends AnyStateMachine>(...models: readonly ChartModel<Machine>[]): GiveModels {
  return (use) => use(...models);
}

export const models: Record<ChartName, GiveModels> = {
  app: giving(appModel),
  session: giving(sessionModel),
  signIn: giving(signInModel),
  registration: giving(registrationModel),
  codeEntry: giving(codeEntryModel, codeEntryAfterReloadModel),
  accountSetup: giving(accountSetupModel, passwordResetModel),
  profileDetails: giving(profileDetailsModel),
  navigation: giving(navigationModel),
  lastSeen: giving(lastSeenModel),
  link: giving(linkModel),
  sync: giving(syncModel),
  messenger: giving(messengerModel, messengerAtChatModel, messengerAtCallsModel),
  pages: giving(pagesModel, pagesAtGroupModel),
  conversations: giving(conversationsModel),
  contacts: giving(contactsModel),
  applications: giving(applicationsModel),
  roster: giving(rosterModel),
  presence: giving(presenceModel),
  conversation: giving(conversationModel),
  history: giving(historyModel, historyAtMessageModel),
  holes: giving(holesModel),
  readAhead: giving(readAheadModel),
  jumps: giving(jumpsModel, jumpsAtMessageModel),
  reading: giving(readingModel, dividerModel),
  composer: giving(composerModel),
  attaching: giving(attachingModel),
  emojis: giving(emojisModel),
  mentioning: giving(mentioningModel),
  recorder: giving(recorderModel),
  voiceDraft: giving(voiceDraftModel),
  spoken: giving(spokenModel),
  sharing: giving(sharingModel),
  membership: giving(membershipModel),
  messageActions: giving(messageActionsModel, groupMessageActionsModel),
  messageAction: giving(messageActionModel, deletingModel, revokingPictureModel),
  selection: giving(selectionModel),
  forwarding: giving(forwardingModel, forwardingOneModel),
  player: giving(playerModel),
  outbox: giving(outboxModel, outboxPicturesModel),
  outgoing: giving(outgoingModel, outgoingRestoredModel, outgoingPictureModel),
  gallery: giving(galleryModel),
  holdings: giving(holdingsModel),
  downloads: giving(downloadsModel),
  phone: giving(phoneModel),
  caller: giving(callerModel),
  inviter: giving(inviterModel),
  callee: giving(calleeModel, calleeByGlareModel),
  talk: giving(talkModel),
  room: giving(roomModel),
  device: giving(cameraModel, microphoneModel),
  courier: giving(courierModel),
  leftCall: giving(leftCallModel),
  callList: giving(callListModel),
  person: giving(personModel),
  application: giving(applicationModel, groupApplicationModel, openGroupModel),
  searching: giving(searchingModel),
  finding: giving(findingModel, findingGroupsModel),
  callReceipts: giving(callReceiptsModel),
  burning: giving(burningModel),
  scanner: giving(scannerModel),
  group: giving(groupModel),
  groupChange: giving(groupChangeModel),
  choosing: giving(choosingModel, invitingModel, choosingWithAnnaModel),
  profileEditing: giving(profileEditingModel),
  passwordChange: giving(passwordChangeModel),
  alerts: giving(alertsModel),
  notices: giving(noticesModel),
  clipboard: giving(clipboardModel),
};
