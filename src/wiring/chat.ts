import { fromCallback, fromPromise } from "xstate";
import { keptLinkMachine } from "../../machines/app/kept-link.ts";
import { notificationOfferMachine } from "../../machines/app/notification-offer.ts";
import { notificationsMachine } from "../../machines/app/notifications.ts";
import { attachmentsMachine } from "../../machines/composer/attachments.ts";
import { composerMachine } from "../../machines/composer/composer.ts";
import { emojiPanelMachine } from "../../machines/composer/emoji-panel.ts";
import { incomingShareMachine } from "../../machines/composer/incoming-share.ts";
import { mentionPickerMachine } from "../../machines/composer/mention-picker.ts";
import { shareConfirmationMachine } from "../../machines/composer/share-confirmation.ts";
import { chatSearchMachine } from "../../machines/conversation/chat-search.ts";
import { conversationMachine } from "../../machines/conversation/conversation.ts";
import { historyMachine } from "../../machines/conversation/history.ts";
import { historyGapsMachine } from "../../machines/conversation/history-gaps.ts";
import { membershipMachine } from "../../machines/conversation/membership.ts";
import { messageActionMachine } from "../../machines/conversation/message-action.ts";
import { messageMenuMachine } from "../../machines/conversation/message-menu.ts";
import { readStateMachine } from "../../machines/conversation/read-state.ts";
import { unreadJumpMachine } from "../../machines/conversation/unread-jump.ts";
import type { PageSeen } from "../../machines/inbox/cached-pages.ts";
import { conversationsMachine } from "../../machines/inbox/conversations.ts";
import { prefetchMachine } from "../../machines/inbox/prefetch.ts";
import { outboxMachine } from "../../machines/outbox/outbox.ts";
import { outgoingMessageMachine } from "../../machines/outbox/outgoing-message.ts";
import type { ContactLists } from "../../machines/people/contact-lists.ts";
import { contactsMachine } from "../../machines/people/contacts.ts";
import { memberDirectoryMachine } from "../../machines/people/member-directory.ts";
import { createText } from "../i18n/text.ts";
import { messagePreview } from "../text/preview.ts";
import type { Wiring } from "./actors-by-name.ts";
import { asking, ignore } from "./port-actors.ts";
import { recorderChart } from "./recorder.ts";
import { receiverPorts, selectionChart } from "./selection.ts";

export function chatCharts(wiring: Wiring) {
  const { actors, ports, language, alerts } = wiring;
  const { files, im, platform, storage } = ports;
  const pageStore = fromCallback<PageSeen>(({ receive }) => receive((seen) => storage.keepPage(seen)));

  const outbox = outboxMachine.provide({
    actors: {
      ...actors,
      outgoingMessage: outgoingMessageMachine.provide({
        actors: {
          ...actors,
          upload: fromCallback(({ input: { clientMsgID, attachment }, sendBack }) =>
            attachment ? im.upload({ clientMsgID, attachment }, sendBack) : undefined,
          ),
        },
      }),
      outboxStore: fromCallback(({ receive }) =>
        receive((event) => void storage.writeOutbox(event).catch(ignore)),
      ),
    },
  });

  const conversation = conversationMachine.provide({
    actors: {
      ...actors,
      history: historyMachine.provide({
        actors: {
          ...actors,
          historyGaps: historyGapsMachine.provide({ actors }),
          pageStore,
          openHistory: asking(({ soughtID, ...page }) =>
            soughtID === null ? im.loadOlder(page) : im.loadAround({ ...page, cursor: soughtID }),
          ),
        },
      }),
      readState: readStateMachine.provide({
        actors: { ...actors, unreadJump: unreadJumpMachine.provide({ actors }) },
      }),
      composer: composerMachine.provide({
        actors: {
          ...actors,
          copyText: asking(({ text }) => platform.copy(text)),
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
      chatSearch: chatSearchMachine.provide({ actors: { ...actors, readOlder: actors.loadOlder } }),
      attachments: attachmentsMachine.provide({
        actors: {
          prepareFile: asking(files.prepare),
          ownFiles: fromCallback(({ receive }) =>
            receive(
              ({ userID, clientMsgIDs }) => void storage.dropBytes({ userID, clientMsgIDs }).catch(ignore),
            ),
          ),
        },
      }),
      emojiPanel: emojiPanelMachine.provide({
        actors: {
          ...actors,
          emojiStore: fromCallback(({ receive }) =>
            receive(({ userID, memory }) => void storage.writeEmojis({ userID, memory }).catch(ignore)),
          ),
        },
      }),
      mentionPicker: mentionPickerMachine.provide({ actors }),
      recorder: recorderChart(wiring),
      shareConfirmation: shareConfirmationMachine.provide({ actors }),
      membership: membershipMachine.provide({ actors }),
      selection: selectionChart(wiring),
      messageMenu: messageMenuMachine.provide({
        actors: { ...actors, messageAction: messageActionMachine.provide({ actors }) },
      }),
    },
  });

  const { findClosed, findReceivers } = receiverPorts(wiring);

  return {
    conversation,
    incomingShare: incomingShareMachine.provide({
      actors: {
        findClosed,
        findReceivers,
        readShare: asking(ports.shares.read),
        shareStore: fromCallback(({ receive }) => receive(({ shareID }) => ports.shares.drop({ shareID }))),
      },
    }),
    keptLink: keptLinkMachine.provide({
      actors: {
        ...actors,
        linkStore: fromCallback(({ sendBack }) => {
          const link = storage.readLink();
          if (link) sendBack({ type: "link.kept", link });
        }),
      },
    }),
    outbox,
    memberDirectory: memberDirectoryMachine.provide({ actors }),
    prefetch: prefetchMachine.provide({
      actors: {
        ...actors,
        cachedPages: fromCallback(({ input, sendBack }) => storage.watchPages(input, sendBack)),
        pageStore,
        loadNewest: actors.loadOlder,
      },
    }),
    conversations: conversationsMachine.provide({
      actors: {
        ...actors,
        titleBar: fromCallback(({ receive }) => {
          receive(({ count }) => platform.setUnread(count));
          return () => platform.setUnread(0);
        }),
        rowStore: fromCallback(({ receive }) => {
          receive((seen) => storage.keepRows(seen));
          return () => storage.restRows();
        }),
      },
    }),
    contacts: contactsMachine.provide({
      actors: {
        ...actors,
        loadContacts: fromPromise<ContactLists>(async () => {
          const [friends, groups, blacks] = await Promise.all([
            im.loadFriends(),
            im.loadGroups(),
            im.loadBlacks(),
          ]);
          return { friends, groups, blacks };
        }),
      },
    }),
    notifications: notificationsMachine.provide({
      actors: {
        ...actors,
        bell: fromCallback(({ receive }) =>
          receive(({ conversation: { conversationID, showName }, message }) => {
            const text = createText(language());
            const selfID = message.recvID;
            const { sound, notifications, previews } = alerts();
            // A notification with the text would outlive a disappearing message.
            const body =
              message.burn || !previews
                ? text.t("chat.newMessages", { count: 1 })
                : messagePreview(message, { text, selfID, isGroup: false });
            platform.alert({
              title: showName,
              body,
              conversationID,
              isSilent: !sound,
              isShown: notifications,
            });
          }),
        ),
      },
    }),
    notificationOffer: notificationOfferMachine.provide({
      actors: {
        ...actors,
        offerStore: fromCallback(({ sendBack, receive }) => {
          if (storage.readDeclined()) sendBack({ type: "offer.declined" });
          receive(() => storage.writeDeclined());
        }),
      },
    }),
  };
}
