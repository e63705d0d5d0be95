import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fireEvent, screen, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { aHungup } from "../../fakes/signals.ts";
import { ANNA } from "../../fakes/world.ts";
import { press } from "../shell/stage.tsx";
import { resizeTo } from "../window-size.ts";
import { dialog, dragBadge, queryDialog, ringing, talking } from "./stage.tsx";

const badge = () => screen.getByRole("button", { name: /Return to call|返回通话/ });
const place = () =>
  badge()
    .style.translate.match(/-?[\d.]+/g)
    ?.map(Number);

beforeEach(() => resizeTo(390, 844));

describe("a minimised call", () => {
  it("2-118 shows as a badge, and a tap opens the call again", async () => {
    await ringing();
    await press("button", "Minimise");
    expect(queryDialog()).toBeNull();
    await press("button", "Return to call");
    expect(dialog()).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Return to call" })).toBeNull();
  });

  it("2-114 shows the peer, and that the call waits to connect", async () => {
    await ringing();
    await press("button", "Minimise");
    expect(badge().querySelector("[data-face]")).not.toBeNull();
    expect(badge().textContent).toContain("Waiting to connect");
  });

  it("2-114 2-120 shows that the call is on, and its duration", async () => {
    const { ports } = await talking();
    ports.passTime(75_000);
    await press("button", "Minimise");
    expect(within(badge()).getByText("In call").closest(".visually-hidden")).toBeNull();
    expect(within(badge()).getByRole("timer", { hidden: true }).textContent).toBe("01:15");
  });

  it("R21 shows connection trouble of the peer", async () => {
    const { ports, does } = await talking();
    await press("button", "Minimise");
    await does(() => ports.emit.room({ type: "room.memberLeft", userID: ANNA, isDropped: true }));
    expect(badge().textContent).toContain("Poor connection");
  });

  it("2-114 shows the peer's video in a video call, and over it that the call is on", async () => {
    await talking("video", { camera: true });
    await press("button", "Minimise");
    expect(badge().querySelector("video")?.dataset.shows).toBe(`camera of ${ANNA}`);
    expect(within(badge()).getByText("In call").closest(".visually-hidden")).toBeNull();
  });

  it("2-120 disappears when the peer hangs up, and keeps the room until then", async () => {
    const { ports, does } = await talking();
    await press("button", "Minimise");
    expect(ports.held.rooms).toHaveLength(1);
    await does(() => ports.emit.signals(aHungup()));
    expect(screen.queryByRole("button", { name: "Return to call" })).toBeNull();
    expect(ports.held.rooms).toEqual([]);
  });

  it("2-115 2-116 2-119 9-29 can be dragged from its corner, which is not a tap", async () => {
    const { does } = await ringing();
    await press("button", "Minimise");
    expect(place()).toEqual([288, 100]);
    await does(() => dragBadge({ x: -120, y: 60 }));
    expect(place()).toEqual([296, 160]); // at the nearer side
    expect(queryDialog()).toBeNull();
    await does(() => dragBadge({ x: -180, y: 0 }));
    expect(place()).toEqual([8, 160]);
    await does(() => dragBadge({ x: 2, y: 3 }));
    expect(dialog()).toBeTruthy();
  });

  it("2-115 comes back at the position it was dragged to", async () => {
    const { does } = await ringing();
    await press("button", "Minimise");
    await does(() => dragBadge({ x: -200, y: 60 }));
    await press("button", "Return to call");
    await press("button", "Minimise");
    expect(place()).toEqual([8, 160]);
  });

  it("2-117 stays in view when it is dragged too far, and when the phone is rotated", async () => {
    const { does } = await ringing();
    await press("button", "Minimise");
    await does(() => dragBadge({ x: 500, y: 2000 }));
    const [x = 0, y = 0] = place() ?? [];
    expect(x + 86).toBeLessThanOrEqual(390);
    expect(y + 110).toBeLessThanOrEqual(844);
    await does(() => resizeTo(844, 390));
    expect((place()?.[1] ?? 0) + 110).toBeLessThanOrEqual(390);
  });

  it("2-119 moves with the arrow keys", async () => {
    const { does } = await ringing();
    await press("button", "Minimise");
    await does(() => {
      fireEvent.keyDown(badge(), { key: "ArrowLeft" });
    });
    await does(() => {
      fireEvent.keyDown(badge(), { key: "ArrowDown" });
    });
    expect(place()?.[0]).toBeLessThan(288);
    expect(place()?.[1]).toBeGreaterThan(100);
  });

  it("2-07 stays when the user opens another screen", async () => {
    const { ports, does } = await ringing();
    await press("button", "Minimise");
    await does(() => ports.visit("/contact"));
    expect(badge()).toBeTruthy();
  });
});

describe("stacking order", () => {
  const css = (path: string) => readFileSync(join(import.meta.dirname, "../../../src", path), "utf8");
  const level = (name: string) =>
    Number(css("styles/tokens.css").match(new RegExp(`--z-${name}: (\\d+)`))?.[1]);

  it("9-09 the call is above the reinstall overlay, which is above pop-ups", () => {
    expect(level("call")).toBeGreaterThan(level("reinstall"));
    expect(level("reinstall")).toBeGreaterThan(level("popup"));
    expect(css("screens/call/CallDialog.module.css")).toContain("z-index: var(--z-call)");
    expect(css("screens/call/CallBadge.module.css")).toContain("z-index: var(--z-call)");
    expect(css("components/ReinstallOverlay.module.css")).toContain("z-index: var(--z-reinstall)");
    expect(css("components/SheetPanel.module.css")).toContain("z-index: var(--z-popup)");
  });

  it("2-113 9-28 the badge is 86 by 110", () => {
    expect(css("screens/call/CallBadge.module.css")).toMatch(/width: 86px;\s+height: 110px;/);
  });

  it("2-121 the large picture covers the screen, the user's own is 96 by 128", () => {
    expect(css("screens/call/Picture.module.css")).toMatch(/\.picture {[^}]*object-fit: cover/);
    expect(css("screens/call/CallPictures.module.css")).toMatch(/width: 96px;\s+height: 128px;/);
  });
});
