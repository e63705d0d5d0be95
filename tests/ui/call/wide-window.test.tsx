import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { DOCK, FLOATING } from "../../../src/screens/call/badgeGeometry.ts";
import { aCancel, aHungup, anInvite } from "../../fakes/signals.ts";
import { ANNA, aFriend, aWorld, BEN, singleChatID } from "../../fakes/world.ts";
import { field, type } from "../chat/stage.tsx";
import { openPage, type Page, press } from "../shell/stage.tsx";
import { resizeTo } from "../window-size.ts";
import { buttons, dialog, dragBadge, queryDialog, ringing, talking } from "./stage.tsx";

const region = () => screen.getByRole("region", { name: "Call" });
const queryRegion = () => screen.queryByRole("region", { name: "Call" });
const opener = () => within(region()).getByRole("button", { name: "Return to call" });
const place = () =>
  region()
    .style.translate.match(/-?[\d.]+/g)
    ?.map(Number);

const CORNERS = { topRight: [1104, 64], topLeft: [16, 64], bottomRight: [1104, 580], bottomLeft: [16, 580] };

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

  it("stays small when the user accepts it there", async () => {
    await ringing("voice", wide());
    await press("button", "Fill the window");
    await press("button", "Minimise");
    expect(within(region()).getByText("Incoming voice call")).toBeTruthy();
    await press("button", "Accept");
    expect(within(region()).getByText("Connecting")).toBeTruthy();
    expect(queryDialog()).toBeNull();
    expect(screen.queryByRole("button", { name: "Accept" })).toBeNull();
  });

  it("4-85 goes on after a double click on Accept, which ends on Hang up", async () => {
    const page = await ringing("voice", wide());
    await press("button", "Fill the window");
    await press("button", "Minimise");
    await press("button", "Accept");
    const hangUp = () => within(region()).getByRole("button", { name: "Hang up" });
    await page.does(() => fireEvent.click(hangUp(), { detail: 2 }));
    expect(within(region()).getByText("Connecting")).toBeTruthy();
    await page.does(() => fireEvent.click(hangUp(), { detail: 1 }));
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

describe("11-21 an incoming call in a wide window", () => {
  const said = ({ ports }: Page) => ports.sent("im.sendSignal").map(({ signal }) => signal.kind);
  const button = (name: string) => within(region()).getByRole("button", { name });

  /** Anna rings while Mia writes to her. */
  async function writing(mediaType: "voice" | "video" = "voice", width: "two" | "three" = "three") {
    const page = await openPage(wide(width));
    await openAnna(page);
    field().focus();
    type("Half a");
    await ring(page, mediaType);
    return page;
  }

  async function ring({ ports, does }: Page, mediaType: "voice" | "video" = "voice"): Promise<void> {
    await does(() => ports.emit.signals(anInvite({ invitation: { mediaType } })));
    await screen.findByRole("button", { name: "Accept" });
  }

  it.each([
    ["voice", "Incoming voice call", "two"],
    ["video", "Incoming video call", "three"],
  ] as const)(
    "says who rings for a %s call, and the user goes on writing",
    async (mediaType, text, width) => {
      const page = await writing(mediaType, width);
      expect(queryDialog()).toBeNull();
      expect(within(region()).getByRole("alert").textContent).toBe(`Anna${text}`);
      expect(region().querySelector("[data-face]")?.textContent).toBe("a");
      expect(place()).toEqual(CORNERS.topRight);
      expect(document.activeElement).toBe(field());
      type("Half a word");
      await press("button", "Send");
      expect(within(screen.getByRole("log")).getByText("Half a word")).toBeTruthy();
      expect([said(page), page.ports.held.ringing]).toEqual([[], ["ringtone"]]);
    },
  );

  it("takes no focus, also if no field has it", async () => {
    const page = await openPage(wide());
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    await ring(page);
    expect(document.activeElement).toBe(document.body);
  });

  it("fills the window once it is accepted. The press takes no focus from the field, which has its text afterwards", async () => {
    const page = await writing();
    for (const name of ["Hang up", "Accept"]) expect(fireEvent.mouseDown(button(name))).toBe(false);
    await press("button", "Accept");
    expect(within(dialog()).getByText("Connecting")).toBeTruthy();
    expect(queryRegion()).toBeNull();
    await page.does(() => page.ports.emit.signals(aHungup()));
    expect(queryDialog()).toBeNull();
    expect(field().value).toBe("Half a");
    await waitFor(() => expect(document.activeElement).toBe(field()));
  });

  it("is declined, and gone when the caller cancels", async () => {
    const page = await writing();
    await press("button", "Hang up");
    expect([said(page), queryRegion(), queryDialog()]).toEqual([["reject"], null, null]);
    const again = { roomID: "7".repeat(32) };
    await page.does(() => page.ports.emit.signals(anInvite({ invitation: again })));
    expect(region()).toBeTruthy();
    await page.does(() => page.ports.emit.signals(aCancel({ invitation: again })));
    expect([said(page), queryRegion()]).toEqual([["reject"], null]);
    expect(document.activeElement).toBe(field());
  });

  it("fills the window by a press; Escape makes it small again and answers nothing", async () => {
    const page = await writing();
    await press("button", "Fill the window");
    expect(buttons()).toContain("Accept");
    await page.does(() => {
      fireEvent.keyDown(dialog(), { key: "Escape" });
    });
    expect(queryDialog()).toBeNull();
    expect(button("Accept")).toBeTruthy();
    expect(said(page)).toEqual([]);
  });

  it("F6 leads to it and back, and Escape in it only leads back", async () => {
    const page = await writing();
    const key = (name: string) =>
      page.does(() => void fireEvent.keyDown(document.activeElement ?? document.body, { key: name }));
    const opener = button("Fill the window");
    expect(opener.getAttribute("aria-keyshortcuts")).toBe("F6");
    await key("F6");
    expect(document.activeElement).toBe(opener);
    await key("F6");
    expect(document.activeElement).toBe(field());
    await key("F6");
    await key("Escape");
    expect(document.activeElement).toBe(field());
    expect([said(page), field().value]).toEqual([[], "Half a"]);
    await key("F6");
    button("Hang up").focus();
    await press("button", "Hang up");
    expect(said(page)).toEqual(["reject"]);
    expect(document.activeElement).toBe(field());
  });

  it("fills a window that becomes narrow, and floats again, while it rings on", async () => {
    const page = await writing();
    for (const width of ["phone", "two", "phone", "three"] as const) {
      await show(page, width);
      expect([queryDialog() !== null, queryRegion() !== null]).toEqual([
        width === "phone",
        width !== "phone",
      ]);
      expect([said(page), page.ports.held.ringing]).toEqual([[], ["ringtone"]]);
    }
    expect(field().value).toBe("Half a");
  });

  it("rings in the column beside the chat if the user wants it there, and stays there", async () => {
    await writing();
    await press("button", "Show beside the chat");
    await press("button", "Accept");
    expect(within(region()).getByText("Connecting")).toBeTruthy();
    expect(button("Fill the window")).toBeTruthy();
    expect(queryDialog()).toBeNull();
  });

  it("2-118 fills the window when the user calls the caller, and stays when the user calls another user", async () => {
    const friends = [aFriend(), aFriend({ userID: BEN, nickname: "Ben" })];
    const page = await openPage({ world: aWorld({ friends }), width: "three" });
    await ring(page);
    await page.does(() => page.ports.visit(`/userCard?userID=${BEN}`));
    await screen.findByRole("heading", { name: "Ben" });
    await press("button", "Voice call");
    expect(screen.getByText("You are already in a call")).toBeTruthy();
    expect(button("Accept")).toBeTruthy();
    await openAnna(page);
    await press("button", "More");
    await press("menuitem", "Voice call");
    expect(buttons()).toContain("Accept");
  });

  it("an outgoing call fills the window, as before", async () => {
    const page = await openPage(wide());
    await openAnna(page);
    await press("button", "More");
    await press("menuitem", "Voice call");
    expect(dialog()).toBeTruthy();
    expect(queryRegion()).toBeNull();
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
