import * as fc from "fast-check";
import { expect, it } from "vitest";
import { createActor, createEmptyActor, fromCallback, fromPromise, SimulatedClock } from "xstate";
import { type GapQuery, numbersIn } from "../../../machines/conversation/gaps.ts";
import { historyMachine } from "../../../machines/conversation/history.ts";
import { historyGapsMachine } from "../../../machines/conversation/history-gaps.ts";
import type { HistoryPage, Message, MessageEvent, PageQuery } from "../../../machines/domain/message.ts";
import type { SyncEvent } from "../../../machines/domain/platform-events.ts";
import { aMessage, ME } from "../../fakes/world.ts";

/** One chat on the server and a device that receives it late, in any order and incompletely. */
class Device {
  /** Each message by its sequence number; null where the number holds no visible message. */
  readonly #server: (Message | null)[] = [];
  #waiting: { answer(isWhole: boolean): void; fail(): void }[] = [];
  #push: (event: MessageEvent) => void = () => {};
  #sync: (event: SyncEvent) => void = () => {};
  readonly #clock = new SimulatedClock();
  readonly asked = new Map<number, number>();
  readonly #history;

  constructor(begins: number, { imported = 0, after = 0 } = {}) {
    for (let count = 0; count < begins; count++) this.#add(true);
    this.#import(imported);
    for (let count = 0; count < after; count++) this.#add(true);
    const chart = historyMachine.provide({
      actors: {
        messageEvents: fromCallback(({ sendBack }) => {
          this.#push = sendBack;
        }),
        syncEvents: fromCallback(({ sendBack }) => {
          this.#sync = sendBack;
        }),
        pageStore: fromCallback(() => {}),
        openHistory: fromPromise<HistoryPage, PageQuery & { soughtID: string | null }>(({ input }) =>
          this.#page(input),
        ),
        loadOlder: fromPromise<HistoryPage, PageQuery>(({ input }) => this.#page(input)),
        loadNewer: fromPromise<HistoryPage, PageQuery<string>>(() =>
          Promise.reject(new Error("not asked here")),
        ),
        historyGaps: historyGapsMachine.provide({
          actors: {
            syncEvents: fromCallback(() => {}),
            fillGaps: fromPromise<Message[], GapQuery>(({ input }) => this.#fill(input)),
          },
        }),
      },
    });
    const nobody = createEmptyActor();
    const { conversationID } = aMessage();
    this.#history = createActor(chart, {
      clock: this.#clock,
      logger: () => {},
      input: {
        conversationID,
        soughtID: null,
        userID: ME,
        parent: nobody,
        outbox: nobody,
        memberDirectory: nobody,
      },
    }).start();
  }

  /** Adds the newest message again under the next number, as if the server had accepted it twice. */
  sayTwice(): void {
    const newest = this.#server.findLast((message) => message !== null);
    this.#server.push(newest ? { ...newest, seq: this.#server.length + 1 } : null);
  }

  /** Adds messages that are older than all others, as an operator does with those of another service. */
  #import(count: number): void {
    const oldest = Math.min(...this.#server.map((message) => message?.sendTime ?? Infinity));
    for (let left = count; left > 0; left--)
      this.#server.push(aMessage({ seq: this.#server.length + 1, sendTime: oldest - left }));
  }

  #add(isShown: boolean): Message | null {
    const message = isShown ? aMessage({ seq: this.#server.length + 1 }) : null;
    this.#server.push(message);
    return message;
  }

  /** Reads the server at request time. An answer may lack messages, but never the first or last of its page. */
  #page({ cursor, count }: PageQuery): Promise<HistoryPage> {
    const all = this.#server
      .filter((message) => message !== null)
      .sort((one, other) => one.sendTime - other.sendTime);
    const end = cursor === null ? all.length : all.findIndex(({ clientMsgID }) => clientMsgID === cursor);
    const start = Math.max(0, end - count);
    const messages = all.slice(start, end);
    return this.#later((isWhole) => ({
      messages: isWhole ? messages : messages.filter((_, index) => index % 3 !== 1),
      cursor,
      isEnd: start === 0,
    }));
  }

  #fill({ gaps }: GapQuery): Promise<Message[]> {
    const numbers = gaps.flatMap(numbersIn);
    for (const number of numbers) this.asked.set(number, (this.asked.get(number) ?? 0) + 1);
    return this.#later(() => numbers.flatMap((number) => this.#server[number - 1] ?? []));
  }

  #later<Answer>(make: (isWhole: boolean) => Answer): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({
        answer: (isWhole) => resolve(make(isWhole)),
        fail: () => reject(new Error("network")),
      });
    });
  }

  say(isShown: boolean, isPushed: boolean): void {
    const message = this.#add(isShown);
    if (message && isPushed) this.#push({ type: "im.messages", messages: [message] });
  }

  remove(which: number): void {
    const message = this.#server[which % Math.max(1, this.#server.length)];
    if (!message) return;
    this.#server[message.seq - 1] = null;
    this.#push({ type: "im.deleted", clientMsgID: message.clientMsgID });
  }

  settle(which: number, how: "whole" | "partly" | "failed"): void {
    const [one] = this.#waiting.splice(which % Math.max(1, this.#waiting.length), 1);
    if (how === "failed") one?.fail();
    else one?.answer(how === "whole");
  }

  sync(): void {
    this.#sync({ type: "im.syncFinished" });
  }

  older(): void {
    this.#history.send({ type: "user.loadOlder" });
    this.#history.send({ type: "user.retryHistory" });
  }

  wait(): void {
    this.#clock.increment(5000);
  }

  /** Answers all requests until none is left; returns the number of answers. */
  async calm(): Promise<number> {
    for (let answers = 0; ; answers++) {
      await flush();
      if (this.#waiting.length === 0) return answers;
      if (answers > 500) throw new Error("It goes on asking");
      this.settle(0, "whole");
    }
  }

  /** The shown sequence numbers, and the server's numbers between the first and last shown. */
  get numbers(): { shown: number[]; there: number[] } {
    const shown = this.#history.getSnapshot().context.messages.map(({ seq }) => seq);
    const [first = 0] = shown;
    const last = shown.at(-1) ?? 0;
    const there = this.#server.flatMap((message) => message?.seq ?? []);
    return { shown, there: there.filter((seq) => seq >= first && seq <= last) };
  }

  stop(): void {
    this.#history.stop();
  }
}

const flush = () => new Promise<void>((resolve) => setImmediate(resolve));

const anyStep = fc.oneof(
  fc.record({ do: fc.constant("say" as const), isShown: fc.boolean(), isPushed: fc.boolean() }),
  fc.record({ do: fc.constant("remove" as const), which: fc.nat(60) }),
  fc.record({
    do: fc.constant("settle" as const),
    which: fc.nat(5),
    how: fc.constantFrom("whole" as const, "partly" as const, "failed" as const),
  }),
  fc.record({ do: fc.constantFrom("sync" as const, "older" as const, "wait" as const) }),
);

type AnyStep = typeof anyStep extends fc.Arbitrary<infer Step> ? Step : never;

function take(device: Device, step: AnyStep): void {
  if (step.do === "say") device.say(step.isShown, step.isPushed);
  else if (step.do === "remove") device.remove(step.which);
  else if (step.do === "settle") device.settle(step.which, step.how);
  else device[step.do]();
}

it("11-19 leaves no gap that the server does not have, for pages, pushes, syncs and deletions in any order", async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(60), fc.array(anyStep, { maxLength: 40 }), async (begins, steps) => {
      const device = new Device(begins);
      for (const step of steps) {
        take(device, step);
        await flush();
      }
      // The connection is good again: every remaining request gets a complete answer.
      await device.calm();
      device.sync();
      await device.calm();
      device.wait();
      await device.calm();
      const { shown, there } = device.numbers;
      expect(there.filter((seq) => !shown.includes(seq))).toEqual([]);
      expect(shown).toEqual([...new Set(shown)].sort((a, b) => a - b));
      device.stop();
    }),
    { numRuns: 100 },
  );
});

it("11-19 requests an empty sequence number once", async () => {
  const device = new Device(0);
  await device.calm();
  device.say(true, true);
  for (let count = 0; count < 30; count++) device.say(false, false);
  device.say(true, true);
  await device.calm();
  for (let count = 0; count < 5; count++) device.say(true, true);
  await device.calm();
  expect(new Set(device.asked.values())).toEqual(new Set([1]));
  expect(device.asked.size).toBe(30);
  device.stop();
});

it("11-19 requests the second number of a duplicated message once", async () => {
  const device = new Device(3);
  await device.calm();
  device.sayTwice();
  device.sayTwice();
  device.say(true, true);
  await device.calm();
  expect(new Set(device.asked.values())).toEqual(new Set([1]));
  device.stop();
});

it("11-19 keeps messages that are pushed while the newest page loads", async () => {
  const device = new Device(60);
  device.sync();
  await flush();
  device.say(true, true);
  device.say(true, true);
  await device.calm();
  const { shown, there } = device.numbers;
  expect(shown).toEqual(there);
  expect(shown.at(-1)).toBe(62);
  device.stop();
});

it("4-61 keeps the view and asks for nothing if imported messages follow a newer first one", async () => {
  const device = new Device(1, { imported: 1200 });
  await device.calm();
  device.say(true, true);
  await device.calm();
  expect(device.numbers.shown.slice(-3)).toEqual([1201, 1, 1202]);
  expect(device.asked.size).toBe(0);
  device.stop();
});

it("11-19 asks once for messages that were imported between newer ones, and leaves them to the pages", async () => {
  const device = new Device(50, { imported: 1200, after: 5 });
  await device.calm();
  for (let count = 0; count < 5; count++) device.say(true, true);
  await device.calm();
  expect(device.numbers.shown.filter((seq) => seq > 50 && seq <= 1250)).toEqual([]);
  for (let pages = 0; pages < 3; pages++) {
    device.older();
    await device.calm();
  }
  expect(device.numbers.shown.slice(-62, -59)).toEqual([1249, 1250, 1]);
  expect(new Set(device.asked.values())).toEqual(new Set([1]));
  device.stop();
});
