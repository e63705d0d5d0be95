import { readFile } from "node:fs/promises";
import { cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { toastsMachine } from "../../machines/app/toasts.ts";
import { parleyParts } from "../../src/inspector/parts.tsx";
import type { Pictured } from "../../src/inspector/pictured.ts";
import { fingerprintOfChart } from "../../tools/charts/draw/index.ts";
import { ChartView } from "../../tools/charts/inspector/ChartView.tsx";

const PICTURE = { light: "toasts/showing.light", dark: "toasts/showing.dark" };
const PARTS = parleyParts("en");
const DRAWING = fingerprintOfChart(toastsMachine);

/** Shows the chart of the toasts. Returns the addresses that are asked for, and a click on a state. */
async function open(pictured: Readonly<Record<string, Pictured>> | null) {
  const asked: string[] = [];
  const svg = await readFile("docs/charts/toasts.svg", "utf8");
  vi.stubGlobal("fetch", (address: string) => {
    asked.push(address);
    if (address.endsWith(".svg")) return Promise.resolve(new Response(svg));
    return Promise.resolve(new Response(JSON.stringify(pictured), { status: pictured === null ? 404 : 200 }));
  });
  const { container } = render(
    <ChartView
      actor={{
        sessionId: "1",
        phone: "1",
        parentId: null,
        name: "toasts",
        id: "toasts",
        isChart: true,
        status: "active",
        value: "empty",
        context: null,
        contextBefore: null,
        definition: null,
        last: null,
        input: null,
        output: null,
        error: null,
        born: 0,
        began: 0,
        ended: null,
      }}
      last={null}
      taken={null}
      marks="nothing"
      onMark={() => {}}
      onAct={null}
      fieldsOf={() => null}
      parts={PARTS}
    />,
  );
  const boxOf = (state: string) => {
    const roots = [...container.querySelectorAll("*")].flatMap(({ shadowRoot }) => shadowRoot ?? []);
    return roots[0]?.querySelector(`[data-state="${state}"] rect`) ?? null;
  };
  await vi.waitFor(() => expect(boxOf("showing")).not.toBeNull());
  const click = async (state: string) =>
    within(
      await vi.waitFor(() => {
        fireEvent.click(boxOf(state) ?? document.body);
        return screen.getByRole("complementary", { name: "What a user sees" });
      }),
    );
  return { asked, click, boxOf };
}

describe("11-64 a click on a state in the inspector", () => {
  afterEach(cleanup);

  it("shows what a user sees there, in the theme of the page, and loads it only then", async () => {
    const pictured = { toasts: { drawing: DRAWING, states: { showing: PICTURE }, reasons: {} } };
    const { asked, click, boxOf } = await open(pictured);
    expect(asked.filter((address) => address.includes("pictures"))).toEqual([]);
    const panel = await click("showing");
    const picture = await panel.findByRole("img", { name: "What a user sees in showing" });
    expect(picture.getAttribute("src")).toContain("docs/pictures/toasts/showing.light.png");
    const dark = picture.parentElement?.querySelector("source");
    expect(dark?.media).toBe("(prefers-color-scheme: dark)");
    expect(dark?.srcset).toContain("docs/pictures/toasts/showing.dark.png");
    expect(boxOf("showing")?.parentElement?.hasAttribute("data-picked")).toBe(true);
    fireEvent.click(panel.getByRole("button", { name: "Close the picture" }));
    expect(screen.queryByRole("complementary")).toBeNull();
    expect(boxOf("showing")?.parentElement?.hasAttribute("data-picked")).toBe(false);
  });

  it("can be made without a mouse: a button shows the active state, and a list has the others", async () => {
    const pictured = { toasts: { drawing: DRAWING, states: { showing: PICTURE }, reasons: {} } };
    await open(pictured);
    fireEvent.click(screen.getByRole("button", { name: "Picture" }));
    const list = await screen.findByRole("combobox", { name: "State" });
    expect(list).toHaveProperty("value", "empty");
    expect(await screen.findByText("There is no picture of this state.")).toBeTruthy();
    fireEvent.change(list, { target: { value: "showing" } });
    expect(await screen.findByRole("img", { name: "What a user sees in showing" })).toBeTruthy();
  });

  it.each([
    [
      { toasts: { drawing: "00000000", states: { showing: PICTURE }, reasons: {} } },
      'The picture is older than the chart. "npm run pictures -- -t toasts --update" takes it again.',
    ],
    [
      { toasts: { drawing: DRAWING, states: {}, reasons: { showing: "the page is empty" } } },
      "There is no picture of this state: the page is empty.",
    ],
    [{ toasts: { reason: "no view reads it" } }, "There is no picture of this state: no view reads it."],
    [{}, "There is no picture of this state."],
    [null, "What is known about the tests cannot be loaded."],
  ])("says why there is no picture: %j", async (pictured, words) => {
    const panel = await (await open(pictured)).click("showing");
    expect(await panel.findByText(words)).toBeTruthy();
    expect(panel.queryByRole("img")).toBeNull();
  });
});
