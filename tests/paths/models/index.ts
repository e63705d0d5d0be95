/** The models of all charts, by the names of the catalogue; several where a chart begins in different ways. */
import type { AnyStateMachine } from "xstate";
import type { ChartName } from "../../../machines/index.ts";
import type { ChartModel } from "../model.ts";
import { accountSetupModel, passwordResetModel } from "./account-setup.ts";
import { alertsModel } from "./alerts.ts";
import { appModel } from "./app.ts";
import { applicationModel, groupApplicationModel, openGroupModel } from "./application.ts";
import { applicationsModel } from "./applications.ts";
import { attachingModel } from "./attaching.ts";
import { burningModel } from "./burning.ts";
import { calleeByGlareModel, calleeModel } from "./callee.ts";
import { callerModel } from "./caller.ts";
import { callListModel } from "./callList.ts";
import { callReceiptsModel } from "./callReceipts.ts";
import { choosingModel, choosingWithAnnaModel, invitingModel } from "./choosing.ts";
import { clipboardModel } from "./clipboard.ts";
import { codeEntryAfterReloadModel, codeEntryModel } from "./code-entry.ts";
import { composerModel } from "./composer.ts";
import { contactsModel } from "./contacts.ts";
import { conversationModel } from "./conversation.ts";
import { conversationsModel } from "./conversations.ts";
import { courierModel } from "./courier.ts";
import { cameraModel, microphoneModel } from "./device.ts";
import { downloadsModel } from "./downloads.ts";
import { emojisModel } from "./emojis.ts";
import { findingGroupsModel, findingModel } from "./finding.ts";
import { forwardingModel, forwardingOneModel } from "./forwarding.ts";
import { galleryModel } from "./gallery.ts";
import { groupModel } from "./group.ts";
import { groupChangeModel } from "./group-change.ts";
import { historyAtMessageModel, historyModel } from "./history.ts";
import { holdingsModel } from "./holdings.ts";
import { holesModel } from "./holes.ts";
import { inviterModel } from "./inviter.ts";
import { jumpsAtMessageModel, jumpsModel } from "./jumps.ts";
import { lastSeenModel } from "./last-seen.ts";
import { leftCallModel } from "./left-call.ts";
import { linkModel } from "./link.ts";
import { membershipModel } from "./membership.ts";
import { mentioningModel } from "./mentioning.ts";
import { deletingModel, messageActionModel, revokingPictureModel } from "./message-action.ts";
import { groupMessageActionsModel, messageActionsModel } from "./message-actions.ts";
import { messengerAtCallsModel, messengerAtChatModel, messengerModel } from "./messenger.ts";
import { navigationModel } from "./navigation.ts";
import { noticesModel } from "./notices.ts";
import { outboxModel } from "./outbox.ts";
import { outboxPicturesModel } from "./outbox-pictures.ts";
import { outgoingModel, outgoingRestoredModel } from "./outgoing.ts";
import { outgoingPictureModel } from "./outgoing-picture.ts";
import { pagesAtGroupModel, pagesModel } from "./pages.ts";
import { passwordChangeModel } from "./password-change.ts";
import { personModel } from "./person.ts";
import { phoneModel } from "./phone.ts";
import { playerModel } from "./player.ts";
import { presenceModel } from "./presence.ts";
import { profileDetailsModel } from "./profile-details.ts";
import { profileEditingModel } from "./profile-editing.ts";
import { readAheadModel } from "./read-ahead.ts";
import { dividerModel, readingModel } from "./reading.ts";
import { recorderModel } from "./recorder.ts";
import { registrationModel } from "./registration.ts";
import { roomModel } from "./room.ts";
import { rosterModel } from "./roster.ts";
import { scannerModel } from "./scanner.ts";
import { searchingModel } from "./searching.ts";
import { selectionModel } from "./selection.ts";
import { sessionModel } from "./session.ts";
import { sharingModel } from "./sharing.ts";
import { signInModel } from "./sign-in.ts";
import { spokenModel } from "./spoken.ts";
import { syncModel } from "./sync.ts";
import { talkModel } from "./talk.ts";
import { voiceDraftModel } from "./voiceDraft.ts";

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
