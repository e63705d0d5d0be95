import { createInspector, type StatelyInspectionEvent } from "@statelyai/inspect";
import { describe, expect, it, vi } from "vitest";
import { assign, createActor, fromCallback, fromPromise, type InspectionEvent, setup } from "xstate";
import { createSender } from "../../../src/adapters/inspection/sender.ts";
import type { InspectionMessage } from "../../../tools/charts/inspector/messages.ts";
import { readMessage } from "../../../tools/charts/inspector/reading.ts";
import { Recording } from "../../../tools/charts/inspector/recording.ts";

const lamp = setup({
  types: { context: {} as { count: number }, events: {} as { type: "user.press" } | { type: "user.burn" } },
  actors: { warmUp: fromPromise(async () => "warm") },
  actions: { count: assign(({ context }) => ({ count: context.count + 1 })) },
}).createMachine({
  id: "lamp",
  context: { count: 0 },
  initial: "off",
  states: {
    off: { on: { "user.press": { target: "on", actions: "count" } } },
    on: {
      invoke: { id: "warmUp", src: "warmUp" },
      on: { "user.press": { target: "off", actions: "count" }, "user.burn": "burnt" },
    },
    burnt: { type: "final" },
  },
});

function page(options: { capacity?: number; withDefinitions?: boolean } = {}) {
  let time = 1_000;
  const turns: (() => void)[] = [];
  const sender = createSender({
    prefix: "left/",
    showsTexts: false,
    withDefinitions: options.withDefinitions ?? false,
    ...(options.capacity !== undefined && { capacity: options.capacity }),
    now: () => (time += 0.25),
    soon: (callback) => turns.push(callback),
  });
  const actor = createActor(lamp, { inspect: sender.inspect });
  const run = () => {
    for (let turn = turns.shift(); turn; turn = turns.shift()) turn();
  };
  const watch = () => {
    const heard: InspectionMessage[] = [];
    const stop = sender.watch((messages) => heard.push(...messages));
    return { heard, stop };
  };
  return { sender, actor, run, watch };
}

const press = (actor: { send(event: { type: "user.press" }): void }, times: number) => {
  for (let index = 0; index < times; index += 1) actor.send({ type: "user.press" });
};
const valuesOf = (heard: readonly InspectionMessage[]) =>
  heard.flatMap((one) =>
    one.type === "@xstate.snapshot" && one.sessionId === one.rootId ? [one.snapshot.value] : [],
  );

describe("11-04 a watcher of a page", () => {
  it("receives earlier messages in order, and then new ones", () => {
    const { actor, run, watch } = page();
    actor.start();
    press(actor, 1);
    const { heard } = watch();
    run();
    expect(heard[0]).toMatchObject({
      type: "@xstate.actor",
      name: "lamp",
      sessionId: `left/${actor.sessionId}`,
      parentId: undefined,
    });
    expect(valuesOf(heard)).toEqual(["off", "on"]);
    press(actor, 1);
    run();
    expect(valuesOf(heard)).toEqual(["off", "on", "off"]);
    const times = heard.map(({ createdAt }) => Number(createdAt));
    expect(times).toEqual(times.toSorted((a, b) => a - b));
  });

  it("receives every child actor with its parent, and each transition with its actions", () => {
    const { actor, run, watch } = page();
    const { heard } = watch();
    actor.start();
    press(actor, 1);
    run();
    expect(heard).toContainEqual(
      expect.objectContaining({
        type: "@xstate.actor",
        name: "warmUp",
        id: "warmUp",
        parentId: `left/${actor.sessionId}`,
      }),
    );
    expect(heard).toContainEqual(
      expect.objectContaining({
        type: "charts.transition",
        eventType: "user.press",
        edges: [{ source: "off", target: "on", actions: ["count"] }],
      }),
    );
  });

  it("receives a full snapshot when the first messages were dropped", () => {
    const { actor, run, watch } = page({ capacity: 20 });
    actor.start();
    press(actor, 501);
    const { heard } = watch();
    run();
    expect(heard.length).toBeLessThan(60);
    expect(heard[0]).toMatchObject({ type: "@xstate.actor", name: "lamp" });
    expect(heard[0]?.type === "@xstate.actor" && heard[0].snapshot.value).toMatch(/on|off/);
    expect(valuesOf(heard).at(-1)).toBe("on");
  });

  it("does not see stopped actors as active", () => {
    const turns: (() => void)[] = [];
    const sender = createSender({
      prefix: "",
      showsTexts: false,
      withDefinitions: false,
      capacity: 10,
      now: () => 1,
      soon: (callback) => turns.push(callback),
    });
    const listening = setup({ actors: { ear: fromCallback(() => () => {}), child: lamp } }).createMachine({
      initial: "on",
      states: {
        on: {
          invoke: [
            { id: "ear", src: "ear" },
            { id: "child", src: "child" },
          ],
          on: { next: "off" },
        },
        off: { on: { next: "on" } },
      },
    });
    const actor = createActor(listening, { inspect: sender.inspect }).start();
    for (let index = 0; index < 41; index += 1) actor.send({ type: "next" });
    const recording = new Recording();
    sender.watch((messages) => {
      for (const message of messages) {
        const read = readMessage(message);
        if (read) recording.add("a", read);
      }
    });
    for (let turn = turns.shift(); turn; turn = turns.shift()) turn();
    const alive = [...recording.now.values()].filter(({ status }) => status === "active");
    expect(alive.map(({ sessionId }) => sessionId)).toEqual([actor.sessionId]);
  });

  it("receives a loss message after an overflow, and still the latest state", () => {
    const { actor, run, watch } = page({ capacity: 20 });
    actor.start();
    const { heard } = watch();
    run();
    press(actor, 500);
    run();
    expect(heard.filter(({ type }) => type === "charts.loss")).toHaveLength(1);
    expect(valuesOf(heard).at(-1)).toBe("off");
  });

  it("receives nothing after it stops, while other watchers continue", () => {
    const { actor, run, watch } = page();
    const [first, second] = [watch(), watch()];
    actor.start();
    run();
    first.stop();
    const before = first.heard.length;
    press(actor, 1);
    run();
    expect(first.heard).toHaveLength(before);
    expect(valuesOf(second.heard)).toEqual(["off", "on"]);
  });

  it("reaches an actor while it is active", () => {
    const { sender, actor } = page();
    actor.start();
    sender.actorOf(`left/${actor.sessionId}`)?.send({ type: "user.press" });
    expect(actor.getSnapshot().value).toBe("on");
    expect(sender.actorOf(`right/${actor.sessionId}`)).toBeUndefined();
    actor.send({ type: "user.burn" });
    expect(sender.actorOf(`left/${actor.sessionId}`)).toBeUndefined();
  });
});

it("11-05 state names are never redacted", () => {
  const form = setup({}).createMachine({
    id: "form",
    type: "parallel",
    states: {
      password: { initial: "text", states: { text: {} } },
      draft: { initial: "token", states: { token: {} } },
    },
  });
  const turns: (() => void)[] = [];
  const sender = createSender({
    prefix: "",
    showsTexts: false,
    withDefinitions: false,
    now: () => 1,
    soon: (callback) => turns.push(callback),
  });
  const heard: InspectionMessage[] = [];
  sender.watch((messages) => heard.push(...messages));
  createActor(form, { inspect: sender.inspect }).start();
  for (let turn = turns.shift(); turn; turn = turns.shift()) turn();
  expect(valuesOf(heard)).toEqual([{ password: "text", draft: "token" }]);
});

describe("11-09 the stock inspector", () => {
  it("is readable here although its messages have fewer fields", async () => {
    const recording = new Recording();
    const unread: unknown[] = [];
    const stock = createInspector({
      send: (given) => {
        const message = readMessage(JSON.parse(JSON.stringify(given)));
        if (message) recording.add("opener", message);
        else unread.push(given);
      },
    });
    stock.start();
    const actor = createActor(lamp, { inspect: stock.inspect }).start();
    press(actor, 1);
    await vi.waitFor(() =>
      expect(recording.now.get(actor.sessionId)).toMatchObject({
        isChart: true,
        value: "on",
        context: { count: 1 },
      }),
    );
    expect(unread).toEqual([]);
    expect(recording.log.map(({ event }) => event.type)).toContain("user.press");
    expect(recording.now.get(actor.sessionId)?.definition).toContain('"burnt"');
    await vi.waitFor(() =>
      expect([...recording.now.values()].some(({ status }) => status === "done")).toBe(true),
    );
  });

  it("sends the same messages in the same order", async () => {
    const turns: (() => void)[] = [];
    const sender = createSender({
      prefix: "left/",
      showsTexts: false,
      withDefinitions: true,
      now: () => performance.now(),
      soon: (callback) => turns.push(callback),
    });
    const heard: InspectionMessage[] = [];
    sender.watch((messages) => heard.push(...messages));
    const theirs: StatelyInspectionEvent[] = [];
    const stock = createInspector({ send: (event) => theirs.push(event) });
    stock.start();
    const actor = createActor(lamp, {
      inspect: (event: InspectionEvent) => {
        sender.inspect(event);
        stock.inspect.next?.(event);
      },
    }).start();
    press(actor, 3);
    await Promise.resolve();
    actor.send({ type: "user.burn" });
    for (let turn = turns.shift(); turn; turn = turns.shift()) turn();

    const shared = heard.filter((one) => one.type.startsWith("@xstate."));
    await expect.poll(() => theirs.length).toBe(shared.length);
    const outline = (one: InspectionMessage | StatelyInspectionEvent) => ({
      type: one.type,
      sessionId: one.sessionId.replace("left/", ""),
      rootId: one.rootId?.replace("left/", ""),
      event: "event" in one ? one.event.type : undefined,
      sourceId: "sourceId" in one ? one.sourceId?.replace("left/", "") : undefined,
      status: "snapshot" in one && one.type === "@xstate.snapshot" ? one.snapshot.status : undefined,
      version: typeof one._version,
      createdAt: typeof one.createdAt,
    });
    expect(shared.map(outline)).toEqual(theirs.map(outline));
    const told = heard.find((one) => one.type === "@xstate.actor");
    const fits: StatelyInspectionEvent | undefined = told;
    expect(JSON.parse(fits?.type === "@xstate.actor" ? (fits.definition ?? "") : "")).toMatchObject({
      id: "lamp",
      initial: "off",
      states: { off: {}, on: {}, burnt: { type: "final" } },
    });
  });
});
