// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { assign, createActor, setup } from "xstate";
import { inspectPage } from "../../../src/adapters/inspection/index.ts";
import { CHANNEL } from "../../../src/inspector/channel.ts";
import { channelLink } from "../../../tools/charts/inspector/link.ts";
import { createRecorder } from "../../../tools/charts/inspector/recorder.ts";

const lamp = setup({
  types: { context: {} as { count: number }, events: {} as { type: "user.press" } | { type: "power.cut" } },
  actions: { count: assign(({ context }) => ({ count: context.count + 1 })) },
}).createMachine({
  id: "lamp",
  context: { count: 0 },
  initial: "off",
  states: {
    off: { on: { "user.press": { target: "on", actions: "count" } } },
    on: { on: { "user.press": "off", "power.cut": "off" } },
  },
});

/** Closes the channels after each test: a page's channels would stay open for the next test. */
const channels: BroadcastChannel[] = [];
beforeEach(() => {
  const Channel = globalThis.BroadcastChannel;
  vi.stubGlobal(
    "BroadcastChannel",
    class extends Channel {
      constructor(name: string) {
        super(name);
        channels.push(this);
      }
      override postMessage(message: unknown) {
        if (channels.includes(this)) super.postMessage(message);
      }
    },
  );
});
afterEach(() => {
  for (const channel of channels.splice(0)) channel.close();
});

const answer = (label: string) => {
  const buttons = [...document.querySelectorAll<HTMLButtonElement>("dialog button")];
  buttons.find(({ textContent }) => textContent === label)?.click();
};

const lampOf = (recorder: ReturnType<typeof createRecorder>) =>
  [...recorder.recording().now.values()].find(({ name }) => name === "lamp");

describe("11-04 a page and an inspector in one browser", () => {
  it("connect in any order, and the inspector shows changes at once", async () => {
    const early = createRecorder(window, channelLink(CHANNEL));
    const actor = createActor(lamp, { inspect: inspectPage("left", "") }).start();
    actor.send({ type: "user.press" });
    const late = createRecorder(window, channelLink(CHANNEL));
    for (const recorder of [early, late])
      await vi.waitFor(() => expect(lampOf(recorder)).toMatchObject({ value: "on", context: { count: 1 } }));
    actor.send({ type: "power.cut" });
    for (const recorder of [early, late])
      await vi.waitFor(() => expect(lampOf(recorder)).toMatchObject({ value: "off" }));
    expect([...late.recording().phones.values()].map(({ name }) => name)).toEqual(["left"]);
  });

  it("send only user events from the inspector to the page", async () => {
    const actor = createActor(lamp, { inspect: inspectPage("", "") }).start();
    const recorder = createRecorder(window, channelLink(CHANNEL));
    await vi.waitFor(() => expect(lampOf(recorder)?.value).toBe("off"));
    const { sessionId = "" } = lampOf(recorder) ?? {};
    recorder.act(sessionId, { type: "user.press" });
    await vi.waitFor(() => expect(actor.getSnapshot().value).toBe("on"));
    recorder.act(sessionId, { type: "power.cut" });
    recorder.act(`other${sessionId}`, { type: "user.press" });
    recorder.act(sessionId, { type: "user.press" });
    await vi.waitFor(() => expect(actor.getSnapshot().value).toBe("off"));
    await vi.waitFor(() =>
      expect(recorder.recording().log.map(({ event }) => event.type)).toEqual([
        "xstate.init",
        "user.press",
        "user.press",
      ]),
    );
  });

  it("show a closed page as stopped, and an imported recording receives nothing new", async () => {
    const actor = createActor(lamp, { inspect: inspectPage("left", "") }).start();
    const recorder = createRecorder(window, channelLink(CHANNEL));
    await vi.waitFor(() => expect(lampOf(recorder)?.status).toBe("active"));
    expect(recorder.openFile(recorder.exportFile())).toBe(true);
    actor.send({ type: "user.press" });
    const other = createRecorder(window, channelLink(CHANNEL));
    await vi.waitFor(() => expect(lampOf(other)?.value).toBe("on"));
    expect(lampOf(recorder)?.value).toBe("off");
    other.clear();
    expect(lampOf(other)?.value).toBe("on");
    await vi.waitFor(() => expect(other.recording().log).toEqual([]));
    window.dispatchEvent(new Event("pagehide"));
    await vi.waitFor(() => expect(lampOf(other)?.status).toBe("stopped"));
  });
});

describe("11-09 ?inspect=stately", () => {
  it("asks on every page load, names the target, and sends nothing after a refusal", async () => {
    const open = vi.spyOn(window, "open").mockReturnValue(null);
    for (const visit of [1, 2]) {
      createActor(lamp, { inspect: inspectPage("", "stately") }).start();
      const question = document.querySelector("dialog");
      expect([visit, question?.getAttribute("role"), question?.open]).toEqual([visit, "alertdialog", true]);
      expect(question?.textContent).toContain("stately.ai");
      document.body.click();
      expect(open).not.toHaveBeenCalled();
      answer("Don't send");
      expect(document.querySelector("dialog")).toBeNull();
    }
    document.body.click();
    expect(open).not.toHaveBeenCalled();
  });

  it("asks in Chinese in a Chinese browser", () => {
    vi.spyOn(navigator, "language", "get").mockReturnValue("zh-CN");
    createActor(lamp, { inspect: inspectPage("", "stately") }).start();
    expect(
      document.querySelector("dialog")?.ariaLabel ?? document.querySelector("dialog h2")?.textContent,
    ).toBe("要把这里的操作发送到 stately.ai 吗？");
    answer("不发送");
  });

  it("opens the viewer after consent, and sends it everything after it connects", async () => {
    const viewer = { postMessage: vi.fn() };
    const open = vi.spyOn(window, "open").mockReturnValue(viewer as unknown as Window);
    const actor = createActor(lamp, { inspect: inspectPage("", "stately") }).start();
    expect(open).not.toHaveBeenCalled();
    answer("Send to stately.ai");
    expect(open).toHaveBeenCalledWith("https://stately.ai/inspect", "xstateinspector");
    const say = (source: unknown, type: string) => {
      const event = new MessageEvent("message", { data: { type } });
      Object.defineProperty(event, "source", { value: source });
      window.dispatchEvent(event);
    };
    say(window, "@statelyai.connected");
    say(viewer, "@statelyai.connected");
    actor.send({ type: "user.press" });
    const told = () => viewer.postMessage.mock.calls;
    await vi.waitFor(() => expect(told().map(([{ type }]) => type)).toContain("@xstate.event"));
    await vi.waitFor(() =>
      expect(told().at(-1)?.[0]).toMatchObject({ type: "@xstate.snapshot", snapshot: { value: "on" } }),
    );
    expect(new Set(told().map(([, origin]) => origin))).toEqual(new Set(["https://stately.ai"]));
    expect(told().filter(([{ type }]) => !type.startsWith("@xstate."))).toEqual([]);
  });
});
