import { readFileSync } from "node:fs";
import { act, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import Playback from "../../src/duo/playback/Playback.tsx";
import { parleyParts } from "../../src/inspector/parts.tsx";
import { createRecorder } from "../../tools/charts/inspector/recorder.ts";
import { isEverything } from "../everything.ts";

/** A page without layout has no rows in view: draws no rows. */
vi.mock("virtua", () => ({ VList: () => null }));

const LIMIT = "The time line shows the first 1500 steps.";

const lesson: object = JSON.parse(readFileSync("public/lessons/r9.json", "utf8"));

async function play(file: object, language: "en" | "zh" = "en"): Promise<void> {
  vi.stubGlobal("fetch", () => Promise.resolve(new Response("", { status: 404 })));
  const recorder = createRecorder(window, { listen: () => {}, post: () => {} });
  recorder.openFile(JSON.stringify(file));
  await act(async () => {
    render(<Playback recorder={recorder} parts={parleyParts(language)} language={language} />);
  });
}

// jsdom does not scroll.
beforeEach(() => {
  Object.defineProperty(Element.prototype, "scrollIntoView", { configurable: true, value: () => {} });
});
afterEach(() => {
  Reflect.deleteProperty(Element.prototype, "scrollIntoView");
});

describe("11-63 the time line of a recording", () => {
  const step = () => document.querySelector("button[aria-current=step]");
  const past = () => document.querySelectorAll("button[data-past]").length;

  it("11-63 marks the current step and the past ones, on the way forward and back", async () => {
    await play(lesson);
    expect([step()?.getAttribute("aria-label"), past()]).toEqual([
      "Step 0 of 30: Nothing has happened yet.",
      0,
    ]);
    for (const button of ["Step forward", "Step forward", "Step back"])
      fireEvent.click(screen.getByRole("button", { name: button }));
    expect(step()?.getAttribute("aria-label")).toMatch(/^Step 1 of 30: /);
    expect(past()).toBe(1);
    expect(screen.queryByText(LIMIT)).toBeNull();
  });

  it("11-63 names the phones of /duo in the user's language", async () => {
    const phones = ["left", "right"].map((name) => ({ id: name, name, takesEvents: false }));
    const at = { phone: "left", sessionId: "left/1", createdAt: "1" };
    const messages = [
      { ...at, type: "@xstate.actor", name: "lamp", snapshot: { value: "off" } },
      { ...at, type: "@xstate.event", event: { type: "user.press" } },
    ];
    await play({ format: "charts-recording", version: 1, exported: "", phones, messages }, "zh");
    fireEvent.click(screen.getByRole("button", { name: "前进一步" }));
    expect(screen.getByText("左边：user.press")).toBeTruthy();
    expect([...document.querySelectorAll("figcaption b")].map((name) => name.textContent)).toEqual([
      "左边",
      "右边",
    ]);
  });

  it.runIf(isEverything)("11-63 says so when it shows not all steps", async () => {
    const marks = Array.from({ length: 1600 }, (_, at) => ({ at, kind: "user", says: `Press ${at}.` }));
    await play({ ...lesson, marks });
    expect(screen.getByText(LIMIT)).toBeTruthy();
    expect(document.querySelectorAll("button[aria-label^='Step '][tabindex]")).toHaveLength(1501);
  });
});
