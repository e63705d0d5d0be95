/** How views reach the charts: one hook for each actor. Views may send only `user.*` events. */
import { useSelector } from "@xstate/react";
import { createContext, type ReactNode, useCallback, useContext } from "react";
import type { ActorRefFrom, SnapshotFrom } from "xstate";
import type { appUpdateMachine } from "../../machines/app/app-update.ts";
import type { clipboardMachine } from "../../machines/app/clipboard.ts";
import type { formDraftMachine } from "../../machines/app/form-draft.ts";
import type { navigationMachine } from "../../machines/app/navigation.ts";
import type { notificationOfferMachine } from "../../machines/app/notification-offer.ts";
import type { routeScopesMachine } from "../../machines/app/route-scopes.ts";
import type { toastsMachine } from "../../machines/app/toasts.ts";
import type { callListMachine } from "../../machines/calls/call-list.ts";
import type { callManagerMachine } from "../../machines/calls/call-manager.ts";
import type { groupCallMachine } from "../../machines/calls/group-call.ts";
import type { mediaDeviceMachine } from "../../machines/calls/media-device.ts";
import type { mediaSessionMachine } from "../../machines/calls/media-session.ts";
import type { meetingMachine } from "../../machines/calls/meeting.ts";
import type { meetingInvitationMachine } from "../../machines/calls/meeting-invitation.ts";
import type { attachmentsMachine } from "../../machines/composer/attachments.ts";
import type { composerMachine } from "../../machines/composer/composer.ts";
import type { emojiPanelMachine } from "../../machines/composer/emoji-panel.ts";
import type { incomingShareMachine } from "../../machines/composer/incoming-share.ts";
import type { mentionPickerMachine } from "../../machines/composer/mention-picker.ts";
import type { recorderMachine } from "../../machines/composer/recorder.ts";
import type { shareConfirmationMachine } from "../../machines/composer/share-confirmation.ts";
import type { voiceDraftMachine } from "../../machines/composer/voice-draft.ts";
import type { chatSearchMachine } from "../../machines/conversation/chat-search.ts";
import type { conversationMachine } from "../../machines/conversation/conversation.ts";
import type { disappearingMessagesMachine } from "../../machines/conversation/disappearing-messages.ts";
import type { forwardingMachine } from "../../machines/conversation/forwarding.ts";
import type { historyMachine } from "../../machines/conversation/history.ts";
import type { jumpHistoryMachine } from "../../machines/conversation/jump-history.ts";
import type { messageMenuMachine } from "../../machines/conversation/message-menu.ts";
import type { readStateMachine } from "../../machines/conversation/read-state.ts";
import type { selectionMachine } from "../../machines/conversation/selection.ts";
import type { unreadJumpMachine } from "../../machines/conversation/unread-jump.ts";
import type { groupMachine } from "../../machines/groups/group.ts";
import type { groupChangeMachine } from "../../machines/groups/group-change.ts";
import type { memberPickerMachine } from "../../machines/groups/member-picker.ts";
import type { cachedChatsMachine } from "../../machines/inbox/cached-chats.ts";
import type { conversationsMachine } from "../../machines/inbox/conversations.ts";
import type { typistsMachine } from "../../machines/inbox/typists.ts";
import type { waitingRecordingsMachine } from "../../machines/inbox/waiting-recordings.ts";
import type { downloadsMachine } from "../../machines/media/downloads.ts";
import type { galleryMachine } from "../../machines/media/gallery.ts";
import type { sharedMediaMachine } from "../../machines/media/shared-media.ts";
import type { voicePlayerMachine } from "../../machines/media/voice-player.ts";
import type { outboxMachine } from "../../machines/outbox/outbox.ts";
import type { contactRequestMachine } from "../../machines/people/contact-request.ts";
import type { contactRequestsMachine } from "../../machines/people/contact-requests.ts";
import type { contactsMachine } from "../../machines/people/contacts.ts";
import type { directorySearchMachine } from "../../machines/people/directory-search.ts";
import type { localSearchMachine } from "../../machines/people/local-search.ts";
import type { memberDirectoryMachine } from "../../machines/people/member-directory.ts";
import type { presenceMachine } from "../../machines/people/presence.ts";
import type { profileEditingMachine } from "../../machines/people/profile-editing.ts";
import type { scannerMachine } from "../../machines/people/scanner.ts";
import type { userProfileMachine } from "../../machines/people/user-profile.ts";
import type { accountSetupMachine } from "../../machines/session/account-setup.ts";
import type { codeEntryMachine } from "../../machines/session/code-entry.ts";
import type { connectionMachine } from "../../machines/session/connection.ts";
import type { passwordChangeMachine } from "../../machines/session/password-change.ts";
import type { registrationMachine } from "../../machines/session/registration.ts";
import type { sessionMachine } from "../../machines/session/session.ts";
import type { signInMachine } from "../../machines/session/sign-in.ts";
import type { signedInMachine } from "../../machines/session/signed-in.ts";
import type { syncMachine } from "../../machines/session/sync.ts";
import type { App } from "../wiring/index.ts";

export type SessionActor = ActorRefFrom<typeof sessionMachine>;
export type NavigationActor = ActorRefFrom<typeof navigationMachine>;
export type ToastsActor = ActorRefFrom<typeof toastsMachine>;
type AppUpdateActor = ActorRefFrom<typeof appUpdateMachine>;
export type ClipboardActor = ActorRefFrom<typeof clipboardMachine>;
export type SignInActor = ActorRefFrom<typeof signInMachine>;
export type RegistrationActor = ActorRefFrom<typeof registrationMachine>;
export type CodeEntryActor = ActorRefFrom<typeof codeEntryMachine>;
export type AccountSetupActor = ActorRefFrom<typeof accountSetupMachine>;
type CachedChatsActor = ActorRefFrom<typeof cachedChatsMachine>;
export type ConnectionActor = ActorRefFrom<typeof connectionMachine>;
export type SyncActor = ActorRefFrom<typeof syncMachine>;
export type SignedInActor = ActorRefFrom<typeof signedInMachine>;
export type ConversationsActor = ActorRefFrom<typeof conversationsMachine>;
export type ContactsActor = ActorRefFrom<typeof contactsMachine>;
export type ContactRequestsActor = ActorRefFrom<typeof contactRequestsMachine>;
export type MemberDirectoryActor = ActorRefFrom<typeof memberDirectoryMachine>;
export type ConversationActor = ActorRefFrom<typeof conversationMachine>;
export type HistoryActor = ActorRefFrom<typeof historyMachine>;
export type JumpHistoryActor = ActorRefFrom<typeof jumpHistoryMachine>;
export type ReadStateActor = ActorRefFrom<typeof readStateMachine>;
export type UnreadJumpActor = ActorRefFrom<typeof unreadJumpMachine>;
export type ComposerActor = ActorRefFrom<typeof composerMachine>;
export type AttachmentsActor = ActorRefFrom<typeof attachmentsMachine>;
export type IncomingShareActor = ActorRefFrom<typeof incomingShareMachine>;
export type EmojiPanelActor = ActorRefFrom<typeof emojiPanelMachine>;
export type MentionPickerActor = ActorRefFrom<typeof mentionPickerMachine>;
export type RecorderActor = ActorRefFrom<typeof recorderMachine>;
type VoiceDraftActor = ActorRefFrom<typeof voiceDraftMachine>;
type TypistsActor = ActorRefFrom<typeof typistsMachine>;
type WaitingRecordingsActor = ActorRefFrom<typeof waitingRecordingsMachine>;
export type ShareConfirmationActor = ActorRefFrom<typeof shareConfirmationMachine>;
export type MessageMenuActor = ActorRefFrom<typeof messageMenuMachine>;
export type SelectionActor = ActorRefFrom<typeof selectionMachine>;
export type ChatSearchActor = ActorRefFrom<typeof chatSearchMachine>;
export type ForwardingActor = ActorRefFrom<typeof forwardingMachine>;
export type NotificationOfferActor = ActorRefFrom<typeof notificationOfferMachine>;
export type PresenceActor = ActorRefFrom<typeof presenceMachine>;
export type RouteScopesActor = ActorRefFrom<typeof routeScopesMachine>;
export type CallManagerActor = ActorRefFrom<typeof callManagerMachine>;
export type MediaDeviceActor = ActorRefFrom<typeof mediaDeviceMachine>;
/** A call of two. */
export type CallActor = NonNullable<SnapshotFrom<typeof callManagerMachine>["children"]["call"]>;
export type GroupCallActor = ActorRefFrom<typeof groupCallMachine>;
export type MeetingActor = ActorRefFrom<typeof meetingMachine>;
export type MeetingInvitationActor = ActorRefFrom<typeof meetingInvitationMachine>;
export type MediaSessionActor = ActorRefFrom<typeof mediaSessionMachine>;
type DisappearingMessagesActor = ActorRefFrom<typeof disappearingMessagesMachine>;
type OutboxActor = ActorRefFrom<typeof outboxMachine>;
export type GalleryActor = ActorRefFrom<typeof galleryMachine>;
export type SharedMediaActor = ActorRefFrom<typeof sharedMediaMachine>;
type DownloadsActor = ActorRefFrom<typeof downloadsMachine>;
export type VoicePlayerActor = ActorRefFrom<typeof voicePlayerMachine>;
export type CallListActor = ActorRefFrom<typeof callListMachine>;
export type ScannerActor = ActorRefFrom<typeof scannerMachine>;
export type GroupActor = ActorRefFrom<typeof groupMachine>;
export type GroupChangeActor = ActorRefFrom<typeof groupChangeMachine>;
export type FormDraftActor = ActorRefFrom<typeof formDraftMachine>;
export type MemberPickerActor = ActorRefFrom<typeof memberPickerMachine>;
export type UserProfileActor = ActorRefFrom<typeof userProfileMachine>;
export type ContactRequestActor = ActorRefFrom<typeof contactRequestMachine>;
export type LocalSearchActor = ActorRefFrom<typeof localSearchMachine>;
export type ProfileEditingActor = ActorRefFrom<typeof profileEditingMachine>;
export type PasswordChangeActor = ActorRefFrom<typeof passwordChangeMachine>;
export type DirectorySearchActor = ActorRefFrom<typeof directorySearchMachine>;

const AppContext = createContext<App | null>(null);

export function AppProvider({ app, children }: { app: App; children: ReactNode }) {
  return <AppContext value={app}>{children}</AppContext>;
}

export function useApp(): App {
  const app = useContext(AppContext);
  if (!app) throw new Error("AppProvider is missing");
  return app;
}

/*
 * An actor exists only while the state that invokes it is active, so every hook below may return undefined.
 */

export function useSession(): SessionActor | undefined {
  return useSelector(useApp(), (app) => app.children.session);
}

export function useNavigation(): NavigationActor | undefined {
  return useSelector(useApp(), (app) => app.children.navigation);
}

export function useToasts(): ToastsActor | undefined {
  return useSelector(useApp(), (app) => app.children.toasts);
}

export function useClipboard(): ClipboardActor | undefined {
  return useSelector(useApp(), (app) => app.children.clipboard);
}

/** The offer of a new release. Undefined in the page's first half minute. */
export function useAppUpdate(): AppUpdateActor | undefined {
  return useSelector(useApp(), (app) => app.children.appUpdate);
}

export function useSignIn(): SignInActor | undefined {
  return useSelector(useSession(), (session) => session?.children.signInFlow);
}

export function useRegistration(): RegistrationActor | undefined {
  return useSelector(useSession(), (session) => session?.children.registration);
}

export function useCodeEntry(registration: RegistrationActor): CodeEntryActor | undefined {
  return useSelector(registration, ({ children }) => children.codeEntry);
}

export function useAccountSetup(registration: RegistrationActor): AccountSetupActor | undefined {
  return useSelector(registration, ({ children }) => children.accountSetup);
}

export function useConnection(): ConnectionActor | undefined {
  return useSelector(useSession(), (session) => session?.children.connection);
}

export function useSync(): SyncActor | undefined {
  return useSelector(useSession(), (session) => session?.children.sync);
}

export function useCachedChats(): CachedChatsActor | undefined {
  return useSelector(useSession(), (session) => session?.children.cachedChats);
}

export function useSignedIn(): SignedInActor | undefined {
  return useSelector(useSession(), (session) => session?.children.signedIn);
}

export function useConversations(): ConversationsActor | undefined {
  return useSelector(useSignedIn(), (signedIn) => signedIn?.children.conversations);
}

export function useContacts(): ContactsActor | undefined {
  return useSelector(useSignedIn(), (signedIn) => signedIn?.children.contacts);
}

export function useContactRequests(): ContactRequestsActor | undefined {
  return useSelector(useSignedIn(), (signedIn) => signedIn?.children.contactRequests);
}

export function useMemberDirectory(): MemberDirectoryActor | undefined {
  return useSelector(useSignedIn(), (signedIn) => signedIn?.children.memberDirectory);
}

export function useNotificationOffer(): NotificationOfferActor | undefined {
  return useSelector(useSignedIn(), (signedIn) => signedIn?.children.notificationOffer);
}

export function usePresence(): PresenceActor | undefined {
  return useSelector(useSignedIn(), (signedIn) => signedIn?.children.presence);
}

/** The open conversation. It stays alive behind other screens until another one is opened. */
export function useConversation(): ConversationActor | undefined {
  return useSelector(useSignedIn(), (signedIn) => signedIn?.context.open?.actor);
}

export function useVoiceDraft(recorder: RecorderActor): VoiceDraftActor | undefined {
  return useSelector(recorder, ({ children }) => children.voiceDraft);
}

export function useCallManager(): CallManagerActor | undefined {
  return useSelector(useSignedIn(), (signedIn) => signedIn?.children.callManager);
}

export function useCall(callManager: CallManagerActor): CallActor | undefined {
  return useSelector(callManager, ({ children }) => children.call);
}

export function useGroupCall(callManager: CallManagerActor | undefined): GroupCallActor | undefined {
  return useSelector(callManager, (snapshot) => snapshot?.children.groupCall);
}

export function useMeeting(callManager: CallManagerActor | undefined): MeetingActor | undefined {
  return useSelector(callManager, (snapshot) => snapshot?.children.meeting);
}

/** Sends the card of a meeting to chats. */
export function useMeetingInvitation(): MeetingInvitationActor | undefined {
  return useSelector(useSignedIn(), (signedIn) => signedIn?.children.meetingInvitation);
}

export function useVoicePlayer(): VoicePlayerActor | undefined {
  return useSelector(useSignedIn(), (signedIn) => signedIn?.children.voicePlayer);
}

export function useDisappearingMessages(): DisappearingMessagesActor | undefined {
  return useSelector(useSignedIn(), (signedIn) => signedIn?.children.disappearingMessages);
}

/** Messages that are not sent yet. */
export function useOutbox(): OutboxActor | undefined {
  return useSelector(useSignedIn(), (signedIn) => signedIn?.children.outbox);
}

/** Conversations in which a peer is typing. */
export function useTypists(): TypistsActor | undefined {
  return useSelector(useSignedIn(), (signedIn) => signedIn?.children.typists);
}

/** Conversations with an unsent voice message. */
export function useWaitingRecordings(): WaitingRecordingsActor | undefined {
  return useSelector(useSignedIn(), (signedIn) => signedIn?.children.waitingRecordings);
}

export function useDownloads(): DownloadsActor | undefined {
  return useSelector(useSignedIn(), (signedIn) => signedIn?.children.downloads);
}

export function useGallery(): GalleryActor | undefined {
  return useSelector(useSignedIn(), (signedIn) => signedIn?.children.gallery);
}

type UserEvent<Event> = Event extends { type: `user.${string}` } ? Event : never;

/**
 * The only way for views to send events: `user.*` events, typed by the actor's chart. If there is no actor,
 * the event is dropped.
 */
export function useSend<Event extends { type: string }>(
  actor: { send: (event: Event) => void } | undefined,
): (event: UserEvent<Event>) => void {
  return useCallback((event: UserEvent<Event>) => actor?.send(event), [actor]);
}
