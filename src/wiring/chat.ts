import { fromCallback, fromPromise } from "xstate";
import { notificationsMachine } from "../../machines/app/notifications.ts";
import { attachmentsMachine } from "../../machines/composer/attachments.ts";
import { composerMachine } from "../../machines/composer/composer.ts";
import { emojiPanelMachine } from "../../machines/composer/emoji-panel.ts";
import { mentionPickerMachine } from "../../machines/composer/mention-picker.ts";
import { shareConfirmationMachine } from "../../machines/composer/share-confirmation.ts";
import { conversationMachine } from "../../machines/conversation/conversation.ts";
import { historyMachine } from "../../machines/conversation/history.ts";
import { historyGapsMachine } from "../../machines/conversation/history-gaps.ts";
import { membershipMachine } from "../../machines/conversation/membership.ts";
import { messageActionMachine } from "../../machines/conversation/message-action.ts";
import { messageMenuMachine } from "../../machines/conversation/message-menu.ts";
import { readStateMachine } from "../../machines/conversation/read-state.ts";
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
import { asking, ignore, listening } from "./port-actors.ts";
import type { Outside } from "./program.ts";
import { recorderChart } from "./recorder.ts";
import { selectionChart } from "./selection.ts";

export function chatCharts(outside: Outside) {
  const { ports, language, isSoundOn } = outside;
  const { files, im, platform, storage } = ports;
  const conversationEvents = listening(im.conversationEvents);
  const groupEvents = listening(im.groupEvents);
  const connectionEvents = listening(im.connectionEvents);
  const messageEvents = listening(im.messageEvents);
  const pageEvents = listening(platform.pageEvents);
  const syncEvents = listening(im.syncEvents);
  const loadConversation = asking(im.loadConversation);
  const loadConversations = asking(im.loadConversations);
  const loadOlder = asking(im.loadOlder);
  const pageStore = fromCallback<PageSeen>(({ receive }) => receive((seen) => storage.keepPage(seen)));

  const outbox = outboxMachine.provide({
    actors: {
      outgoingMessage: outgoingMessageMachine.provide({
        actors: {
          connectionEvents,
          upload: fromCallback(({ input: { clientMsgID, attachment }, sendBack }) =>
            attachment ? im.upload({ clientMsgID, attachment }, sendBack) : undefined,
          ),
          createMessage: asking(im.createMessage),
          sendMessage: asking(im.sendMessage),
        },
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
          historyGaps: historyGapsMachine.provide({
            actors: { syncEvents, fillGaps: asking(im.fillGaps) },
          }),
          messageEvents,
          syncEvents,
          pageStore,
          openHistory: asking(({ soughtID, ...page }) =>
            soughtID === null ? im.loadOlder(page) : im.loadAround({ ...page, cursor: soughtID }),
          ),
          loadOlder,
          loadNewer: asking(im.loadNewer),
        },
      }),
      readState: readStateMachine.provide({
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
          readEmojis: asking(storage.readEmojis),
          emojiStore: fromCallback(({ receive }) =>
            receive(({ userID, memory }) => void storage.writeEmojis({ userID, memory }).catch(ignore)),
          ),
        },
      }),
      mentionPicker: mentionPickerMachine.provide({
        actors: { groupEvents, loadMembers: asking(im.loadMembers) },
      }),
      recorder: recorderChart(ports),
      shareConfirmation: shareConfirmationMachine.provide({
        actors: { locate: asking(ports.location.locate) },
      }),
      membership: membershipMachine.provide({
        actors: {
          groupEvents,
          loadGroup: asking(im.loadGroup),
          loadMembership: asking(im.loadMembership),
        },
      }),
      conversationEvents,
      connectionEvents,
      messageEvents,
      syncEvents,
      loadConversation,
      firstSync: asking(im.firstSync),
      selection: selectionChart(outside),
      messageMenu: messageMenuMachine.provide({
        actors: {
          loadMembersByID: asking(im.loadMembersByID),
          messageAction: messageActionMachine.provide({
            actors: {
              revokeMessage: asking(im.revokeMessage),
              deleteMessage: asking(im.deleteMessage),
            },
          }),
        },
      }),
    },
  });

  return {
    conversation,
    outbox,
    memberDirectory: memberDirectoryMachine.provide({
      actors: {
        groupEvents,
        syncEvents,
        loadPeople: asking(im.loadPeople),
      },
    }),
    prefetch: prefetchMachine.provide({
      actors: {
        conversationEvents,
        cachedPages: fromCallback(({ input, sendBack }) => storage.watchPages(input, sendBack)),
        pageStore,
        loadConversations,
        loadNewest: loadOlder,
      },
    }),
    conversations: conversationsMachine.provide({
      actors: {
        conversationEvents,
        messageEvents,
        syncEvents,
        loadConversations,
        loadUnreadTotal: asking(im.loadUnreadTotal),
        changeConversation: asking(im.changeConversation),
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
        contactEvents: listening(im.contactEvents),
        groupEvents,
        conversationEvents,
        syncEvents,
        loadContacts: fromPromise<ContactLists>(async () => {
          const [friends, groups, blacks] = await Promise.all([
            im.loadFriends(),
            im.loadGroups(),
            im.loadBlacks(),
          ]);
          return { friends, groups, blacks };
        }),
        findConversation: asking(im.findConversation),
        unblock: asking(im.unblock),
      },
    }),
    notifications: notificationsMachine.provide({
      actors: {
        messageEvents,
        pageEvents,
        connectionEvents,
        loadConversation,
        bell: fromCallback(({ receive }) =>
          receive(({ conversation: { conversationID, showName }, message }) => {
            const text = createText(language());
            const selfID = message.recvID;
            // A notification with the text would outlive a disappearing message.
            const body = message.burn
              ? text.t("chat.newMessages", { count: 1 })
              : messagePreview(message, { text, selfID, isGroup: false });
            platform.alert({ title: showName, body, conversationID, isSilent: !isSoundOn() });
          }),
        ),
      },
    }),
  };
}
