import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fireEvent, screen, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { DOCK, FLOATING } from "../../../src/screens/call/badgeGeometry.ts";
import { aHungup } from "../../fakes/signals.ts";
import { ANNA, aWorld, singleChatID } from "../../fakes/world.ts";
import { field, type } from "../chat/stage.tsx";
import { type Page, press } from "../shell/stage.tsx";
import { buttons, dialog, dragBadge, queryDialog, ringing, talking } from "./stage.tsx";

const region = () => screen.getByRole("region", { name: "Call" });
const queryRegion = () => screen.queryByRole("region", { name: "Call" });
const opener = () => within(region()).getByRole("button", { name: "Return to call" });
const place = () =>
  region()
    .style.transform.match(/-?[\d.]+/g)
    ?.slice(1, 3)
    .map(Number);

const CORNERS = { topRight: [1104, 64], topLeft: [16, 64], bottomRight: [1104, 580], bottomLeft: [16, 580] };

function resizeTo(width: number, height: number) {
  Object.assign(window, { innerWidth: width, innerHeight: height });
  window.dispatchEvent(new Event("resize"));
}

const wide = (width: "two" | "three" = "three") => ({ world: aWorld(), width });

const show = ({ ports, does }: Page, width: "phone" | "two" | "three") =>
  does(() => ports.emit.window({ type: "window.resized", width }));

async function openAnna({ ports, does }: Page): Promise<void> {
  await does(() => ports.visit(`/chat?conversationID=${singleChatID(ANNA)}`));
  await screen.findByRole("log");
}

beforeEach(() => resizeTo(1440, 900));

describe("11-21 a minimised call in a wide window", () => {
  it("floats over the page with picture, name and time, and the page stays usable", async () => {
    const page = await talking("video", { camera: true }, wide());
    page.ports.passTime(75_000);
    await press("button", "Minimise");
    expect(queryDialog()).toBeNull();
    expect(within(region()).getByLabelText("Video of Anna").dataset.shows).toBe(`camera of ${ANNA}`);
    expect(within(region()).getByText("Anna")).toBeTruthy();
    expect(within(region()).getByRole("timer").textContent).toBe("01:15");
    await openAnna(page);
    type("I can write while I see her");
    await press("button", "Send");
    expect(within(screen.getByRole("log")).getByText("I can write while I see her")).toBeTruthy();
    expect(region()).toBeTruthy();
  });

  it("mutes and hangs up", async () => {
    const page = await talking("voice", {}, wide("two"));
    await press("button", "Minimise");
    await press("button", "Mute");
    expect(within(region()).getByRole("button", { name: "Unmute", pressed: true })).toBeTruthy();
    await press("button", "Hang up");
    expect(queryRegion()).toBeNull();
    expect(page.ports.held.rooms).toEqual([]);
  });

  it("says what it waits for while it rings here, and accepts", async () => {
    await ringing("voice", wide());
    await press("button", "Minimise");
    expect(within(region()).getByText("Incoming voice call")).toBeTruthy();
    await press("button", "Accept");
    expect(within(region()).getByText("Connecting")).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Accept" })).toBeNull();
  });

  it("declines", async () => {
    const page = await ringing("video", wide());
    await press("button", "Minimise");
    await press("button", "Hang up");
    expect(page.ports.sent("im.sendSignal").map(({ signal }) => signal.kind)).toEqual(["reject"]);
    expect(queryRegion()).toBeNull();
  });

  it("says that the peer has a poor connection", async () => {
    const { ports, does } = await talking("voice", {}, wide());
    await press("button", "Minimise");
    await does(() => ports.emit.room({ type: "room.memberLeft", userID: ANNA, isDropped: true }));
    expect(within(region()).getByText("Poor connection")).toBeTruthy();
  });

  it("opens with a press, and takes the focus again afterwards", async () => {
    await talking("voice", {}, wide());
    await press("button", "Minimise");
    opener().focus();
    await press("button", "Return to call");
    expect(dialog()).toBeTruthy();
    expect(queryRegion()).toBeNull();
    await press("button", "Minimise");
    expect(document.activeElement).toBe(opener());
  });

  it("is dragged to a corner, which is no press, and comes back there", async () => {
    const { does } = await talking("voice", {}, wide());
    await press("button", "Minimise");
    expect(place()).toEqual(CORNERS.topRight);
    await does(() => dragBadge({ x: -100, y: 500 }));
    expect(place()).toEqual(CORNERS.bottomRight);
    await does(() => dragBadge({ x: -900, y: 0 }));
    expect(place()).toEqual(CORNERS.bottomLeft);
    await press("button", "Return to call");
    await press("button", "Minimise");
    expect(place()).toEqual(CORNERS.bottomLeft);
  });

  it("follows the pointer, and stays in the window", async () => {
    const { does } = await talking("voice", {}, wide());
    await press("button", "Minimise");
    const pointer = { pointerId: 1, isPrimary: true, button: 0 };
    await does(() => {
      fireEvent.pointerDown(opener(), { ...pointer, clientX: 1200, clientY: 100 });
      fireEvent.pointerMove(opener(), { ...pointer, clientX: 1100, clientY: 150 });
    });
    expect(place()).toEqual([1004, 114]);
    await does(() => {
      fireEvent.pointerMove(opener(), { ...pointer, clientX: 2100, clientY: -900 });
    });
    expect(place()).toEqual([1440 - 320 - 8, 8]);
  });

  it("moves to the corners with the arrow keys, and keeps its corner in a window of another size", async () => {
    const { does } = await talking("voice", {}, wide());
    await press("button", "Minimise");
    const key = (name: string) =>
      does(() => {
        fireEvent.keyDown(opener(), { key: name });
      });
    await key("ArrowLeft");
    expect(place()).toEqual(CORNERS.topLeft);
    await key("ArrowDown");
    expect(place()).toEqual(CORNERS.bottomLeft);
    await key("ArrowRight");
    expect(place()).toEqual(CORNERS.bottomRight);
    await does(() => resizeTo(1024, 768));
    expect(place()).toEqual([1024 - 320 - 16, 768 - 240 - 80]);
    await key("ArrowUp");
    expect(place()).toEqual([1024 - 320 - 16, 64]);
  });

  it("becomes the badge of a phone below 900 px, and floats again above", async () => {
    const page = await talking("voice", {}, wide("two"));
    await press("button", "Minimise");
    await show(page, "phone");
    expect(queryRegion()).toBeNull();
    expect(screen.getByRole("button", { name: "Return to call" }).textContent).toContain("In call");
    await show(page, "two");
    expect(region()).toBeTruthy();
    expect(page.ports.held.rooms).toHaveLength(1);
  });
});

describe("11-21 a call beside the chat", () => {
  async function docked(mediaType: "voice" | "video" = "voice"): Promise<Page> {
    const page = await talking(mediaType, {}, wide());
    await press("button", "Show beside the chat");
    await openAnna(page);
    return page;
  }

  it("docks in a column of its own, with the same controls, and the user writes in the chat", async () => {
    await docked("video");
    expect(queryDialog()).toBeNull();
    expect(within(region()).getByRole("heading", { name: "Anna" })).toBeTruthy();
    for (const name of ["Mute", "Hang up", "Camera off", "Minimise", "Fill the window"])
      expect(within(region()).getByRole("button", { name })).toBeTruthy();
    type("Half a word");
    expect(screen.getByRole("list", { name: "Chat list" })).toBeTruthy();
    await press("button", "Fill the window");
    expect(dialog()).toBeTruthy();
    expect(queryRegion()).toBeNull();
    await press("button", "Show beside the chat");
    expect(field().value).toBe("Half a word");
  });

  it("Back and Escape are of the page", async () => {
    const page = await docked();
    await page.does(() => page.ports.browserBack());
    expect(screen.queryByRole("log")).toBeNull();
    expect(region()).toBeTruthy();
    await openAnna(page);
    await page.does(() => {
      fireEvent.keyDown(document.body, { key: "Escape" });
    });
    expect(screen.queryByRole("log")).toBeNull();
    expect(within(region()).getByRole("heading", { name: "Anna" })).toBeTruthy();
  });

  it("floats while the details of the chat stand there", async () => {
    const page = await docked();
    await press("button", "Details");
    await screen.findByRole("region", { name: "Details" });
    expect(opener()).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Show beside the chat" })).toBeNull();
    await page.does(() => page.ports.browserBack());
    expect(within(region()).getByRole("button", { name: "Fill the window" })).toBeTruthy();
  });

  it("floats below 1280 px, is a badge below 900 px, and comes back", async () => {
    const page = await docked();
    await show(page, "two");
    expect(opener()).toBeTruthy();
    await show(page, "phone");
    expect(queryRegion()).toBeNull();
    expect(screen.getByRole("button", { name: "Return to call" })).toBeTruthy();
    await show(page, "three");
    expect(within(region()).getByRole("button", { name: "Fill the window" })).toBeTruthy();
    expect(page.ports.held.rooms).toHaveLength(1);
  });

  it("changes with the small window by a press, and the focus follows", async () => {
    await docked();
    within(region()).getByRole("button", { name: "Minimise" }).focus();
    await press("button", "Minimise");
    expect(document.activeElement).toBe(opener());
    within(region()).getByRole("button", { name: "Show beside the chat" }).focus();
    await press("button", "Show beside the chat");
    expect(document.activeElement).toBe(region());
  });

  it("is shown by a second call to the same peer", async () => {
    await docked();
    await press("button", "More");
    await press("menuitem", "Voice call");
    expect(dialog()).toBeTruthy();
  });

  it("ends when the peer hangs up", async () => {
    const { ports, does } = await docked();
    await does(() => ports.emit.signals(aHungup()));
    expect(queryRegion()).toBeNull();
  });

  it.each(["phone", "two"] as const)("is not offered without room for it: %s", async (width) => {
    await talking("video", {}, { world: aWorld(), width });
    expect(buttons()).toContain("Minimise");
    expect(buttons()).not.toContain("Show beside the chat");
  });
});

it("11-21 the stylesheets have the same sizes", () => {
  const css = (path: string) => readFileSync(join(import.meta.dirname, "../../../src", path), "utf8");
  const { width, height } = FLOATING;
  expect(css("screens/call/FloatingFrame.module.css")).toContain(
    `width: ${width}px;\n  height: ${height}px;`,
  );
  expect(css("styles/tokens.css")).toContain(`--pane: ${DOCK}px`);
  expect(css("screens/call/CallDialog.module.css")).toMatch(/\.docked {[^}]*width: var\(--pane\)/);
});
