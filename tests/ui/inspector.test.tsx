import { readFile } from "node:fs/promises";
import { act, fireEvent, render, screen, within } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type AnyStateMachine, assign, setup } from "xstate";
import { failureToast, type ToastsEvent, toastsMachine } from "../../machines/app/toasts.ts";
import type { FailureCode } from "../../machines/domain/failure.ts";
import { CHANNEL } from "../../src/inspector/channel.ts";
import { parleyParts } from "../../src/inspector/parts.tsx";
import { fingerprintOfChart } from "../../tools/charts/draw/index.ts";
import { Inspector } from "../../tools/charts/inspector/Inspector.tsx";
import { channelLink } from "../../tools/charts/inspector/link.ts";
import type { ChannelMessage } from "../../tools/charts/inspector/messages.ts";
import { createRecorder } from "../../tools/charts/inspector/recorder.ts";
import type { LogEntry } from "../../tools/charts/inspector/recording.ts";
import { SequenceView } from "../../tools/charts/inspector/SequenceView.tsx";
import type { Arrow, Bar } from "../../tools/charts/inspector/sequence.ts";
import { countTaken, drawnParts, takenBy } from "../../tools/charts/inspector/taken.ts";
import { closeChannelsAfterTest, drawing, inspect, parts, show, watch } from "./inspected-page.tsx";

/** A page without layout has no rows in view: draws all rows. */
vi.mock("virtua", () => ({
  VList: ({ data, children }: { data: readonly unknown[]; children: (item: unknown) => ReactNode }) =>
    data.map(children),
}));

describe("the inspector", () => {
  it("11-10 shows how many messages were dropped because they came too fast", async () => {
    vi.stubGlobal("fetch", () => Promise.resolve(new Response("", { status: 404 })));
    const { phone, asked } = inspect();
    const to = await act(() => asked);
    const stamp = { _version: "1", sessionId: "lamp/1", rootId: "lamp/1", createdAt: "1" };
    phone.postMessage({
      kind: "messages",
      phone: "lamp",
      to,
      messages: [{ ...stamp, type: "charts.loss", count: 7 }],
    } satisfies ChannelMessage);
    expect(await screen.findByText("7 messages came too fast and were not recorded.")).toBeTruthy();
  });
});

describe("the inspector of a running page", () => {
  const lamp = setup({}).createMachine({
    id: "lamp",
    initial: "off",
    states: { off: { on: { "user.press": "on" } }, on: { on: { "user.press": "off" } } },
  });

  /** Chooses a file to import. */
  function open(file: File): void {
    const chooser = document.querySelector("input[type=file]");
    if (!chooser) throw new Error("no chooser of files");
    fireEvent.change(chooser, { target: { files: [file] } });
  }

  const fileOf = (text: string) => new File([text], "recording.json");

  beforeEach(async () => {
    vi.stubGlobal("fetch", () => Promise.resolve(new Response("", { status: 404 })));
    const { send } = await watch(lamp);
    send({ type: "user.press" });
    await screen.findByTitle("off → on");
  });

  it.each([
    ["{", "This file is not a recording."],
    ['{"format":"charts-recording","version":2}', "This recording is from another version of the inspector."],
  ])("11-07 says why it does not open the file %s, and keeps its log", async (text, words) => {
    open(fileOf(text));
    expect((await screen.findByRole("alert")).textContent).toBe(words);
    fireEvent.click(screen.getByRole("button", { name: "Close this message" }));
    await vi.waitFor(() => expect(screen.queryByRole("alert")).toBeNull());
    expect(screen.getByTitle("off → on")).toBeTruthy();
  });

  it("11-07 says so if a file cannot be read any more", async () => {
    const gone = fileOf("");
    vi.spyOn(gone, "text").mockRejectedValue(new DOMException("gone", "NotFoundError"));
    open(gone);
    expect((await screen.findByRole("alert")).textContent).toBe("This file is not a recording.");
  });

  it("11-16 says that nothing matches a search, not that nothing has happened", async () => {
    const search = () => screen.getByRole("searchbox", { name: "Search" });
    fireEvent.change(search(), { target: { value: "no such event" } });
    expect(await screen.findByText("Nothing matches.")).toBeTruthy();
    fireEvent.click(screen.getByRole("tab", { name: "Sequence" }));
    expect(await screen.findByText("Nothing matches.")).toBeTruthy();
    fireEvent.change(search(), { target: { value: "" } });
    await vi.waitFor(() => expect(screen.queryByText("Nothing matches.")).toBeNull());
    fireEvent.change(screen.getByRole("searchbox", { name: "Find an actor" }), { target: { value: "door" } });
    expect(await screen.findByText("Nothing matches.")).toBeTruthy();
  });
});

describe("11-61 the transitions taken so far", () => {
  it("are those without an event and of any event, too, and no others between the same states", () => {
    const edge = { source: "", target: "", actions: [] };
    const entry: LogEntry = {
      number: 0,
      at: 0,
      time: 0,
      phone: "1",
      sessionId: "1",
      sourceId: null,
      event: { type: "signal.cancel" },
      edges: [{ ...edge, event: "signal.*" }],
      guards: [],
      settled: 1,
    };
    const line = (events: string) => `<text data-source="" data-target="" data-events="${events}"></text>`;
    const drawing = document.createElement("div");
    drawing.innerHTML = `<svg>${line("always")}${line("signal.*|signal.cancel")}</svg>`;
    expect(countTaken(drawing, takenBy([entry]))).toEqual({ taken: 1, all: 3 });
    expect(drawnParts(drawing, takenBy([entry])).map(({ dataset }) => dataset.events)).toEqual([
      "signal.*|signal.cancel",
    ]);
    const always = { ...entry, edges: [{ ...edge, event: "" }] };
    expect(drawnParts(drawing, takenBy([always])).map(({ dataset }) => dataset.events)).toEqual(["always"]);
  });

  it("are counted, and the chart fades the others until it is told not to", async () => {
    const svg = await readFile("docs/charts/toasts.svg", "utf8");
    vi.stubGlobal("fetch", () => Promise.resolve(new Response(svg)));
    const { send } = await watch(toastsMachine);
    const toast = (code: FailureCode): ToastsEvent => ({ type: "toast.add", toast: failureToast(code) });
    send(toast("network"));
    send({ type: "user.dismissToast" });
    await show("Taken so far");
    expect(await screen.findByText("3 of 6 transitions")).toBeTruthy();
    const faded = () => {
      const lines = drawing().querySelectorAll<SVGElement>("text.event[data-untaken]");
      return [...new Set([...lines].map(({ dataset }) => `${dataset.source} to ${dataset.target}`))];
    };
    expect(faded()).toEqual(["next to showing"]);
    send(toast("network"));
    send(toast("unknown"));
    send({ type: "user.dismissToast" });
    expect(await screen.findByText("5 of 6 transitions")).toBeTruthy();
    expect(faded()).toEqual([]);
    await show("Nothing more");
    await vi.waitFor(() => expect(screen.queryByText("5 of 6 transitions")).toBeNull());
  });
});

describe("11-62 what the tests know of a chart", () => {
  const walks = {
    drawing: fingerprintOfChart(toastsMachine),
    paths: 4,
    states: { empty: 4, showing: 3, next: 0 },
    ways: {
      ">>toast.add": 2,
      "empty>showing>toast.add": 4,
      "showing>next>user.dismissToast": 3,
      "showing>next>after toastDuration": 0,
      "next>empty>always": 1,
      "next>showing>always": 0,
    },
    reasons: { "next>showing>always": "one toast is enough" },
  };
  const edits = {
    drawing: fingerprintOfChart(toastsMachine),
    ...{ isOlder: false, tried: 23, unnoticed: 3 },
    explained: [
      { name: "next always #1: drop", reason: "it waits anyway", ways: ["next>empty>always"] },
      { name: "context count: 0 is 1", reason: "no view reads it" },
    ],
  };
  const asked: string[] = [];

  /** Opens the inspector on a chart. `tested` is in both files of docs/tested. */
  async function open(tested: unknown, machine: AnyStateMachine = toastsMachine) {
    const svg = await readFile("docs/charts/toasts.svg", "utf8");
    vi.stubGlobal("fetch", (address: string) => {
      asked.push(address);
      if (address.includes("toasts")) return Promise.resolve(new Response(svg));
      return Promise.resolve(new Response(JSON.stringify(tested), { status: tested === null ? 404 : 200 }));
    });
    const { send } = await watch(machine);
    send({ type: "user.dismissToast" });
    await screen.findByRole("region", { name: `Chart of ${machine.id}` });
  }

  /** The numbers of the drawing with what they stand at: a line of text, or the corner of a state's box. */
  const numbers = () =>
    [...drawing().querySelectorAll<SVGElement>(".count")].map((mark) => {
      const [x, y] = ["x", "y"].map((name) => Number(mark.querySelector("rect")?.getAttribute(name)));
      const box = [...drawing().querySelectorAll<SVGElement>("[data-state] > rect")].find(
        (rect) => Number(rect.getAttribute("x")) + 8 === x && Number(rect.getAttribute("y")) - 8 === y,
      );
      const line = [...drawing().querySelectorAll("text[data-source]")].find(
        (text) => Number(text.getAttribute("y")) - 12 === y,
      );
      const at = box?.parentElement?.dataset.state ?? line?.textContent;
      return `${at}: ${mark.querySelector("text")?.textContent}${mark.matches(".none") ? " dashed" : ""}`;
    });

  beforeEach(() => asked.splice(0));

  it("is loaded when it is chosen, and the chart then has the paths of each state and transition", async () => {
    await open({ toasts: walks });
    await vi.waitFor(() => expect(asked).toHaveLength(1));
    await show("Taken so far");
    expect(asked.filter((address) => address.includes("tested"))).toEqual([]);
    await show("Paths of the tests");
    expect(await screen.findByText("The tests walk 4 generated paths through this chart.")).toBeTruthy();
    await vi.waitFor(() =>
      expect(numbers()).toEqual([
        ...["empty: 4", "showing: 3", "next: 0 dashed"],
        ...["toast.add / enqueue: 2", "toast.add: 4", "user.dismissToast, after: 3, 0 dashed"],
        ...["always [isQueueEmpty]: 1", "always: 0 dashed"],
      ]),
    );
    const dashed = [...drawing().querySelectorAll<SVGElement>("[data-unwalked]")];
    expect(dashed.map(({ dataset }) => dataset.arrow)).toEqual(["next>showing"]);
    const notes = within(screen.getByRole("region", { name: "Paths of the tests" }));
    const rows = notes.getAllByRole("button").map((row) => row.parentElement?.textContent);
    expect(rows).toContain("next: always → showingone toast is enough");
    expect(asked.filter((address) => address.includes("tested"))).toHaveLength(1);
    await show("Nothing more");
    await vi.waitFor(() => expect(numbers()).toEqual([]));
  });

  it("has the edits that no test noticed, with the reason, and points to their places", async () => {
    await open({ toasts: edits });
    await show("Edits not noticed");
    const words =
      "23 edits of this chart were tried, and the tests did not notice 3. 1 of these have no reason yet.";
    expect(await screen.findByText((text) => text.startsWith(words))).toBeTruthy();
    await vi.waitFor(() => expect(numbers()).toEqual(["always [isQueueEmpty]: 1"]));
    const pointed = () =>
      [...drawing().querySelectorAll("[data-pointed]")].map(({ textContent }) => textContent);
    const row = screen.getByRole("button", { name: "next always #1: drop" });
    expect(row.parentElement?.textContent).toContain("it waits anyway");
    fireEvent.focus(row);
    expect(pointed()).toEqual(["always [isQueueEmpty]"]);
    fireEvent.blur(row);
    expect(pointed()).toEqual([]);
    expect(screen.getByText("context count: 0 is 1").closest("button")).toBeNull();
  });

  it("is older than the chart if its source was changed since the edits were tried", async () => {
    await open({ toasts: { ...edits, isOlder: true } });
    await show("Edits not noticed");
    expect(await screen.findByText(/These numbers are older than the chart/)).toBeTruthy();
  });

  it.each([
    ["Paths of the tests", walks, /The counts are older than the chart/],
    ["Edits not noticed", edits, /The list of edits is older than the chart/],
  ])("is not shown if it is of another version of the drawing: %s", async (choice, tested, words) => {
    await open({ toasts: { ...tested, drawing: "00000000" } });
    await show(choice);
    expect(await screen.findByText(words)).toBeTruthy();
    expect(numbers()).toEqual([]);
  });

  it.each(["lamp", "constructor"])(
    "is nothing for a chart of another app without a drawing: %s",
    async (id) => {
      await open({}, setup({}).createMachine({ id, initial: "off", states: { off: {} } }));
      expect(await screen.findByText("This chart has no drawing. Its states:")).toBeTruthy();
      for (const choice of ["Paths of the tests", "Edits not noticed"]) {
        await show(choice);
        expect(await screen.findByText("Nothing is known about tests of this chart.")).toBeTruthy();
      }
    },
  );

  it.each([
    [{ toasts: { reason: "it is small" } }, "The tests generate no paths for this chart: it is small."],
    [null, "What is known about the tests cannot be loaded."],
    [{ toasts: 4 }, "What is known about the tests cannot be loaded."],
  ])("says why there is nothing to show: %j", async (tested, words) => {
    await open(tested);
    await show("Paths of the tests");
    expect(await screen.findByText(words)).toBeTruthy();
    expect(numbers()).toEqual([]);
  });
});

describe("11-16 a row of the log", () => {
  const lamp = setup({
    types: {
      context: {} as { presses: number; lux: number },
      events: {} as { type: "user.press"; lux: number },
    },
    guards: {
      isBroken: () => false,
      isDark: ({ event }) => event.lux < 10,
    },
    actions: { count: assign(({ context, event }) => ({ presses: context.presses + 1, lux: event.lux })) },
  }).createMachine({
    id: "lamp",
    context: { presses: 0, lux: 0 },
    initial: "off",
    states: {
      off: {
        on: {
          "user.press": [
            { guard: "isBroken", target: "off" },
            { guard: "isDark", target: "on", actions: "count" },
          ],
        },
      },
      on: { on: { "user.press": { target: "off", actions: "count" } } },
    },
  });

  /** Runs a lamp in a page that the inspector watches. */
  async function watchLamp() {
    vi.stubGlobal("fetch", () => Promise.resolve(new Response("", { status: 404 })));
    const { phone, send } = await watch(lamp);
    const press = (lux: number) => send({ type: "user.press", lux });
    /** The newest is the first. */
    const rows = async (count: number) => {
      await vi.waitFor(() =>
        expect(screen.getAllByRole("button", { name: /user\.press/ })).toHaveLength(count),
      );
      return screen.getAllByRole("button", { name: /user\.press/ });
    };
    return { phone, press, rows };
  }

  it("shows the chart as it was after its event, and keeps later rows visible", async () => {
    const { press, rows } = await watchLamp();
    press(5);
    press(80);
    press(3);
    const [, second] = await rows(3);
    if (!second) throw new Error("no row");
    const lit = () => screen.getByRole("main").querySelector("[data-lit]")?.textContent;
    await vi.waitFor(() => expect(lit()).toBe("on"));
    fireEvent.click(second);
    expect(lit()).toBe("off");
    expect(screen.getByText("Past")).toBeTruthy();
    const later = await rows(3);
    expect(later.map((row) => row.parentElement?.hasAttribute("data-later"))).toEqual([true, false, false]);
    fireEvent.click(screen.getByRole("button", { name: "Back to now" }));
    expect(lit()).toBe("on");
  });

  it("tells the guards that were asked, with their answers, and old and new values", async () => {
    const { press, rows } = await watchLamp();
    press(5);
    const [row] = await rows(1);
    if (!row?.parentElement) throw new Error("no row");
    fireEvent.click(row);
    const detail = within(row.parentElement);
    const words = detail.getAllByRole("listitem").map(({ textContent }) => textContent);
    expect(words).toEqual(["isBroken (off): no", "isDark (off): yes", "presses 0 → 1", "lux 0 → 5"]);
  });

  it("tells the guards of an event that led nowhere", async () => {
    const { press, rows } = await watchLamp();
    press(80);
    const [row] = await rows(1);
    if (!row?.parentElement) throw new Error("no row");
    fireEvent.click(row);
    const detail = within(row.parentElement);
    expect(detail.getByText("changed nothing")).toBeTruthy();
    const words = detail.getAllByRole("listitem").map(({ textContent }) => textContent);
    expect(words).toEqual(["isBroken (off): no", "isDark (off): no"]);
  });
});

describe("11-15 a recording in the address", () => {
  const stored = (name: string) => readFile(`public/lessons/${name}.json`, "utf8");

  beforeEach(closeChannelsAfterTest);
  afterEach(() => window.history.replaceState(null, "", "/"));

  it.each(["r7", "r9", "r10"])("opens the lesson %s with the charts of all devices", async (name) => {
    const text = await stored(name);
    const asked: string[] = [];
    vi.stubGlobal("fetch", (address: string) => {
      asked.push(address);
      const isLesson = address === `/lessons/${name}.json`;
      return Promise.resolve(new Response(isLesson ? text : "", { status: isLesson ? 200 : 404 }));
    });
    window.history.replaceState(null, "", `/inspector?recording=${name}`);
    render(<Inspector recorder={createRecorder(window, channelLink(CHANNEL))} parts={parleyParts("en")} />);
    expect(await screen.findByText(parts.say("isFile"))).toBeTruthy();
    for (const device of name === "r10" ? ["mia", "anna", "anna2"] : ["mia", "anna"])
      expect(screen.getAllByText(device).length).toBeGreaterThan(0);
    expect(asked).toContain(`/lessons/${name}.json`);
    const link = screen.getByRole("link", { name: "Play on phones" });
    expect(link.getAttribute("href")).toBe(`/duo?recording=${name}`);
    fireEvent.click(screen.getByRole("button", { name: parts.say("leaveFile") }));
    await vi.waitFor(() => expect(screen.queryByText(parts.say("isFile"))).toBeNull());
  });

  it.each(["unknown", "../secret", "https://elsewhere.test/x"])(
    "11-63 says that the address names no recording: %s",
    async (name) => {
      const asked: string[] = [];
      vi.stubGlobal("fetch", (address: string) => {
        asked.push(address);
        return Promise.resolve(new Response("<!doctype html>", { status: 200 }));
      });
      window.history.replaceState(null, "", `/inspector?recording=${encodeURIComponent(name)}`);
      render(<Inspector recorder={createRecorder(window, channelLink(CHANNEL))} parts={parts} />);
      expect(await screen.findByRole("alert")).toHaveProperty("textContent", parts.say("notOpened"));
      expect(asked.filter((address) => !/^\/(lessons|charts|drawings)\//.test(address))).toEqual([]);
    },
  );
});

describe("the sequence", () => {
  const phones = ["left", "middle", "right"].map((name) => ({
    id: `id of ${name}`,
    name,
    takesEvents: false,
  }));
  const arrow = (at: number, phone: string, words: string): Arrow => ({
    ...{ at, time: at, phone: `id of ${phone}`, words, from: "wire", to: "charts" },
    ...{ sessionId: "1", actor: "callManager", payload: { type: words }, signal: null },
  });
  const sent = (at: number, phone: string): Arrow => ({
    ...arrow(at, phone, "sendSignal accept"),
    ...{ from: "charts", to: "wire" },
  });

  function draw({
    arrows,
    bars = [],
    met = new Map(),
    open = null,
    language = "en",
  }: {
    arrows: readonly Arrow[];
    bars?: readonly Bar[];
    met?: ReadonlyMap<Arrow, Arrow>;
    open?: number | null;
    language?: "en" | "zh";
  }) {
    const onChoose = vi.fn();
    const { sequence, nameOf, say } = parleyParts(language);
    const rest = { rules: sequence, nameOf, say, onChoose };
    render(<SequenceView {...{ arrows, bars, met, phones, open }} isSearched={false} {...rest} />);
    return { onChoose };
  }

  /** The names of the rows, without their times. */
  const rowNames = () =>
    screen.getAllByRole("button").map(({ textContent }) => textContent?.replace(/^[\d:.]+ /, "").trim());

  it("11-06 11-40 names the sender of each signal, and keeps a row whose sender is gone", () => {
    const received = [1, 2, 3].map((at) => arrow(at, "left", `signal.accept ${at}`));
    const [ofMiddle, ofRight, ofGone] = received;
    if (!ofMiddle || !ofRight || !ofGone) throw new Error("three arrows");
    const met = new Map([
      [ofMiddle, sent(0, "middle")],
      [ofRight, sent(0, "right")],
      [ofGone, sent(0, "gone")],
    ]);
    draw({ arrows: received, met });
    expect(rowNames()).toEqual([
      "Left: Wire → Charts: signal.accept 1 (callManager) from Middle",
      "Left: Wire → Charts: signal.accept 2 (callManager) from Right",
      "Left: Wire → Charts: signal.accept 3 (callManager)",
    ]);
  });

  it("11-06 names the phones in the user's language", () => {
    const received = arrow(1, "left", "signal.accept");
    const met = new Map([[received, sent(0, "right")]]);
    draw({ arrows: [received], met, language: "zh" });
    expect(rowNames()).toEqual(["左边: 网络 → 状态图: signal.accept (callManager) 来自 右边"]);
  });

  it("11-06 shows the states of charts as bars with their durations, between the arrows", () => {
    const bar = { phone: "id of left", sessionId: "2", actor: "call" };
    const bars = [
      { ...bar, at: 1, time: 1, state: "ringing", until: 4, duration: 2500 },
      { ...bar, at: 4, time: 2501, state: "connected", until: null, duration: null },
    ];
    draw({ arrows: [arrow(0, "left", "user.call"), arrow(2, "left", "signal.accept")], bars });
    expect(rowNames()).toEqual([
      "Left: Wire → Charts: user.call (callManager)",
      "Left: call ringing for 2.5 s",
      "Left: Wire → Charts: signal.accept (callManager)",
      "Left: call connected",
    ]);
    const isIn = [...document.querySelectorAll("button")].map(
      (row) => row.querySelector("[data-bar]") !== null,
    );
    expect(isIn).toEqual([false, true, true, true]);
  });

  it("11-06 an arrow that is clicked shows what it carries", () => {
    const { onChoose } = draw({ arrows: [arrow(5, "left", "signal.accept")] });
    fireEvent.click(screen.getByRole("button", { expanded: false }));
    expect(onChoose).toHaveBeenCalledWith(expect.objectContaining({ at: 5, sessionId: "1" }));
    draw({ arrows: [arrow(5, "left", "signal.accept")], open: 5 });
    expect(screen.getByText('"signal.accept"')).toBeTruthy();
  });
});
