/** Hands every port to every chart and makes the app actor. The only file that knows all of them. */
import {
  type ActorOptions,
  type ActorRefFrom,
  createActor,
  type EventObject,
  fromCallback,
  fromPromise,
} from "xstate";
import { alertsMachine } from "../machines/alerts.ts";
import { appMachine } from "../machines/app.ts";
import { callListMachine } from "../machines/call-list.ts";
import { callReceiptsMachine } from "../machines/call-receipts.ts";
import { calleeMachine } from "../machines/callee.ts";
import { callerMachine } from "../machines/caller.ts";
import type { Letter } from "../machines/calls.ts";
import { composerMachine } from "../machines/composer.ts";
import { contactsMachine } from "../machines/contacts.ts";
import { conversationMachine } from "../machines/conversation.ts";
import { conversationsMachine } from "../machines/conversations.ts";
import { courierMachine } from "../machines/courier.ts";
import { historyMachine } from "../machines/history.ts";
import { linkMachine } from "../machines/link.ts";
import { membershipMachine } from "../machines/membership.ts";
import { messageActionMachine } from "../machines/message-action.ts";
import { messageActionsMachine } from "../machines/message-actions.ts";
import { messengerMachine } from "../machines/messenger.ts";
import { type AddressCommand, navigationMachine } from "../machines/navigation.ts";
import { outboxMachine } from "../machines/outbox.ts";
import { outgoingMachine } from "../machines/outgoing.ts";
import { phoneMachine } from "../machines/phone.ts";
import type { Ports, Ring, Stream } from "../machines/ports.ts";
import { profileDetailsMachine } from "../machines/profile-details.ts";
import { readingMachine } from "../machines/reading.ts";
import { roomMachine } from "../machines/room.ts";
import { rosterMachine } from "../machines/roster.ts";
import { sessionMachine } from "../machines/session.ts";
import { signInMachine } from "../machines/sign-in.ts";
import { syncMachine } from "../machines/sync.ts";
import { createText, languageOf } from "./i18n/text.ts";
import { messagePreview } from "./text/preview.ts";

export type App = ActorRefFrom<typeof appMachine>;

/**
 * Makes the app actor, not yet started. Call it once, outside React.
 *
 * @param ports the outside world
 * @param options XState's actor options: a clock for tests, an inspection observer, a logger
 */
export function createApp(
  ports: Ports,
  options: Pick<ActorOptions<typeof appMachine>, "clock" | "inspect" | "logger"> = {},
): App {
  const { account, credentials, im, media, platform, storage } = ports;

  const connectionEvents = listening(im.connectionEvents);
  const syncEvents = listening(im.syncEvents);
  const conversationEvents = listening(im.conversationEvents);
  const messageEvents = listening(im.messageEvents);
  const pageEvents = listening(platform.pageEvents);
  const loadConversation = asking(im.loadConversation);
  const reconnect = asking(im.reconnect);
  const stopIm = asking(im.stop);
  const copyText = fromPromise<void, { text: string }>(({ input }) => platform.copy(input.text));

  const sync = syncMachine.provide({ actors: { syncEvents, reconnect } });

  const signInFlow = signInMachine.provide({
    actors: { signIn: asking(account.signIn), sendCode: asking(account.sendCode) },
  });

  const outbox = outboxMachine.provide({
    actors: {
      outgoing: outgoingMachine.provide({
        actors: { createMessage: asking(im.createMessage), sendMessage: asking(im.sendMessage) },
      }),
      readOutbox: asking(storage.readOutbox),
      outboxStore: fromCallback(({ receive }) =>
        receive((event) => void storage.writeOutbox(event).catch(ignore)),
      ),
    },
  });

  const conversation = conversationMachine.provide({
    actors: {
      history: historyMachine.provide({
        actors: {
          messageEvents,
          syncEvents,
          loadOlder: asking(im.loadOlder),
          loadNewer: asking(im.loadNewer),
        },
      }),
      reading: readingMachine.provide({
        actors: {
          messageEvents,
          conversationEvents,
          pageEvents,
          syncEvents,
          markRead: asking(im.markRead),
        },
      }),
      composer: composerMachine.provide({
        actors: {
          pageEvents,
          saveDraft: asking(im.saveDraft),
          typist: fromCallback(({ input, receive }) => {
            let typing = false;
            const tell = () => void im.sendTyping({ ...input, typing }).catch(ignore);
            receive((event) => {
              typing = event.typing;
              tell();
            });
            return () => {
              if (!typing) return;
              typing = false;
              tell();
            };
          }),
        },
      }),
      membership: membershipMachine.provide({
        actors: {
          groupEvents: listening(im.groupEvents),
          loadGroup: asking(im.loadGroup),
          loadMembership: asking(im.loadMembership),
        },
      }),
      conversationEvents,
      messageEvents,
      loadConversation,
      messageActions: messageActionsMachine.provide({
        actors: {
          messageAction: messageActionMachine.provide({
            actors: {
              revokeMessage: asking(im.revokeMessage),
              deleteMessage: asking(im.deleteMessage),
              copyText,
            },
          }),
        },
      }),
    },
  });

  const room = roomMachine.provide({
    actors: {
      media: fromCallback(({ input, sendBack, receive }) => {
        const connection = media.join(input, sendBack);
        receive((command) => connection.command(command));
        return () => connection.leave();
      }),
    },
  });
  const sendSignal = asking(im.sendSignal);
  const requestAccess = asking(media.requestAccess);
  const wakeLock = fromCallback(() => platform.keepAwake());
  const ring = fromCallback<EventObject, Ring>(({ input }) => {
    if (input.kind === "ringback") return platform.ring({ kind: "ringback", title: "", body: "" });
    const { t } = createText(app.getSnapshot().context.language);
    const body = t(input.mediaType === "video" ? "rtc.incomingVideo" : "rtc.incomingVoice");
    return platform.ring({ kind: "ringtone", title: input.name, body });
  });
  const phone = phoneMachine.provide({
    actors: {
      signalEvents: listening(im.signalEvents),
      caller: callerMachine.provide({ actors: { room, requestAccess, sendSignal, ring, wakeLock } }),
      callee: calleeMachine.provide({
        actors: { room, requestAccess, sendSignal, ring, wakeLock, loadUser: asking(im.loadUser) },
      }),
      courier: courierMachine.provide({ actors: { sendSignal } }),
      prepareMedia: asking(media.prepare),
      lastWord: fromCallback(({ receive }) => {
        let letter: Letter | null = null;
        const say = () => {
          if (letter) im.sendSignal(letter).catch(ignore);
          letter = null;
        };
        receive((event) => {
          letter = event.letter;
        });
        const stopWaiting = platform.onClosing(say);
        return () => {
          stopWaiting();
          say();
        };
      }),
    },
  });

  const messenger = messengerMachine.provide({
    actors: {
      conversation,
      outbox,
      phone,
      roster: rosterMachine.provide({
        actors: {
          groupEvents: listening(im.groupEvents),
          syncEvents,
          loadPeople: asking(im.loadPeople),
        },
      }),
      callList: callListMachine.provide({
        actors: {
          conversationEvents,
          syncEvents,
          loadCalls: asking(im.loadCalls),
          fetchCalls: asking(im.fetchCalls),
        },
      }),
      callReceipts: callReceiptsMachine.provide({
        actors: { conversationEvents, syncEvents, markMessageRead: asking(im.markMessageRead) },
      }),
      conversations: conversationsMachine.provide({
        actors: {
          conversationEvents,
          syncEvents,
          loadConversations: asking(im.loadConversations),
          loadUnreadTotal: asking(im.loadUnreadTotal),
          changeConversation: asking(im.changeConversation),
          titleBar: fromCallback(({ receive }) => {
            receive(({ count }) => platform.setUnread(count));
            return () => platform.setUnread(0);
          }),
        },
      }),
      contacts: contactsMachine.provide({
        actors: {
          contactEvents: listening(im.contactEvents),
          conversationEvents,
          syncEvents,
          loadContacts: fromPromise(async () => {
            const [friends, groups] = await Promise.all([im.loadFriends(), im.loadGroups()]);
            return { friends, groups };
          }),
          findConversation: asking(im.findConversation),
        },
      }),
      alerts: alertsMachine.provide({
        actors: {
          messageEvents,
          pageEvents,
          connectionEvents,
          loadConversation,
          bell: fromCallback(({ receive }) =>
            receive(({ conversation: { conversationID, showName }, message }) => {
              const text = createText(app.getSnapshot().context.language);
              const selfID = message.recvID;
              const body = messagePreview(message, { text, selfID, isGroup: false });
              platform.alert({ title: showName, body, conversationID });
            }),
          ),
        },
      }),
    },
  });

  const session = sessionMachine.provide({
    actors: {
      signInFlow,
      link: linkMachine.provide({
        actors: { connectionEvents, pageEvents, reconnect, setBackground: asking(im.setBackground) },
      }),
      sync,
      messenger,
      profileDetails: profileDetailsMachine.provide({
        actors: { connectionEvents, loadDetails: asking(account.loadDetails) },
      }),
      readCredentials: asking(credentials.read),
      forgetCredentials: asking(credentials.forget),
      warmUp: asking(im.start),
      login: asking(im.login),
      logout: asking(im.logout),
      stopIm,
      loadProfile: asking(im.loadProfile),
      connectionEvents,
      credentialEvents: listening(credentials.events),
      tabLock: fromCallback(({ sendBack, receive }) => {
        const lock = platform.tabLock(sendBack);
        receive(() => lock.steal());
        return () => lock.release();
      }),
    },
  });

  const navigation = navigationMachine.provide({
    actors: {
      address: fromCallback<AddressCommand>(({ sendBack, receive }) => {
        receive((command) => {
          if (command.type === "address.push") platform.push(command.place);
          else if (command.type === "address.replace") platform.replace(command.place);
          else if (command.type === "address.cover") platform.cover();
          else if (command.type === "address.uncover") platform.uncover();
          else platform.back();
        });
        return platform.addressEvents(sendBack);
      }),
      checkAccess: fromPromise(async () => {
        const status = await im.loginStatus().catch(() => null);
        return { status, hasCredentials: (await credentials.read()) !== null };
      }),
    },
  });

  const app: App = createActor(
    appMachine.provide({
      actors: {
        session,
        navigation,
        copyText,
        preferences: fromCallback(({ receive }) => receive((event) => storage.writeLanguage(event.language))),
      },
    }),
    {
      systemId: "app",
      input: {
        language: languageOf(storage.readLanguage(), platform.browserLanguage()),
        clock: { newID: () => platform.newID(), now: () => platform.now() },
        place: platform.currentPlace(),
      },
      ...options,
    },
  );
  return app;
}

/** A port's method as an actor. */
function asking<Input, Output>(ask: (input: Input) => Promise<Output>) {
  return fromPromise<Output, Input>(({ input }) => ask(input));
}

/** A port's stream as an actor. */
function listening<Event extends EventObject>(stream: Stream<Event>) {
  return fromCallback<EventObject>(({ sendBack }) => stream(sendBack));
}

/** Fire and forget: the adapter has logged it, and nobody waits for the outcome. */
function ignore(): void {}
