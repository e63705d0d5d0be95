import type { AnyStateMachine } from "xstate";
import type { ChartName } from "../../../machines/index.ts";
import type { ChartModel } from "../model.ts";
import { appModel } from "./app/app.ts";
import { keptLinkModel } from "./app/kept-link.ts";
import { navigationModel } from "./app/navigation.ts";
import { notificationOfferModel } from "./app/notification-offer.ts";
import { notificationsModel } from "./app/notifications.ts";
import { pushSubscriptionModel } from "./app/push-subscription.ts";
import { routeScopesAtGroupModel, routeScopesModel } from "./app/route-scopes.ts";
import { toastsModel } from "./app/toasts.ts";
import { callListModel } from "./calls/call-list.ts";
import { callManagerModel } from "./calls/call-manager.ts";
import { callReceiptsModel } from "./calls/call-receipts.ts";
import { callRoomModel } from "./calls/call-room.ts";
import { calleeByGlareModel, calleeModel } from "./calls/callee.ts";
import { callerModel } from "./calls/caller.ts";
import {
  groupCallJoinModel,
  groupCallModel,
  groupCallMoveModel,
  groupCallStartModel,
} from "./calls/group-call.ts";
import { groupNoticesModel } from "./calls/group-notices.ts";
import { groupRoomModel } from "./calls/group-room.ts";
import { invitationCheckModel } from "./calls/invitation-check.ts";
import { inviteeModel } from "./calls/invitee.ts";
import { inviterModel } from "./calls/inviter.ts";
import { leftCallModel } from "./calls/left-call.ts";
import { cameraModel, microphoneModel } from "./calls/media-device.ts";
import { mediaSessionModel } from "./calls/media-session.ts";
import { meetingModel } from "./calls/meeting.ts";
import { signalQueueModel } from "./calls/signal-queue.ts";
import { attachmentsModel } from "./composer/attachments.ts";
import { composerModel } from "./composer/composer.ts";
import { incomingShareModel } from "./composer/incoming-share.ts";
import { mentionPickerModel } from "./composer/mention-picker.ts";
import { recorderModel } from "./composer/recorder.ts";
import { shareConfirmationModel } from "./composer/share-confirmation.ts";
import { voiceDraftModel } from "./composer/voice-draft.ts";
import { chatSearchModel } from "./conversation/chat-search.ts";
import { conversationModel } from "./conversation/conversation.ts";
import { disappearingMessagesModel } from "./conversation/disappearing-messages.ts";
import { forwardingModel, forwardingOneModel } from "./conversation/forwarding.ts";
import { historyAtMessageModel, historyModel } from "./conversation/history.ts";
import { historyGapsModel } from "./conversation/history-gaps.ts";
import { membershipModel } from "./conversation/membership.ts";
import { deletingModel, messageActionModel, revokingPictureModel } from "./conversation/message-action.ts";
import { groupMessageMenuModel, messageMenuModel } from "./conversation/message-menu.ts";
import { dividerModel, readStateModel } from "./conversation/read-state.ts";
import { selectionModel } from "./conversation/selection.ts";
import { unreadJumpModel, unreadJumpUnknownModel } from "./conversation/unread-jump.ts";
import { groupModel } from "./groups/group.ts";
import { groupChangeModel } from "./groups/group-change.ts";
import { invitingModel, memberPickerModel, memberPickerWithAnnaModel } from "./groups/member-picker.ts";
import { cachedChatsModel } from "./inbox/cached-chats.ts";
import { conversationsModel } from "./inbox/conversations.ts";
import { prefetchModel } from "./inbox/prefetch.ts";
import { downloadsModel } from "./media/downloads.ts";
import { galleryModel } from "./media/gallery.ts";
import { sharedMediaModel } from "./media/shared-media.ts";
import { voicePlayerModel } from "./media/voice-player.ts";
import { outboxModel } from "./outbox/outbox.ts";
import { outboxPicturesModel } from "./outbox/outbox-pictures.ts";
import { outgoingMessageModel, outgoingMessageRestoredModel } from "./outbox/outgoing-message.ts";
import { outgoingPictureModel } from "./outbox/outgoing-picture.ts";
import { contactRequestModel, groupContactRequestModel, openGroupModel } from "./people/contact-request.ts";
import { contactRequestsModel } from "./people/contact-requests.ts";
import { contactsModel } from "./people/contacts.ts";
import {
  directorySearchGroupsModel,
  directorySearchModel,
  directorySearchWithKeywordModel,
} from "./people/directory-search.ts";
import { localSearchModel } from "./people/local-search.ts";
import { memberDirectoryModel } from "./people/member-directory.ts";
import { presenceModel } from "./people/presence.ts";
import { profileEditingModel } from "./people/profile-editing.ts";
import { scannerModel } from "./people/scanner.ts";
import { userProfileModel } from "./people/user-profile.ts";
import { accountSetupModel, passwordResetModel } from "./session/account-setup.ts";
import { codeEntryAfterReloadModel, codeEntryModel } from "./session/code-entry.ts";
import { connectionModel } from "./session/connection.ts";
import { passwordChangeModel } from "./session/password-change.ts";
import { profileDetailsModel } from "./session/profile-details.ts";
import { registrationModel } from "./session/registration.ts";
import { sessionModel } from "./session/session.ts";
import { signInModel } from "./session/sign-in.ts";
import { signedInAtCallsModel, signedInAtChatModel, signedInModel } from "./session/signed-in.ts";
import { syncModel } from "./session/sync.ts";
import type { ChartWithoutModel } from "./without-model.ts";

/** Passes the models of a chart to a generic function, with the chart's own type. */
export type GiveModels = <Result>(
  use: <Machine extends AnyStateMachine>(
    model: ChartModel<Machine>,
    ...others: readonly ChartModel<Machine>[]
  ) => Result,
) => Result;

function giving<Machine extends AnyStateMachine>(
  model: ChartModel<Machine>,
  ...others: readonly ChartModel<Machine>[]
): GiveModels {
  return (use) => use(model, ...others);
}

export const models: Record<Exclude<ChartName, ChartWithoutModel>, GiveModels> = {
  app: giving(appModel),
  session: giving(sessionModel),
  signIn: giving(signInModel),
  registration: giving(registrationModel),
  codeEntry: giving(codeEntryModel, codeEntryAfterReloadModel),
  accountSetup: giving(accountSetupModel, passwordResetModel),
  profileDetails: giving(profileDetailsModel),
  navigation: giving(navigationModel),
  keptLink: giving(keptLinkModel),
  cachedChats: giving(cachedChatsModel),
  connection: giving(connectionModel),
  sync: giving(syncModel),
  signedIn: giving(signedInModel, signedInAtChatModel, signedInAtCallsModel),
  routeScopes: giving(routeScopesModel, routeScopesAtGroupModel),
  conversations: giving(conversationsModel),
  contacts: giving(contactsModel),
  contactRequests: giving(contactRequestsModel),
  memberDirectory: giving(memberDirectoryModel),
  presence: giving(presenceModel),
  conversation: giving(conversationModel),
  history: giving(historyModel, historyAtMessageModel),
  historyGaps: giving(historyGapsModel),
  prefetch: giving(prefetchModel),
  readState: giving(readStateModel, dividerModel),
  unreadJump: giving(unreadJumpModel, unreadJumpUnknownModel),
  composer: giving(composerModel),
  attachments: giving(attachmentsModel),
  incomingShare: giving(incomingShareModel),
  mentionPicker: giving(mentionPickerModel),
  recorder: giving(recorderModel),
  voiceDraft: giving(voiceDraftModel),
  shareConfirmation: giving(shareConfirmationModel),
  membership: giving(membershipModel),
  messageMenu: giving(messageMenuModel, groupMessageMenuModel),
  messageAction: giving(messageActionModel, deletingModel, revokingPictureModel),
  selection: giving(selectionModel),
  chatSearch: giving(chatSearchModel),
  forwarding: giving(forwardingModel, forwardingOneModel),
  voicePlayer: giving(voicePlayerModel),
  outbox: giving(outboxModel, outboxPicturesModel),
  outgoingMessage: giving(outgoingMessageModel, outgoingMessageRestoredModel, outgoingPictureModel),
  gallery: giving(galleryModel),
  sharedMedia: giving(sharedMediaModel),
  downloads: giving(downloadsModel),
  callManager: giving(callManagerModel),
  caller: giving(callerModel),
  invitee: giving(inviteeModel),
  meeting: giving(meetingModel),
  groupCall: giving(groupCallModel, groupCallStartModel, groupCallJoinModel, groupCallMoveModel),
  groupNotices: giving(groupNoticesModel),
  groupRoom: giving(groupRoomModel),
  invitationCheck: giving(invitationCheckModel),
  inviter: giving(inviterModel),
  callee: giving(calleeModel, calleeByGlareModel),
  callRoom: giving(callRoomModel),
  mediaSession: giving(mediaSessionModel),
  mediaDevice: giving(cameraModel, microphoneModel),
  signalQueue: giving(signalQueueModel),
  leftCall: giving(leftCallModel),
  callList: giving(callListModel),
  userProfile: giving(userProfileModel),
  contactRequest: giving(contactRequestModel, groupContactRequestModel, openGroupModel),
  localSearch: giving(localSearchModel),
  directorySearch: giving(directorySearchModel, directorySearchGroupsModel, directorySearchWithKeywordModel),
  callReceipts: giving(callReceiptsModel),
  disappearingMessages: giving(disappearingMessagesModel),
  scanner: giving(scannerModel),
  group: giving(groupModel),
  groupChange: giving(groupChangeModel),
  memberPicker: giving(memberPickerModel, invitingModel, memberPickerWithAnnaModel),
  profileEditing: giving(profileEditingModel),
  passwordChange: giving(passwordChangeModel),
  notifications: giving(notificationsModel),
  notificationOffer: giving(notificationOfferModel),
  pushSubscription: giving(pushSubscriptionModel),
  toasts: giving(toastsModel),
};
