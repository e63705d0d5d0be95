/**
 * A model of OpenIM's SDK on a device: its database, its connection, and the calls of the adapter that a chat needs.
 * It has the habits of SDK 3.8.5 by which messages go missing in an open chat: a sync brings only the newest message,
 * a first sync reports none, without a connection a page is what is stored, and a page that waits for missing messages
 * returns the stored ones as they were before. It is small on purpose: a page has two messages.
 */
import { type GapQuery, numbersIn } from "../../../machines/conversation/gaps.ts";
import { Failure, type FailureCode } from "../../../machines/domain/failure.ts";
import type { HistoryPage, Message, MessageEvent, PageQuery } from "../../../machines/domain/message.ts";
import type { UploadEvent } from "../../../machines/domain/outgoing-attachment.ts";
import type { GatewayEvent, SyncEvent } from "../../../machines/domain/platform-events.ts";
import { messageOf, type Sender } from "../../../machines/outbox/outgoing-drafts.ts";
import type { ImPort } from "../../../machines/ports/im.ts";
import { createAwaitedSync } from "../../../src/adapters/openim/connection/awaited-sync.ts";
import { createFeed } from "../../../src/adapters/openim/connection/feed.ts";
import type { Choices } from "../../pair/choices.ts";
import type { ExploredTime } from "../common/explored-time.ts";
import { createLine } from "./line.ts";
import { asRecalled, type Deletion, type MessageServer, type Recall } from "./message-server.ts";

/** Messages of a history page. The charts ask for 20. */
const PAGE = 2;
/** Milliseconds. */
const RECONNECT = 6000;
const RECALL_PAUSE = 2000;
/** So often the SDK looks for the number of a message that the user recalls. */
const RECALL_TRIES = 5;
const TIME_OUT = 10_000;

/** The part of the database that outlives a page. */
export interface SdkStore {
  /** By clientMsgID. */
  rows: ReadonlyMap<string, Message>;
  /** The highest seq that the SDK has heard of and asked for. */
  known: number;
  /** The highest number of a recall that the SDK has heard of. */
  knownRecall: number;
  /** The highest number of a deletion that the SDK has heard of. */
  knownDeletion: number;
  /** The clientMsgIDs of the rows that are marked as deleted. */
  deleted: ReadonlySet<string>;
  /** A sync has finished. */
  isInstalled: boolean;
}

/** What some run must show. */
export const SITUATIONS = [
  "a request is lost with the line",
  "an answer is lost with the line, and the message is stored",
  "an answer is lost, and the line stays up",
  "the SDK learns from the server that a message without an answer is stored",
  "the SDK sends a message again after an outage",
  "the server refuses a message",
  "the server gets a message twice",
  "a device gets a message twice",
  "a message overtakes another",
  "a message comes during a first sync",
  "a sync brings fewer messages than are new",
  "a sync fails",
  "a sync ends without its messages",
  "the server refuses a read",
  "missing numbers are filled",
  "a retry succeeds",
  "a retry meets a message that the server has",
  "a message is sent after a reload",
  "an upload breaks off with the line",
  "the storage refuses a file",
  "a file is sent",
  "a message is recalled",
  "a recall is lost with the line",
  "a recall waits for the number of its message",
  "a recall comes while a page is read",
  "a message is deleted",
  "a deletion is lost with the line",
  "a deletion waits for the number of its message",
  "a deletion comes while a page is read",
  "a sync brings a deletion",
  "the server sends a placeholder of a deleted message",
  "newer messages are loaded",
  "a message comes while the newest are not loaded",
  "a sync brings a recall",
] as const;

export type Met = (typeof SITUATIONS)[number];

export interface SdkWorld {
  readonly time: ExploredTime;
  readonly server: MessageServer;
  readonly choices: Choices;
  /** Milliseconds since the epoch; later than at each call before. */
  now(): number;
  meet(what: Met): void;
}

export interface Sdk
  extends Pick<
    ImPort,
    | "createMessage"
    | "sendMessage"
    | "revokeMessage"
    | "deleteMessage"
    | "upload"
    | "loadOlder"
    | "loadNewer"
    | "loadAround"
    | "fillGaps"
    | "firstSync"
    | "connectionEvents"
    | "messageEvents"
    | "syncEvents"
  > {
  readonly isConnected: boolean;
  /** Whether something is on its way from or to the device. */
  readonly isBusy: boolean;
  receivePush(message: Message): void;
  receiveRecall(recall: Recall): void;
  receiveDeletion(deletion: Deletion): void;
  /** The page is open: the SDK connects. */
  start(): void;
  cut(): void;
  /** The page is gone, and the SDK with it. */
  stop(): void;
  state(): unknown;
}

interface Sending {
  readonly message: Message;
  resolve(message: Message): void;
  reject(code: FailureCode): void;
  /** Stops the wait for an answer that is lost. */
  stopWaiting: (() => void) | null;
  /** Goes out when the line is back. */
  isWaiting: boolean;
}

type Pushed = { message: Message; isAgain: boolean } | { recall: Recall } | { deletion: Deletion };

export function createSdk(
  { name, sender }: { name: string; sender: Sender },
  store: SdkStore,
  { time, server, choices, now, meet }: SdkWorld,
): Sdk {
  const line = createLine(time);
  const connection = createFeed<GatewayEvent>();
  const messages = createFeed<MessageEvent>();
  const syncs = createFeed<SyncEvent>();
  const awaited = createAwaitedSync();
  const made = new Map<string, Message>();
  const sendings = new Map<string, Sending>();
  const timers: (() => void)[] = [];
  let isGone = false;
  let underWay: "sync" | "pull" | null = null;
  const pushed: Pushed[] = [];
  let reads: readonly string[] = [];
  /** The waits for the number of a message. */
  let waits: readonly string[] = [];
  const answers = new Set<HistoryPage>();
  let lastRead: Promise<unknown> = Promise.resolve();

  const carry = (says: string, arrive: () => void, lose: () => void = () => {}) =>
    line.carry(says, arrive, () => {
      if (!isGone) lose();
    });
  const after = (milliseconds: number, whose: string, task: () => void) => {
    const clock = time.clockOf(whose);
    const timer: unknown = clock.setTimeout(task, milliseconds);
    const stop = () => clock.clearTimeout(timer);
    timers.push(stop);
    return stop;
  };
  const fails = (says: string) => choices.chance(0.5, { kind: "failure", says });

  const setRow = (message: Message) => {
    store.rows = new Map([...store.rows, [message.clientMsgID, message]]);
  };
  const rowsInOrder = () => [...store.rows.values()].sort((a, b) => a.sendTime - b.sendTime || a.seq - b.seq);
  const isVisible = ({ clientMsgID }: Message) => !store.deleted.has(clientMsgID);
  const setDeleted = (clientMsgID: string, isDeleted: boolean) => {
    const deleted = new Set(store.deleted);
    if (isDeleted) deleted.add(clientMsgID);
    else deleted.delete(clientMsgID);
    store.deleted = deleted;
  };
  /** The server sends a placeholder without an id for a message that the user has deleted. */
  const insertPlaceholder = (message: Message) => {
    if ([...store.rows.values()].some(({ seq }) => seq === message.seq)) return;
    meet("the server sends a placeholder of a deleted message");
    const clientMsgID = `placeholder ${message.seq}`;
    setRow({ ...message, clientMsgID });
    setDeleted(clientMsgID, true);
  };
  /**
   * Returns whether the message is new here. A message that this device sent only gets its number; the SDK then forgets
   * that it was deleted.
   */
  const insert = (message: Message): boolean => {
    if (server.isDeleted(sender.userID, message.seq)) {
      insertPlaceholder(message);
      return false;
    }
    const row = store.rows.get(message.clientMsgID);
    if (row && row.seq > 0) return false;
    const sending = sendings.get(message.clientMsgID);
    if (sending?.stopWaiting || sending?.isWaiting)
      meet("the SDK learns from the server that a message without an answer is stored");
    setRow(message);
    setDeleted(message.clientMsgID, false);
    return row === undefined;
  };
  const report = (arrived: readonly Message[]) => {
    if (arrived.length > 0) messages.publish({ type: "im.messages", messages: [...arrived] });
  };

  // --- sending

  const send = (sending: Sending) => {
    const { message } = sending;
    const word = wordOf(message);
    sending.isWaiting = false;
    const waitForLine = () => {
      sending.isWaiting = true;
    };
    carry(
      `The request of ${name} to send ${word} reaches the server.`,
      () => {
        if (fails(`The server refuses ${word} of ${name}.`)) {
          meet("the server refuses a message");
          carry(`The refusal of ${word} reaches ${name}.`, () => fail(sending, "unknown"), waitForLine);
          return;
        }
        const stored = server.accept(message);
        const isTwice = choices.chance(0.5, {
          kind: "double",
          says: `The request of ${name} to send ${word} comes twice.`,
        });
        if (isTwice) {
          meet("the server gets a message twice");
          carry(`The request of ${name} to send ${word} reaches the server again.`, () =>
            server.accept(message),
          );
        }
        const isAnswerLost = choices.chance(0.5, {
          kind: "loss",
          says: `The server's answer about ${word} to ${name} will be lost.`,
        });
        if (isAnswerLost) {
          meet("an answer is lost, and the line stays up");
          sending.stopWaiting = after(TIME_OUT, `the request of ${name}`, () => timeOut(sending));
          return;
        }
        carry(
          `The server confirms ${word} to ${name}.`,
          () => confirm(sending, stored),
          () => {
            meet("an answer is lost with the line, and the message is stored");
            waitForLine();
          },
        );
      },
      () => {
        meet("a request is lost with the line");
        waitForLine();
      },
    );
  };
  const end = ({ message, stopWaiting }: Sending) => {
    stopWaiting?.();
    sendings.delete(message.clientMsgID);
  };
  const rowOf = ({ message }: Sending) => store.rows.get(message.clientMsgID) ?? message;
  const confirm = (sending: Sending, { sendTime }: Message) => {
    end(sending);
    const row: Message = { ...rowOf(sending), status: "sent", sendTime };
    if (row.content.type === "file") meet("a file is sent");
    setRow(row);
    made.delete(row.clientMsgID);
    // The answer has no number; the push has it.
    sending.resolve({ ...row, seq: 0 });
  };
  const fail = (sending: Sending, code: FailureCode) => {
    end(sending);
    setRow({ ...rowOf(sending), status: "failed", sendTime: sending.message.sendTime });
    sending.reject(code);
  };
  const timeOut = (sending: Sending) => {
    const row = rowOf(sending);
    if (row.status === "sent") confirm(sending, row);
    else fail(sending, "network");
  };

  // --- pushes and syncs

  const takeNext = () => {
    for (let next = pushed.shift(); next && !underWay; next = underWay ? undefined : pushed.shift())
      take(next);
  };
  const take = (next: Pushed) => {
    if ("recall" in next) {
      takeRecalls(next.recall.number);
      return;
    }
    if ("deletion" in next) {
      takeDeletions(next.deletion.number);
      return;
    }
    const { message, isAgain } = next;
    if (message.seq <= store.known) {
      if (isAgain) report([message]);
      return;
    }
    if (message.seq === store.known + 1) {
      store.known = message.seq;
      if (insert(message)) report([message]);
      return;
    }
    meet("a message overtakes another");
    const missing = server.bySeqs(numbersIn({ from: store.known + 1, to: message.seq }));
    underWay = "pull";
    const finish = (pulled: readonly Message[]) => {
      underWay = null;
      if (pulled.length > 0) store.known = Math.max(store.known, message.seq);
      report(pulled.filter(insert));
      takeNext();
    };
    carry(
      `The server sends ${wordsOf(missing)} to ${name}.`,
      () => finish(missing),
      () => finish([]),
    );
  };

  const takeRecalls = (last: number) => {
    for (const { seq, number } of server.recalls.slice(store.knownRecall, last)) {
      store.knownRecall = number;
      if (reads.length > 0) meet("a recall comes while a page is read");
      markRecalled(seq);
    }
  };
  /** The SDK ignores a recall of a message that it does not have. */
  const markRecalled = (seq: number) => {
    const row = rowsInOrder().find((one) => one.seq === seq);
    if (!row) return;
    const recalled = asRecalled(row);
    setRow(recalled);
    const author = { userID: row.sendID, nickname: row.senderNickname };
    messages.publish({
      type: "im.revoked",
      clientMsgID: row.clientMsgID,
      revoker: author,
      sender: author,
    });
  };

  const takeDeletions = (last: number) => {
    for (const { seq, number } of server.deletionsOf(sender.userID).slice(store.knownDeletion, last)) {
      store.knownDeletion = number;
      if (reads.length > 0) meet("a deletion comes while a page is read");
      const row = rowsInOrder().find((one) => one.seq === seq);
      if (row) markDeleted(row);
    }
  };
  const markDeleted = ({ clientMsgID }: Message) => {
    setDeleted(clientMsgID, true);
    messages.publish({ type: "im.deleted", clientMsgID });
  };

  const tellSync = (event: SyncEvent) => {
    awaited.onSyncEvent(event);
    syncs.publish(event);
  };
  const sync = () => {
    const isFirst = !store.isInstalled;
    underWay = "sync";
    tellSync({ type: "im.syncStarted", reinstall: isFirst });
    const finish = (
      newest: Message | null,
      missed: readonly Message[],
      { lastRecall, lastDeletion } = { lastRecall: store.knownRecall, lastDeletion: store.knownDeletion },
    ) => {
      underWay = null;
      store.isInstalled = true;
      if (missed.length > 1) meet("a sync brings fewer messages than are new");
      if (newest) store.known = newest.seq;
      const isNew = newest !== null && insert(newest);
      if (newest && isNew && !isFirst) report([newest]);
      if (lastRecall > store.knownRecall) meet("a sync brings a recall");
      takeRecalls(lastRecall);
      if (lastDeletion > store.knownDeletion) meet("a sync brings a deletion");
      takeDeletions(lastDeletion);
      if (isFirst && pushed.length > 0) meet("a message comes during a first sync");
      tellSync({ type: "im.syncFinished" });
      takeNext();
    };
    carry(
      `${name} asks the server what is new.`,
      () => {
        const missed = server.stored.filter(({ seq }) => seq > store.known);
        const newest = missed.at(-1) ?? null;
        const last = {
          lastRecall: server.recalls.length,
          lastDeletion: server.deletionsOf(sender.userID).length,
        };
        carry(
          `The server tells ${name} what is new: ${newest ? `${newest.seq - store.known}, the newest is ${wordOf(newest)}` : "nothing"}.`,
          () => finish(newest, missed, last),
          () => {
            meet("a sync ends without its messages");
            finish(null, []);
          },
        );
      },
      () => {
        underWay = null;
        meet("a sync fails");
        tellSync({ type: "im.syncFailed" });
        takeNext();
      },
    );
  };
  const connect = () => {
    line.connect();
    connection.publish({ type: "im.connected" });
    for (const sending of sendings.values())
      if (sending.isWaiting) {
        meet("the SDK sends a message again after an outage");
        send(sending);
      }
    sync();
  };

  // --- reading: one call after the other, as in the worker

  const inTurn = <Result>(what: string, read: () => Promise<Result>): Promise<Result> => {
    reads = [...reads, what];
    const turn = lastRead.then(read);
    const leave = () => {
      reads = reads.slice(1);
    };
    lastRead = turn.then(leave, leave);
    return turn;
  };
  /** Rejects if the server refuses, or if the line is cut. Without a line it returns nothing, as the SDK does. */
  const fetch = (seqs: readonly number[]): Promise<readonly Message[]> => {
    if (!line.isUp || seqs.length === 0) return Promise.resolve([]);
    const isRefused = fails(`The server refuses to send number ${seqs.join(", ")} to ${name}.`);
    const found = isRefused ? [] : server.bySeqs(seqs);
    return new Promise((resolve, reject) => {
      const answer = isRefused
        ? `refuses a read of ${name}`
        : `sends ${wordsOf(found)} of the history to ${name}`;
      carry(
        `The server ${answer}.`,
        () => {
          if (isRefused) {
            meet("the server refuses a read");
            reject(new Failure("unknown"));
            return;
          }
          for (const message of found) insert(message);
          resolve(rowsInOrder().filter(({ seq }) => found.some((one) => one.seq === seq)));
        },
        () => reject(new Failure("network")),
      );
    });
  };
  const inPlace = (list: readonly Message[]) =>
    [...list].sort((a, b) => a.sendTime - b.sendTime || a.seq - b.seq);
  /** The rows before a row, with those that the server has in between and before them. */
  const readRowsBefore = async (cursor: string | null) => {
    const rows = rowsInOrder();
    const start = cursor === null ? rows.length : rows.findIndex(({ clientMsgID }) => clientMsgID === cursor);
    let list = rows.slice(0, Math.max(start, 0)).slice(-PAGE);
    const merge = async (seqs: readonly number[]) => {
      const found = await fetch(seqs);
      const known = new Map([...found, ...list].map((one) => [one.clientMsgID, one]));
      for (const one of found) if (known.get(one.clientMsgID)?.seq === 0) known.set(one.clientMsgID, one);
      list = inPlace([...known.values()]).slice(-PAGE);
    };
    const seqs = () => list.map(({ seq }) => seq).filter((seq) => seq > 0);
    const lowest = () => Math.min(...seqs(), Number.MAX_SAFE_INTEGER);
    if (seqs().length > 0)
      await merge(
        numbersIn({ from: lowest(), to: Math.max(...seqs()) }).filter((seq) => !seqs().includes(seq)),
      );
    const cursorSeq = rows[start]?.seq ?? 0;
    if (cursorSeq > 0) await merge(numbersIn({ from: Math.max(0, ...seqs()) + 1, to: cursorSeq - 1 }));
    if (list.length < PAGE && seqs().length > 0) await merge(numbersIn({ from: 1, to: lowest() - 1 }));
    const isEnd = list.length < PAGE && (seqs().length === 0 || lowest() === 1);
    return { list, isEnd };
  };
  /** Reads on as long as all rows of a page are deleted. */
  const readOlder = async ({ cursor }: PageQuery): Promise<HistoryPage> => {
    for (let from = cursor; ; ) {
      const { list, isEnd } = await readRowsBefore(from);
      const messages = list.filter(isVisible);
      const [first] = list;
      if (messages.length > 0 || isEnd || !first) return { messages, cursor, isEnd };
      from = first.clientMsgID;
    }
  };
  /** The worker answers a moment after it has read the rows: what comes in between is not in the page. */
  const answered = (what: string, page: HistoryPage): Promise<HistoryPage> =>
    new Promise((resolve) => {
      answers.add(page);
      const answer = () => {
        answers.delete(page);
        resolve(page);
      };
      timers.push(time.after(0, answer, { says: `${name} gets ${what}.` }));
    });
  const readRowsAfter = async (cursor: string) => {
    const rows = rowsInOrder();
    const start = rows.findIndex(({ clientMsgID }) => clientMsgID === cursor);
    let list = rows.slice(start + 1, start + 1 + PAGE);
    const merge = async (seqs: readonly number[]) => {
      const found = await fetch(seqs.filter((seq) => !list.some((one) => one.seq === seq)));
      const known = new Map([...found, ...list].map((one) => [one.clientMsgID, one]));
      list = inPlace([...known.values()]).slice(0, PAGE);
    };
    const highest = () => Math.max(rows[start]?.seq ?? 0, ...list.map(({ seq }) => seq));
    await merge(numbersIn({ from: (rows[start]?.seq ?? 0) + 1, to: highest() }));
    if (list.length < PAGE) await merge(numbersIn({ from: highest() + 1, to: store.known }));
    return { list, isEnd: list.length < PAGE };
  };
  const readNewer = async ({ cursor }: PageQuery<string>): Promise<HistoryPage> => {
    for (let from = cursor; ; ) {
      const { list, isEnd } = await readRowsAfter(from);
      const messages = list.filter(isVisible);
      const last = list.at(-1);
      if (messages.length > 0 || isEnd || !last) {
        meet("newer messages are loaded");
        return answered("the newer messages", { messages, cursor, isEnd });
      }
      from = last.clientMsgID;
    }
  };
  const readAround = async ({ cursor }: PageQuery<string>): Promise<HistoryPage> => {
    const middle = store.rows.get(cursor);
    if (!middle || !isVisible(middle)) return readOlder({ conversationID: "", cursor: null, count: PAGE });
    const query = { conversationID: "", cursor, count: PAGE };
    const older = await readOlder(query);
    const newer = await readNewer(query);
    return { messages: [...older.messages, middle, ...newer.messages], cursor, isEnd: older.isEnd };
  };
  const readGaps = async ({ gaps }: GapQuery): Promise<Message[]> => {
    const wanted = gaps.flatMap(numbersIn);
    const stored = () => rowsInOrder().filter(({ seq }) => wanted.includes(seq));
    const before = new Set(stored().map(({ seq }) => seq));
    await fetch(wanted.filter((seq) => !before.has(seq)));
    const found = stored().filter(isVisible);
    if (found.length > 0) meet("missing numbers are filled");
    return found;
  };

  // --- recalling

  /** Returns the seq of a message; a message that was just sent has none until a sync or a push brings it. */
  const numberOf = async (clientMsgID: string, whose: string, wait: () => void): Promise<number> => {
    for (let tries = 0; tries < RECALL_TRIES; tries += 1) {
      const seq = store.rows.get(clientMsgID)?.seq ?? 0;
      if (seq > 0) return seq;
      wait();
      waits = [...waits, `${whose} of ${clientMsgID}`];
      await new Promise<void>((resolve) => {
        after(RECALL_PAUSE, `the ${whose} of ${name}`, resolve);
      });
    }
    throw new Failure("unknown");
  };

  awaited.expect();

  return {
    get isConnected() {
      return line.isUp;
    },
    get isBusy() {
      return line.isBusy;
    },
    connectionEvents: connection.stream,
    messageEvents: messages.stream,
    syncEvents(send) {
      if (underWay === "sync") send({ type: "im.syncStarted", reinstall: !store.isInstalled });
      return syncs.stream(send);
    },
    firstSync: awaited.wait,
    async createMessage(draft) {
      const message = messageOf(draft, null, { sender, sendTime: now() });
      made.set(draft.clientMsgID, message);
      return message;
    },
    async sendMessage({ clientMsgID }) {
      const row = store.rows.get(clientMsgID);
      if (row?.status === "sent") {
        meet("a retry meets a message that the server has");
        return row;
      }
      const message = made.get(clientMsgID) ?? row;
      if (!message) throw new Failure("unknown");
      setRow({ ...message, status: "sending", seq: row?.seq ?? 0 });
      return new Promise((resolve, reject) => {
        const sending: Sending = {
          message,
          resolve,
          reject: (code) => reject(new Failure(code)),
          stopWaiting: null,
          isWaiting: !line.isUp,
        };
        sendings.set(clientMsgID, sending);
        if (line.isUp) send(sending);
      });
    },
    upload({ clientMsgID, attachment: { type } }, send) {
      const what = `the ${type} ${clientMsgID}`;
      const isBegun = line.isUp;
      let isStopped = false;
      const report = (event: UploadEvent) => {
        if (!isStopped) send(event);
      };
      carry(
        `The bytes of ${what} reach the storage.`,
        () => {
          if (isStopped) return;
          if (fails(`The storage refuses ${what}.`)) {
            meet("the storage refuses a file");
            report({ type: "upload.failed", failure: "unknown" });
            return;
          }
          report({ type: "upload.done", addresses: { url: `https://storage.example/${clientMsgID}` } });
        },
        () => {
          if (isBegun) meet("an upload breaks off with the line");
          report({ type: "upload.failed", failure: "network" });
        },
      );
      return () => {
        isStopped = true;
      };
    },
    async revokeMessage({ clientMsgID }) {
      const seq = await numberOf(clientMsgID, "recall", () => {
        meet("a recall waits for the number of its message");
        if (line.isUp && !underWay) sync();
      });
      await new Promise<void>((resolve, reject) => {
        const lose = () => {
          meet("a recall is lost with the line");
          reject(new Failure("network"));
        };
        carry(
          `The recall of number ${seq} by ${name} reaches the server.`,
          () => {
            if (fails(`The server refuses to recall number ${seq}.`)) {
              carry(
                `The refusal of the recall of number ${seq} reaches ${name}.`,
                () => reject(new Failure("unknown")),
                lose,
              );
              return;
            }
            server.recall(seq);
            carry(`The server confirms the recall of number ${seq} to ${name}.`, resolve, lose);
          },
          lose,
        );
      });
      markRecalled(seq);
      meet("a message is recalled");
    },
    async deleteMessage({ clientMsgID }) {
      const seq = await numberOf(clientMsgID, "deletion", () =>
        meet("a deletion waits for the number of its message"),
      );
      await new Promise<void>((resolve, reject) => {
        const lose = () => {
          meet("a deletion is lost with the line");
          reject(new Failure("network"));
        };
        carry(
          `The deletion of number ${seq} by ${name} reaches the server.`,
          () => {
            server.delete(sender.userID, seq);
            carry(`The server confirms the deletion of number ${seq} to ${name}.`, resolve, lose);
          },
          lose,
        );
      });
      meet("a message is deleted");
      const row = rowsInOrder().find((one) => one.seq === seq);
      if (row) markDeleted(row);
    },
    loadOlder: (query) => inTurn(`page before ${query.cursor ?? "the end"}`, () => readOlder(query)),
    loadNewer: (query) => inTurn(`page after ${query.cursor}`, () => readNewer(query)),
    loadAround: (query) => inTurn(`page around ${query.cursor}`, () => readAround(query)),
    fillGaps: (query) => inTurn(`numbers ${query.gaps.flatMap(numbersIn).join(", ")}`, () => readGaps(query)),
    receivePush(message) {
      if (!line.isUp) return;
      const word = wordOf(message);
      const arrive = (isAgain: boolean) => () => {
        if (isAgain) meet("a device gets a message twice");
        pushed.push({ message, isAgain });
        if (!underWay) takeNext();
      };
      const isTwice = choices.chance(0.5, {
        kind: "double",
        says: `The server pushes ${word} to ${name} twice.`,
      });
      carry(`${word} reaches ${name}.`, arrive(false));
      if (isTwice) carry(`${word} reaches ${name} again.`, arrive(true));
    },
    receiveRecall(recall) {
      if (!line.isUp) return;
      carry(`The recall of number ${recall.seq} reaches ${name}.`, () => {
        pushed.push({ recall });
        if (!underWay) takeNext();
      });
    },
    receiveDeletion(deletion) {
      if (!line.isUp) return;
      carry(`The deletion of number ${deletion.seq} reaches ${name}.`, () => {
        pushed.push({ deletion });
        if (!underWay) takeNext();
      });
    },
    start() {
      timers.push(time.after(0, connect, { says: `${name} connects to the server.` }));
    },
    cut() {
      line.cut();
      for (const sending of sendings.values()) {
        sending.stopWaiting?.();
        sending.stopWaiting = null;
        sending.isWaiting = true;
      }
      connection.publish({ type: "im.connecting" });
      after(RECONNECT, `the connection of ${name}`, connect);
    },
    stop() {
      isGone = true;
      line.cut();
      for (const stopTimer of timers) stopTimer();
      // An unsent message of a closed page counts as failed.
      for (const row of store.rows.values())
        if (row.status === "sending") setRow({ ...row, status: "failed" });
    },
    state: () => [
      line.isUp,
      underWay,
      pushed.map((one) => ("message" in one ? [one.message.clientMsgID, one.isAgain] : one)),
      [...sendings.values()].map(({ message, isWaiting }) => [message.clientMsgID, isWaiting]),
      [...made.keys()],
      reads,
      waits,
      [...answers],
    ],
  };
}

export function wordOf({ content, clientMsgID }: Message): string {
  if (content.type === "revoked") return `the recalled ${clientMsgID}`;
  if (content.type === "file") return `the file "${content.fileName}"`;
  return content.type === "text" ? `"${content.text}"` : "a message";
}

function wordsOf(list: readonly Message[]): string {
  return list.length === 0 ? "nothing" : list.map(wordOf).join(" and ");
}
