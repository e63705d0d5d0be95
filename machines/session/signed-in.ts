import { type ActorRefFrom, assign, enqueueActions, forwardTo, log, sendTo, setup, stopChild } from "xstate";
import { keptLinkMachine } from "../app/kept-link.ts";
import { notificationOfferMachine } from "../app/notification-offer.ts";
import { notificationsMachine } from "../app/notifications.ts";
import { pushSubscriptionMachine } from "../app/push-subscription.ts";
import { routeScopesMachine } from "../app/route-scopes.ts";
import { addToast, toastsOf } from "../app/toasts.ts";
import { callManagerMachine } from "../calls/call-manager.ts";
import { callReceiptsMachine } from "../calls/call-receipts.ts";
import type { CallManagerNews } from "../calls/call-slots.ts";
import { leftCallMachine } from "../calls/left-call.ts";
import { meetingInvitationMachine } from "../calls/meeting-invitation.ts";
import { incomingShareMachine } from "../composer/incoming-share.ts";
import { conversationMachine } from "../conversation/conversation.ts";
import { disappearingMessagesMachine } from "../conversation/disappearing-messages.ts";
import type { CallRecord } from "../domain/call.ts";
import { child } from "../domain/child.ts";
import type { FailureCode } from "../domain/failure.ts";
import type { IncomingShareNews } from "../domain/incoming-share.ts";
import { conversationWith } from "../domain/message.ts";
import type { Profile } from "../domain/people.ts";
import { chatPath, conversationIn, type Place, placeOf, soughtIn } from "../domain/route.ts";
import type { LostChangeKey } from "../domain/toast.ts";
import { type ConversationsNews, conversationsMachine } from "../inbox/conversations.ts";
import { prefetchMachine } from "../inbox/prefetch.ts";
import { typistsMachine } from "../inbox/typists.ts";
import { waitingRecordingsMachine } from "../inbox/waiting-recordings.ts";
import { downloadsMachine } from "../media/downloads.ts";
import { galleryMachine } from "../media/gallery.ts";
import { voicePlayerMachine } from "../media/voice-player.ts";
import { OUTBOX, type OutboxCommand, outboxMachine } from "../outbox/outbox.ts";
import { contactRequestsMachine } from "../people/contact-requests.ts";
import { contactsMachine } from "../people/contacts.ts";
import {
  MEMBER_DIRECTORY,
  type MemberDirectoryCommand,
  memberDirectoryMachine,
} from "../people/member-directory.ts";
import { presenceMachine } from "../people/presence.ts";
import type { Clock } from "../ports/platform.ts";

/**
 * The charts of a signed-in user: the lists, the outbox and the open conversation. It lives only while the session is
 * ready, so signing out clears every store (4-14 to 4-17).
 */

export type SignedInEvent =
  | OutboxCommand
  | CallManagerNews
  | ConversationsNews
  | IncomingShareNews
  | MemberDirectoryCommand
  /** A change failed after the user had left its page, and its chart with it. */
  | { type: "change.failed"; key: LostChangeKey; failure: FailureCode }
  /** The session stops this chart next. */
  | { type: "session.ending" }
  /** `beside`: the chat that is visible beside the page (11-21). */
  | { type: "place.changed"; place: Place; beside?: Place };

export interface SignedInContext {
  profile: Profile;
  clock: Clock;
  /** The user's location when this chart started. */
  place: Place;
  /** The conversation opened last; it stays alive behind other screens (2-03, 2-06). */
  open: { conversationID: string; actor: ActorRefFrom<typeof conversationMachine> } | null;
}

const CHARTS = {
  conversations: conversationsMachine,
  contacts: contactsMachine,
  contactRequests: contactRequestsMachine,
  outbox: outboxMachine,
  memberDirectory: memberDirectoryMachine,
  presence: presenceMachine,
  notifications: notificationsMachine,
  notificationOffer: notificationOfferMachine,
  pushSubscription: pushSubscriptionMachine,
  conversation: conversationMachine,
  callManager: callManagerMachine,
  leftCall: leftCallMachine,
  callReceipts: callReceiptsMachine,
  meetingInvitation: meetingInvitationMachine,
  routeScopes: routeScopesMachine,
  voicePlayer: voicePlayerMachine,
  disappearingMessages: disappearingMessagesMachine,
  gallery: galleryMachine,
  incomingShare: incomingShareMachine,
  downloads: downloadsMachine,
  typists: typistsMachine,
  waitingRecordings: waitingRecordingsMachine,
  prefetch: prefetchMachine,
  keptLink: keptLinkMachine,
};

const profileOf = ({ context }: { context: SignedInContext }) => context.profile;
const userIDIn = ({ context: { profile } }: { context: SignedInContext }) => ({ userID: profile.userID });
/** The place of the chat that the user sees; another place if there is none. */
const inView = ({ event: { place, beside } }: { event: { place: Place; beside?: Place } }) => ({
  place: beside ?? place,
});
const asChild = <Self>({ context, self }: { context: SignedInContext; self: Self }) => ({
  parent: self,
  userID: context.profile.userID,
});

export const signedInMachine = setup({
  types: {
    context: {} as SignedInContext,
    events: {} as SignedInEvent,
    input: {} as Omit<SignedInContext, "open">,
    children: {} as { [Name in keyof typeof CHARTS]: Name },
  },
  actors: CHARTS,
  actions: {
    watch: sendTo("notifications", (_, { place }: { place: Place }) => ({
      type: "notifications.watch" as const,
      conversationID: conversationIn(place),
    })),
    closeConversation: stopChild("conversation"),
    openConversation: assign(({ context, spawn, self }, { place }: { place: Place }) => {
      const conversationID = conversationIn(place);
      if (conversationID === null) return {};
      const input = {
        conversationID,
        soughtID: soughtIn(place),
        userID: context.profile.userID,
        outbox: self,
        memberDirectory: self,
        clock: context.clock,
      };
      return { open: { conversationID, actor: spawn("conversation", { id: "conversation", input }) } };
    }),
    forgetConversation: assign({ open: null }),
    showConversation: sendTo("conversation", (_, { place }: { place: Place }) => ({
      type: "conversation.shown" as const,
      soughtID: soughtIn(place),
    })),
    hideConversation: sendTo("conversation", { type: "conversation.hidden" }),
    tellContactsShown: sendTo("contacts", { type: "contacts.shown" }),
    forwardToOutbox: forwardTo("outbox"),
    /** The user has sent something. */
    tellSent: enqueueActions(({ enqueue, event: { type } }) => {
      if (type === "outbox.send" || type === "outbox.attach")
        enqueue.sendTo("notificationOffer", { type: "notificationOffer.used" });
    }),
    tellTalked: enqueueActions(({ enqueue }, { hasTalked }: { hasTalked: boolean }) => {
      if (hasTalked) enqueue.sendTo("notificationOffer", { type: "notificationOffer.used" });
    }),
    forwardToMemberDirectory: forwardTo("memberDirectory"),
    forwardToPages: forwardTo("routeScopes"),
    forwardToGallery: forwardTo("gallery"),
    forwardToShare: forwardTo("incomingShare"),
    forwardToLink: forwardTo("keptLink"),
    forwardToConversation: forwardTo("conversation"),
    forwardToApplications: forwardTo("contactRequests"),
    keepRecord: sendTo(
      "outbox",
      ({ context }, { userID, record }: { userID: string; record: CallRecord }) => ({
        type: "outbox.record" as const,
        conversationID: conversationWith(userID, context.profile.userID),
        record,
      }),
    ),
    expectRecord: sendTo(
      "callReceipts",
      ({ context }, { userID, roomID }: { userID: string; roomID: string }) => ({
        type: "callReceipts.expect" as const,
        conversationID: conversationWith(userID, context.profile.userID),
        roomID,
      }),
    ),
    notify: sendTo(toastsOf, addToast),
    reportFailure: log(({ event }) => `signedIn: ${event.type}`),
  },
  guards: {
    isContacts: (_, { place }: { place: Place }) => place.path === "/contact",
    isNotContacts: (_, { place }: { place: Place }) => place.path !== "/contact",
    isElsewhere: (_, { place }: { place: Place }) => conversationIn(place) === null,
    isOpen: ({ context: { open } }, { conversationID }: { conversationID: string | null }) =>
      open !== null && (conversationID ?? open.conversationID) === open.conversationID,
    isSame: ({ context }, { place }: { place: Place }) =>
      context.open?.conversationID === conversationIn(place),
    /** From a page beside the chat, the user asked for one of its messages. */
    isSought: ({ context }, { place }: { place: Place }) =>
      context.open?.conversationID === conversationIn(place) && soughtIn(place) !== null,
  },
}).createMachine({
  id: "signedIn",
  context: ({ input }) => ({ ...input, open: null }),
  invoke: [
    { ...child("conversations"), input: asChild },
    child("contacts"),
    {
      ...child("contactRequests"),
      input: ({ context: { profile, place } }) => ({ userID: profile.userID, place }),
    },
    {
      ...child("outbox"),
      systemId: OUTBOX,
      input: ({ context }) => ({ sender: context.profile, clock: context.clock }),
    },
    { ...child("memberDirectory"), systemId: MEMBER_DIRECTORY },
    child("presence"),
    { ...child("notifications"), input: profileOf },
    child("notificationOffer"),
    child("pushSubscription"),
    {
      ...child("callManager"),
      input: ({ context: { profile, clock, place }, self }) => ({
        parent: self,
        clock,
        userID: profile.userID,
        place,
      }),
    },
    {
      ...child("leftCall"),
      input: ({ context, self }) => ({ ...asChild({ context, self }), clock: context.clock }),
    },
    child("callReceipts"),
    {
      ...child("meetingInvitation"),
      input: ({ context, self }) => ({ parent: self, clock: context.clock }),
    },
    {
      ...child("routeScopes"),
      input: ({ context: { profile, clock, place } }) => ({ profile, clock, place }),
    },
    {
      ...child("gallery"),
      input: ({ context: { clock }, self }) => ({ outbox: self, clock }),
    },
    {
      ...child("incomingShare"),
      input: ({ context: { place }, self }) => ({ parent: self, place }),
    },
    { ...child("disappearingMessages"), input: ({ context }) => context },
    child("downloads"),
    { ...child("typists"), input: userIDIn },
    { ...child("waitingRecordings"), input: userIDIn },
    { ...child("voicePlayer"), input: userIDIn },
    { ...child("prefetch"), input: userIDIn },
    child("keptLink"),
  ],
  type: "parallel",
  on: {
    "callManager.record": {
      actions: [
        { type: "keepRecord", params: ({ event }) => event },
        {
          type: "tellTalked",
          params: ({ event }) => ({ hasTalked: event.record.result === "completed" }),
        },
      ],
    },
    "callManager.known": {
      actions: [
        { type: "expectRecord", params: ({ event }) => event },
        { type: "tellTalked", params: ({ event }) => event },
      ],
    },
    "outbox.*": { actions: ["forwardToOutbox", "tellSent"] },
    "memberDirectory.meet": { actions: "forwardToMemberDirectory" },
    "incomingShare.put": { actions: "forwardToConversation" },
    "change.failed": {
      actions: {
        type: "notify",
        params: ({ event: { key, failure } }) => ({ toast: { tone: "error", key, failure } }),
      },
    },
  },
  states: {
    chat: {
      initial: "arriving",
      states: {
        arriving: {
          description: "The initial location decides whether a conversation is open.",
          always: [
            {
              guard: { type: "isElsewhere", params: ({ context }) => ({ place: context.place }) },
              target: "elsewhere",
            },
            {
              target: "inConversation",
              actions: [
                { type: "watch", params: ({ context }) => ({ place: context.place }) },
                { type: "openConversation", params: ({ context }) => ({ place: context.place }) },
              ],
            },
          ],
        },
        elsewhere: {
          description: "No conversation is in front; the last one may stay alive behind.",
          on: {
            "conversations.cleared": {
              guard: { type: "isOpen", params: ({ event }) => event },
              actions: ["closeConversation", "forgetConversation"],
            },
            "place.changed": [
              { guard: { type: "isElsewhere", params: inView } },
              {
                guard: { type: "isSame", params: inView },
                target: "inConversation",
                actions: [
                  { type: "watch", params: inView },
                  { type: "showConversation", params: inView },
                ],
              },
              {
                target: "inConversation",
                actions: [
                  { type: "watch", params: inView },
                  "closeConversation",
                  { type: "openConversation", params: inView },
                ],
              },
            ],
          },
        },
        inConversation: {
          description: "A conversation is in front.",
          on: {
            "session.ending": { actions: "hideConversation" },
            "conversations.cleared": {
              guard: { type: "isOpen", params: ({ event }) => event },
              actions: [
                "closeConversation",
                {
                  type: "openConversation",
                  params: ({ context }) => ({ place: placeOf(chatPath(context.open?.conversationID ?? "")) }),
                },
              ],
            },
            "place.changed": [
              {
                guard: { type: "isElsewhere", params: inView },
                target: "elsewhere",
                actions: [{ type: "watch", params: inView }, "hideConversation"],
              },
              {
                guard: { type: "isSought", params: inView },
                actions: { type: "showConversation", params: inView },
              },
              { guard: { type: "isSame", params: inView } },
              {
                actions: [
                  { type: "watch", params: inView },
                  "hideConversation",
                  "closeConversation",
                  { type: "openConversation", params: inView },
                ],
              },
            ],
          },
        },
      },
    },
    people: {
      description: "Reloads the contacts when the user opens that tab.",
      initial: "behind",
      states: {
        behind: {
          on: {
            "place.changed": {
              guard: { type: "isContacts", params: ({ event }) => event },
              target: "inFront",
              actions: "tellContactsShown",
            },
          },
        },
        inFront: {
          on: {
            "place.changed": {
              guard: { type: "isNotContacts", params: ({ event }) => event },
              target: "behind",
            },
          },
        },
      },
    },
    pages: {
      description: "Passes the location to the charts that depend on it.",
      on: {
        "place.changed": {
          actions: [
            "forwardToPages",
            "forwardToApplications",
            "forwardToGallery",
            "forwardToShare",
            "forwardToLink",
          ],
        },
      },
    },
  },
});
