/** A user's device: the charts of a chat, connected to a model of the SDK. Nothing else of the app runs. */
import { type ActorRefFrom, createActor, type InspectionEvent } from "xstate";
import { Failure } from "../../../machines/domain/failure.ts";
import type { Message } from "../../../machines/domain/message.ts";
import type { OutboxContext } from "../../../machines/outbox/outbox.ts";
import type { KeptDraft } from "../../../machines/outbox/outgoing-drafts.ts";
import { aConversation, aProfile, singleChatID } from "../../fakes/world.ts";
import { USER_IDS } from "../../pair/device.ts";
import type { MessageCharts, Outside } from "./message-charts.ts";
import type { Deletion, Recall } from "./message-server.ts";
import { createSdk, type Sdk, type SdkStore, type SdkWorld, wordOf } from "./sdk.ts";

export type Person = "mia" | "anna";

/** A user's device at the start of a run. */
export interface DeviceStart {
  readonly person: Person;
  /**
   * `open`: the chat is open and the sync is over. `elsewhere`: another chat is open instead. `opening`: the page
   * opens with the run.
   */
  readonly page: "open" | "elsewhere" | "opening";
  /** The seqs of the messages that it has stored; null for a new device. */
  readonly has: readonly number[] | null;
}

/** A text that the user sent here. */
export interface Sent {
  readonly text: string;
  readonly clientMsgID: string;
}

export interface MessageDevice {
  readonly name: string;
  readonly person: Person;
  readonly userID: string;
  readonly isInChat: boolean;
  readonly isConnected: boolean;
  readonly isBusy: boolean;
  /** Newer messages can be loaded. */
  readonly isAbove: boolean;
  /** The loaded messages of the open chat, oldest first; empty without a chat. */
  readonly shown: readonly Message[];
  readonly composed: string;
  readonly sent: readonly Sent[];
  /** Reads of the history. */
  readonly reads: number;
  /** A message that was sent although it had failed and the user did not press Retry. */
  readonly sentItself: string | null;
  /** Messages whose Retry the user pressed, and that were not sent since. */
  readonly retried: ReadonlySet<string>;
  readonly log: readonly string[];
  readonly errors: readonly unknown[];
  /** The sentence of what a user can press to see more, and the press; null if all is loaded. */
  readonly toPress: { says: string; run: () => void } | null;
  /** The messages whose Retry the user can press. */
  readonly failed: readonly Message[];
  /** The oldest message that is stored here and not loaded: the user can jump to it from a reply or a search. */
  readonly far: Message | null;
  /** The user's own sent messages that are not recalled. */
  readonly recallable: readonly Message[];
  /** The sent messages in the open chat. */
  readonly deletable: readonly Message[];
  /** The ids of the messages that the user has deleted here with success. */
  readonly deleted: ReadonlySet<string>;
  /** The files that the user sent together, by id. */
  readonly picked: readonly (readonly string[])[];
  /** All messages that failed, also those that were sent later. */
  readonly everFailed: ReadonlySet<string>;
  /** The messages that look as if they are being sent. */
  readonly sending: readonly string[];
  /** The messages that are sent without another press. */
  readonly waits: readonly string[];
  open(): void;
  /** The page closes without a word: nothing that is on its way arrives. */
  close(): void;
  openChat(): void;
  leaveChat(): void;
  write(text: string): void;
  sendFiles(names: readonly string[]): void;
  retry(message: Message): void;
  jump(message: Message): void;
  scrollDown(): void;
  recall(message: Message): void;
  delete(message: Message): void;
  cut(): void;
  receivePush(message: Message): void;
  receiveRecall(recall: Recall): void;
  receiveDeletion(deletion: Deletion): void;
  /** Remembers the messages that have failed by now. */
  look(): void;
  /** All that the future of this device depends on. */
  state(): unknown;
}

type Item = OutboxContext["items"][string];

/** Only the user sends it again. */
function hasFailed({ actor }: Item): boolean {
  const { value } = actor.getSnapshot();
  return value === "failed" || value === "unmade";
}

interface Page {
  app: ActorRefFrom<MessageCharts["page"]>;
  sdk: Sdk;
}

/** Of a run. Further ones wait: a chart that asks again after every answer would never let a run go on. */
export const MOST_READS = 200;

/** The user scrolls up at most that often: a chart that never reaches the first message would not let a run end. */
const MOST_PRESSES = 10;

export const CHAT = singleChatID(USER_IDS.anna, USER_IDS.mia);

export function createMessageDevice(
  { name, start, newID }: { name: string; start: DeviceStart; newID: () => string },
  charts: MessageCharts,
  world: SdkWorld & { inspect: ((event: InspectionEvent) => void) | undefined },
): MessageDevice {
  const userID = USER_IDS[start.person];
  const sender = aProfile({ userID, nickname: start.person });
  const earlier = world.server.bySeqs(start.has ?? []);
  const store: SdkStore = {
    rows: new Map(earlier.map((message) => [message.clientMsgID, message])),
    known: Math.max(0, ...(start.has ?? [])),
    knownRecall: 0,
    knownDeletion: 0,
    deleted: new Set(),
    isInstalled: start.has !== null,
  };
  const sent: Sent[] = [];
  const log: string[] = [];
  const errors: unknown[] = [];
  const givenUp = new Set<string>();
  const everFailed = new Set<string>();
  const picked: string[][] = [];
  /** Messages of an earlier page that were on their way. */
  const left = new Set<string>();
  const retried = new Set<string>();
  const deleted = new Set<string>();
  let kept: readonly KeptDraft[] = [];
  let draft = "";
  let sentItself: string | null = null;
  let reads = 0;
  let presses = 0;
  let page: Page | null = null;

  const conversation = () => page?.app.getSnapshot().children.conversation;
  const outbox = () => page?.app.getSnapshot().children.outbox;
  const items = () => Object.values(outbox()?.getSnapshot().context.items ?? {});
  const history = () => conversation()?.getSnapshot().children.history;
  const gaps = () => history()?.getSnapshot().children.historyGaps;
  const menu = () => conversation()?.getSnapshot().children.messageMenu;
  const composer = () => conversation()?.getSnapshot().children.composer;
  const shown = () => history()?.getSnapshot().context.messages ?? [];

  const read = <Result>(ask: () => Promise<Result>): Promise<Result> => {
    reads += 1;
    return reads > MOST_READS ? new Promise(() => {}) : ask();
  };

  const outsideOf = (sdk: Sdk): Outside => ({
    ...sdk,
    loadOlder: (query) => read(() => sdk.loadOlder(query)),
    loadNewer: (query) => read(() => sdk.loadNewer(query)),
    loadAround: (query) => read(() => sdk.loadAround(query)),
    fillGaps: (query) => read(() => sdk.fillGaps(query)),
    async sendMessage(input) {
      const { clientMsgID } = input;
      const isRetry = retried.delete(clientMsgID);
      if (givenUp.has(clientMsgID)) sentItself ??= clientMsgID;
      const message = await sdk.sendMessage(input);
      if (isRetry) world.meet("a retry succeeds");
      if (left.has(clientMsgID)) world.meet("a message is sent after a reload");
      return message;
    },
    async deleteMessage(input) {
      await sdk.deleteMessage(input);
      deleted.add(input.clientMsgID);
    },
    async loadConversation() {
      if (!store.isInstalled) throw new Failure("unknown");
      return aConversation({ conversationID: CHAT, latestMsg: null, draftText: draft });
    },
    async saveDraft({ text }) {
      draft = text;
    },
    readOutbox: () => kept,
    writeOutbox(items) {
      kept = items;
    },
  });

  const device: MessageDevice = {
    name,
    person: start.person,
    userID,
    deleted,
    sent,
    log,
    errors,
    retried,
    picked,
    everFailed,
    get isInChat() {
      return conversation() !== undefined;
    },
    get isConnected() {
      return page?.sdk.isConnected ?? false;
    },
    get isBusy() {
      return page?.sdk.isBusy ?? false;
    },
    get isAbove() {
      return (
        history()
          ?.getSnapshot()
          .matches({ tail: { detached: "idle" } }) ?? false
      );
    },
    get shown() {
      return shown();
    },
    get composed() {
      return composer()?.getSnapshot().context.text ?? draft;
    },
    get reads() {
      return reads;
    },
    get sentItself() {
      return sentItself;
    },
    get failed() {
      return shown().filter(({ status }) => status === "failed");
    },
    get far() {
      if (!device.isInChat || !history()?.getSnapshot().matches({ tail: "attached" })) return null;
      const loaded = new Set(shown().map(({ clientMsgID }) => clientMsgID));
      const stored = [...store.rows.values()].sort((a, b) => a.seq - b.seq);
      return stored.find(({ seq, clientMsgID }) => seq > 0 && !loaded.has(clientMsgID)) ?? null;
    },
    get recallable() {
      return shown().filter(
        ({ sendID, status, content }) => sendID === userID && status === "sent" && content.type !== "revoked",
      );
    },
    get deletable() {
      return shown().filter(({ status }) => status === "sent");
    },
    get toPress() {
      if (!page || errors.length > 0 || presses > MOST_PRESSES) return null;
      if (!device.isInChat) return { says: `${name} opens the chat at last.`, run: device.openChat };
      const state = history()?.getSnapshot();
      if (state?.matches({ past: "failed" }))
        return {
          says: `${name} presses Retry below the history at last.`,
          run: () => history()?.send({ type: "user.retryHistory" }),
        };
      if (gaps()?.getSnapshot().matches("unfilled"))
        return {
          says: `${name} presses Retry at the gap at last.`,
          run: () => gaps()?.send({ type: "user.fillGaps" }),
        };
      if (state?.matches({ tail: { detached: "idle" } }))
        return {
          says: `${name} scrolls down at last.`,
          run() {
            presses += 1;
            history()?.send({ type: "user.loadNewer" });
          },
        };
      if (state?.matches({ past: "idle" }))
        return {
          says: `${name} scrolls up at last.`,
          run() {
            presses += 1;
            history()?.send({ type: "user.loadOlder" });
          },
        };
      return null;
    },
    get sending() {
      return items().flatMap(({ message }) => (message.status === "sending" ? [wordOf(message)] : []));
    },
    get waits() {
      return items().flatMap((item) => (hasFailed(item) ? [] : [wordOf(item.message)]));
    },
    open() {
      const sdk = createSdk({ name, sender }, store, world);
      charts.plug(outsideOf(sdk));
      const app = createActor(charts.page, {
        input: { conversationID: CHAT, sender, clock: { newID, now: world.now } },
        clock: world.time.clockOf(name),
        logger: (...words: unknown[]) => void log.push(words.join(" ")),
        ...(world.inspect ? { inspect: world.inspect } : {}),
      });
      page = { app, sdk };
      app.subscribe({ error: (error) => errors.push(error) });
      sdk.start();
      app.start();
    },
    close() {
      if (!page) return;
      for (const { clientMsgID, failed } of kept) if (!failed) left.add(clientMsgID);
      page.sdk.stop();
      page.app.stop();
      page = null;
    },
    openChat: () => page?.app.send({ type: "chat.opened" }),
    leaveChat: () => page?.app.send({ type: "chat.left" }),
    write(text) {
      const field = composer();
      field?.send({ type: "user.type", text, caret: text.length });
      field?.send({ type: "user.send" });
      const item = items().find(({ draft: one }) => one.text === text);
      sent.push({ text, clientMsgID: item?.draft.clientMsgID ?? "" });
    },
    sendFiles(names) {
      const files = names.map((fileName) => ({ fileName, clientMsgID: newID() }));
      const attachments = files.map(({ fileName, clientMsgID }) => ({
        clientMsgID,
        enclosure: { type: "file" as const, name: fileName, mime: "", bytes: 1, preview: "" },
      }));
      page?.app.send({ type: "outbox.attach", conversationID: CHAT, attachments });
      picked.push(files.map(({ clientMsgID }) => clientMsgID));
      sent.push(...files.map(({ fileName, clientMsgID }) => ({ text: fileName, clientMsgID })));
    },
    retry(message) {
      givenUp.delete(message.clientMsgID);
      retried.add(message.clientMsgID);
      page?.app.send({ type: "outbox.resend", message });
    },
    jump: ({ clientMsgID }) => history()?.send({ type: "history.seek", clientMsgID }),
    scrollDown: () => history()?.send({ type: "user.loadNewer" }),
    recall(message) {
      menu()?.send({ type: "user.openMenu", message });
      menu()?.send({ type: "user.revokeMessage" });
    },
    delete(message) {
      menu()?.send({ type: "user.openMenu", message });
      menu()?.send({ type: "user.askDelete" });
      menu()?.send({ type: "user.deleteMessage" });
    },
    cut: () => page?.sdk.cut(),
    receivePush(message) {
      if (history()?.getSnapshot().matches({ tail: "detached" }))
        world.meet("a message comes while the newest are not loaded");
      page?.sdk.receivePush(message);
    },
    receiveRecall: (recall) => page?.sdk.receiveRecall(recall),
    receiveDeletion: (deletion) => page?.sdk.receiveDeletion(deletion),
    look() {
      for (const item of items()) {
        if (!hasFailed(item)) continue;
        givenUp.add(item.message.clientMsgID);
        everFailed.add(item.message.clientMsgID);
      }
    },
    state: () => [
      outbox()?.getPersistedSnapshot() ?? null,
      history()?.getPersistedSnapshot() ?? null,
      composer()?.getPersistedSnapshot() ?? null,
      menu()?.getPersistedSnapshot() ?? null,
      conversation()?.getSnapshot().value ?? null,
      page?.sdk.state() ?? null,
      [...store.rows.values()],
      store.known,
      store.knownRecall,
      store.knownDeletion,
      [...store.deleted],
      [...deleted],
      store.isInstalled,
      kept,
      draft,
      sent,
      [...givenUp],
      [...everFailed],
      [...retried],
      [...left],
    ],
  };
  return device;
}
