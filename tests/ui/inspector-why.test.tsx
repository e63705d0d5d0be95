import { readFile } from "node:fs/promises";
import { fireEvent, render, screen, within } from "@testing-library/react";
import type { ReactNode } from "react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { assign, fromPromise, sendTo, setup } from "xstate";
import { failureToast, toastsMachine } from "../../machines/app/toasts.ts";
import { Data } from "../../tools/charts/inspector/Data.tsx";
import { filterLog } from "../../tools/charts/inspector/EventLog.tsx";
import type { ChannelMessage } from "../../tools/charts/inspector/messages.ts";
import { Recording } from "../../tools/charts/inspector/recording.ts";
import { event } from "../unit/inspection/messages.ts";
import { drawing, show, watch } from "./inspected-page.tsx";

/** A page without layout has no rows in view: draws all rows. */
vi.mock("virtua", () => ({
  VList: ({ data, children }: { data: readonly unknown[]; children: (item: unknown) => ReactNode }) =>
    data.map(children),
}));

beforeEach(() => {
  vi.stubGlobal("fetch", () => Promise.resolve(new Response("", { status: 404 })));
});

const actors = () => within(screen.getByRole("navigation", { name: "Actors" }));
const rowsOf = (name: RegExp) =>
  screen.queryAllByRole("button", { name }).filter((row) => row.closest("aside"));

/** A lamp that asks a server before it is on, and may ask again. */
const answers: { resolve: (value: unknown) => void; reject: (error: unknown) => void }[] = [];
const lamp = setup({
  types: { events: {} as { type: "user.press"; lux: number } | { type: "user.rest" } },
  actors: {
    askServer: fromPromise(
      ({ input: _ }: { input: { lux: number } }) =>
        new Promise((resolve, reject) => answers.push({ resolve, reject })),
    ),
  },
}).createMachine({
  id: "lamp",
  initial: "off",
  states: {
    off: { on: { "user.press": "asking", "user.rest": "off" } },
    asking: {
      invoke: {
        src: "askServer",
        id: "askServer",
        input: { lux: 5 },
        onDone: "on",
        onError: "off",
      },
    },
    on: {},
  },
});

describe("11-16 a helper of a chart", () => {
  beforeEach(() => answers.splice(0));

  it("has a page with what it got, its error, and its attempts, and is one row of the tree", async () => {
    const { send, tell } = await watch(lamp);
    for (const code of ["network", "timeout"]) {
      send({ type: "user.press", lux: 1 });
      answers.at(-1)?.reject(Object.assign(new Error("no"), { code }));
      await vi.waitFor(() => {
        tell();
        expect(rowsOf(/askServer failed/)).toHaveLength(answers.length);
      });
    }
    const [row, ...others] = actors().getAllByRole("button", { name: /askServer/ });
    if (!row) throw new Error("no row");
    expect(others).toEqual([]);
    expect(row.textContent).toContain("×2");
    fireEvent.click(row);
    const page = within(await screen.findByRole("region", { name: "Helper askServer" }));
    for (const words of ["failed", "lux", '"timeout"']) expect(page.getByText(words)).toBeTruthy();
    const attempts = within(page.getByRole("list")).getAllByRole("button");
    expect(attempts.map((attempt) => attempt.getAttribute("aria-current"))).toEqual([null, "true"]);
    const [first] = attempts;
    if (!first) throw new Error("no attempt");
    fireEvent.click(first);
    expect(await page.findByText('"network"')).toBeTruthy();
    fireEvent.click(page.getByRole("button", { name: "lamp" }));
    expect(screen.queryByRole("region", { name: "Helper askServer" })).toBeNull();
  });

  it("is not red any more once it succeeds, and its page has the output", async () => {
    const { send, tell } = await watch(lamp);
    send({ type: "user.press", lux: 1 });
    answers.at(-1)?.reject(new Error("no"));
    await vi.waitFor(() => {
      tell();
      expect(actors().getByRole("button", { name: /failed ?askServer/ })).toBeTruthy();
    });
    send({ type: "user.press", lux: 1 });
    answers.at(-1)?.resolve({ watts: 40 });
    await vi.waitFor(() => {
      tell();
      expect(actors().queryByRole("button", { name: /askServer/ })).toBeNull();
    });
    fireEvent.click(screen.getByRole("checkbox", { name: "Helpers and ended actors" }));
    fireEvent.click(actors().getByRole("button", { name: /askServer/ }));
    expect(await screen.findByText("watts")).toBeTruthy();
  });
});

describe("11-16 an event that is sent from the inspector", () => {
  /** Opens the lamp in a page that takes events. Returns the events that the inspector sends to it. */
  async function open() {
    const page = await watch(lamp, { takesEvents: true, withDefinitions: true });
    const sent: unknown[] = [];
    page.phone.addEventListener("message", ({ data }: MessageEvent<ChannelMessage>) => {
      if (data.kind === "act") sent.push(data.event);
    });
    return { ...page, sent };
  }
  const possible = async (name: string) =>
    within(await screen.findByRole("region", { name: "Possible now" })).getByRole("button", { name });

  it("has the fields of the last event of its type, which can be changed", async () => {
    const { send, tell, sent } = await open();
    send({ type: "user.press", lux: 7 });
    answers.at(-1)?.reject(new Error("no"));
    await vi.waitFor(() => {
      tell();
      expect(rowsOf(/askServer failed/)).toHaveLength(1);
    });
    fireEvent.click(await possible("user.press"));
    const form = within(screen.getByRole("form", { name: "Send user.press" }));
    const field = form.getByRole("textbox");
    expect(JSON.parse((field as HTMLTextAreaElement).value)).toEqual({ lux: 7 });
    fireEvent.change(field, { target: { value: '{"lux":' } });
    expect(form.getByText("This is not a JSON object.")).toBeTruthy();
    fireEvent.change(field, { target: { value: '{"lux": "•••"}' } });
    expect(form.getByRole<HTMLButtonElement>("button", { name: "Send" }).disabled).toBe(true);
    fireEvent.change(field, { target: { value: '{"lux": 9}' } });
    fireEvent.click(form.getByRole("button", { name: "Send" }));
    await vi.waitFor(() => expect(sent).toEqual([{ type: "user.press", lux: 9 }]));
    expect(screen.queryByRole("form")).toBeNull();
  });

  it("is sent at once if it has no fields, and not before its fields are known", async () => {
    const { send, sent } = await open();
    send({ type: "user.rest" });
    fireEvent.click(await possible("user.press"));
    const form = within(screen.getByRole("form", { name: "Send user.press" }));
    expect(form.getByText(/its fields are not known/)).toBeTruthy();
    fireEvent.click(form.getByRole("button", { name: "Cancel" }));
    fireEvent.click(await possible("user.rest"));
    await vi.waitFor(() => expect(sent).toEqual([{ type: "user.rest" }]));
  });
});

describe("11-16 why something happened", () => {
  const child = setup({ types: { events: {} as { type: "light.on" } } }).createMachine({
    id: "light",
    initial: "dark",
    states: { dark: { on: { "light.on": "bright" } }, bright: {} },
  });
  const house = setup({ actors: { child } }).createMachine({
    id: "house",
    initial: "empty",
    invoke: { src: "child", id: "light" },
    states: {
      empty: { on: { "user.enter": { target: "lived", actions: sendTo("light", { type: "light.on" }) } } },
      lived: {},
    },
  });

  it("is a chain of events that lead to their rows", async () => {
    const { send } = await watch(house);
    send({ type: "user.enter" });
    const row = await screen.findByRole("button", { name: /light\.on/ });
    fireEvent.click(row);
    const causes = within(screen.getByRole("list", { name: "Because of" }));
    const [cause, ...others] = causes.getAllByRole("button");
    if (!cause) throw new Error("no cause");
    expect([cause.textContent, others]).toEqual(["house: user.enter", []]);
    fireEvent.click(cause);
    const opened = screen.getByRole("button", { name: /user\.enter/, expanded: true });
    expect(opened.textContent).toContain("empty → lived");
  });

  it("context has old and new values, and what was removed", () => {
    const before = { lux: 1, kept: { a: 1 }, gone: "yes" };
    render(<Data name="Context" value={{ lux: 2, kept: { a: 1 } }} before={before} isOpen />);
    const changed = [...document.querySelectorAll("div[data-changed]")].map(({ textContent }) => textContent);
    expect(changed).toEqual(["lux1 → 2", 'gone"yes"']);
  });

  it("the log is in the order of time, whatever came first", () => {
    const recording = new Recording();
    for (const [page, time] of [
      ["left", "30"],
      ["right", "20"],
      ["left", "40"],
    ] as const)
      recording.add(page, { ...event(`${page}/1`, { type: `user.press${time}` }), createdAt: time });
    const filter = { isOfChosen: false, kind: "", text: "", withLives: false };
    const rows = filterLog(recording.log, { filter, chosen: null }, recording.now);
    expect(rows.map(({ event: { type } }) => type)).toEqual(["user.press40", "user.press30", "user.press20"]);
  });
});

describe("11-05 the tree of actors", () => {
  const leaf = setup({}).createMachine({ id: "leaf", initial: "green", states: { green: {} } });
  const tree = setup({ actors: { leaf } }).createMachine({
    id: "tree",
    invoke: [
      { src: "leaf", id: "oak" },
      { src: "leaf", id: "elm" },
    ],
    on: { "user.rest": {} },
  });
  const names = () =>
    actors()
      .getAllByRole("button")
      .filter((row) => row.hasAttribute("data-status"))
      .map(({ textContent }) => textContent);

  it("can be searched, folded, and has pinned actors on top", async () => {
    const { send } = await watch(tree);
    send({ type: "user.rest" });
    await vi.waitFor(() => expect(names()).toEqual(["tree", "oak: leafgreen", "elm: leafgreen"]));
    const search = actors().getByRole("searchbox", { name: "Find an actor" });
    fireEvent.change(search, { target: { value: "elm" } });
    expect(names()).toEqual(["tree", "elm: leafgreen"]);
    fireEvent.change(search, { target: { value: "" } });
    fireEvent.click(actors().getByRole("button", { name: "Hide the actors below this one" }));
    expect(names()).toEqual(["tree"]);
    fireEvent.click(actors().getByRole("button", { name: "Show the actors below this one" }));
    fireEvent.click(actors().getByRole("button", { name: /elm/ }));
    fireEvent.click(screen.getByRole("button", { name: "Pin", pressed: false }));
    expect(names()).toEqual(["elm: leafgreen", "tree", "oak: leafgreen", "elm: leafgreen"]);
    fireEvent.click(screen.getByRole("button", { name: "Pin", pressed: true }));
    expect(names()).toHaveLength(3);
  });
});

describe("11-07 the moment", () => {
  const light = setup({ types: { events: {} as { type: "user.press" } } }).createMachine({
    id: "light",
    initial: "off",
    states: { off: { on: { "user.press": "on" } }, on: { on: { "user.press": "off" } } },
  });

  it("moves to the previous and the next change of the chart, and says its time", async () => {
    const { send } = await watch(light);
    send({ type: "user.press" });
    send({ type: "user.press" });
    const lit = () => screen.getByRole("main").querySelector("[data-lit]")?.textContent;
    await vi.waitFor(() => expect(lit()).toBe("off"));
    const button = (name: string) => screen.getByRole<HTMLButtonElement>("button", { name });
    await vi.waitFor(() => expect(button("Previous change of light").disabled).toBe(false));
    fireEvent.click(button("Previous change of light"));
    expect(lit()).toBe("on");
    expect(screen.getByRole("slider").getAttribute("aria-valuetext")).toMatch(/^\d\d:\d\d:\d\d\.\d{3}$/);
    expect(button("Previous change of light").disabled).toBe(true);
    fireEvent.click(button("Next change of light"));
    expect(lit()).toBe("off");
  });

  it("an alert about a file goes with the recording", async () => {
    const { send } = await watch(light);
    send({ type: "user.press" });
    const input = document.querySelector("input[type=file]");
    if (!input) throw new Error("no input");
    fireEvent.change(input, { target: { files: [new File(["no"], "a.json")] } });
    expect(await screen.findByRole("alert")).toBeTruthy();
    fireEvent.click(screen.getByRole("button", { name: "Clear" }));
    await vi.waitFor(() => expect(screen.queryByRole("alert")).toBeNull());
  });
});

describe("11-05 a chart of another app", () => {
  it("is laid out from its definition, with its transitions, and its state is lit", async () => {
    const gate = setup({
      types: { context: {} as { count: number }, events: {} as { type: "user.push" } },
      guards: { isFree: () => true },
      actions: { count: assign({ count: ({ context }) => context.count + 1 }) },
    }).createMachine({
      id: "gate",
      context: { count: 0 },
      initial: "shut",
      states: {
        shut: { on: { "user.push": { guard: "isFree", target: "open", actions: "count" } } },
        open: { after: { 500000: "shut" } },
      },
    });
    const { send } = await watch(gate, { withDefinitions: true });
    send({ type: "user.push" });
    await vi.waitFor(() => expect(drawing().querySelector('[data-state="open"][data-lit]')).not.toBeNull());
    const lines = [...drawing().querySelectorAll<SVGElement>("[data-source]")].map(
      ({ dataset }) => `${dataset.source} > ${dataset.target}: ${dataset.events}`,
    );
    expect([...new Set(lines)]).toEqual(["shut > open: user.push", "open > shut: after 500000"]);
    expect(drawing().textContent).toContain("[isFree]");
  });
});

describe("11-65 the transitions never seen in a recording", () => {
  it("are those that neither this recording nor a kept one took", async () => {
    const svg = await readFile("docs/charts/toasts.svg", "utf8");
    const seen = { toasts: ["empty>showing>toast.add", "next>empty>always"] };
    vi.stubGlobal("fetch", (address: string) =>
      Promise.resolve(new Response(address.includes("toasts") ? svg : JSON.stringify(seen))),
    );
    const { send } = await watch(toastsMachine);
    send({ type: "toast.add", toast: failureToast("network") });
    send({ type: "user.dismissToast" });
    await show("Never seen in a recording");
    expect(await screen.findByText("3 of 6 transitions were never seen")).toBeTruthy();
    const shown = [...drawing().querySelectorAll<SVGElement>("text.event:not([data-untaken])")];
    expect(shown.map(({ textContent }) => textContent)).toContain("always");
    const isFaded = (source: string, target: string) =>
      drawing()
        .querySelector(`text[data-source="${source}"][data-target="${target}"]`)
        ?.hasAttribute("data-untaken");
    expect([isFaded("empty", "showing"), isFaded("next", "empty")]).toEqual([true, true]);
    // An edge with two events, one of them seen, and an edge that no recording has.
    expect([isFaded("showing", "next"), isFaded("next", "showing")]).toEqual([false, false]);
  });
});

describe("11-01 the panes", () => {
  it("are resized with the keyboard, within limits", async () => {
    const { send } = await watch(toastsMachine);
    send({ type: "user.dismissToast" });
    const divider = await screen.findByRole("separator", { name: "Width of the actors" });
    const size = () => Number(divider.getAttribute("aria-valuenow"));
    const before = size();
    fireEvent.keyDown(divider, { key: "ArrowRight" });
    expect(size()).toBeGreaterThan(before);
    for (let press = 0; press < 60; press += 1) fireEvent.keyDown(divider, { key: "ArrowLeft" });
    expect(String(size())).toBe(divider.getAttribute("aria-valuemin"));
  });

  it("tabs are moved with the arrow keys", async () => {
    const { send } = await watch(toastsMachine);
    send({ type: "user.dismissToast" });
    const tab = await screen.findByRole("tab", { name: "Log", selected: true });
    fireEvent.keyDown(tab, { key: "ArrowRight" });
    const next = screen.getByRole("tab", { name: "Sequence", selected: true });
    expect(document.activeElement).toBe(next);
    expect(screen.getByRole("tabpanel", { name: "Sequence" })).toBeTruthy();
  });
});
