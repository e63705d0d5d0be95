/** A call on the whole page, with real charts and screens. Tests send the signals and the events of the media room. */
import { fireEvent, screen, within } from "@testing-library/react";
import type { RoomMember } from "../../../machines/calls/media-room.ts";
import type { CallMedia } from "../../../machines/domain/call.ts";
import type { FakeOptions } from "../../fakes/ports.ts";
import { anAccept, anInvite, aRoomMember } from "../../fakes/signals.ts";
import { aWorld } from "../../fakes/world.ts";
// Preloads lazy parts, so that they show at once.
import "../../../src/components/SheetPanel.tsx";
import "../../../src/screens/call/CallOverlay.tsx";
import { openChat } from "../chat/stage.tsx";
import { openPage, type Page, press } from "../shell/stage.tsx";

export function dialog(): HTMLElement {
  return screen.getByRole("dialog", { name: /^(Call|Meeting|通话)$/ });
}

export function queryDialog(): HTMLElement | null {
  return screen.queryByRole("dialog", { name: /^(Call|Meeting|通话)$/ });
}

export function buttons(): string[] {
  return within(dialog())
    .getAllByRole("button")
    .map((button) => button.getAttribute("aria-label") ?? button.textContent ?? "");
}

/** Anna calls Mia. Mia sees her conversations. */
export async function ringing(mediaType: CallMedia = "voice", options?: FakeOptions): Promise<Page> {
  const page = await openPage(options ?? { world: aWorld() });
  await page.does(() => page.ports.emit.signals(anInvite({ invitation: { mediaType } })));
  await screen.findByRole("button", { name: /^(Accept|接听)$/ });
  return page;
}

/** Mia has accepted and both are in the room. */
export async function talking(
  mediaType: CallMedia = "voice",
  member: Partial<RoomMember> = {},
  options?: FakeOptions,
): Promise<Page> {
  const page = await ringing(mediaType, options);
  await press("button", /^(Accept|接听)$/);
  await page.does(() => page.ports.emit.room({ type: "room.connected", members: [aRoomMember(member)] }));
  return page;
}

/** Mia calls Anna from the chat with her. */
export async function calling(mediaType: CallMedia = "voice"): Promise<Page> {
  const page = await openChat();
  await press("button", "More");
  await press("menuitem", mediaType === "video" ? "Video call" : "Voice call");
  await screen.findByRole("dialog", { name: "Call" });
  return page;
}

export function roomOf(page: Page): string {
  return page.ports.sent("media.requestAccess").at(-1)?.roomID ?? "";
}

/** Anna accepts Mia's call and joins the room. */
export async function answered(page: Page): Promise<void> {
  const invitation = { roomID: roomOf(page), inviterUserID: "1000000001" };
  await page.does(() => page.ports.emit.room({ type: "room.connected", members: [] }));
  await page.does(() => page.ports.emit.signals(anAccept({ invitation })));
  await page.does(() => page.ports.emit.room({ type: "room.memberJoined", member: aRoomMember() }));
}

/** Drags the badge by so many pixels. */
export function dragBadge(by: { x: number; y: number }): void {
  const badge = screen.getByRole("button", { name: "Return to call" });
  const pointer = { pointerId: 1, isPrimary: true, button: 0 };
  fireEvent.pointerDown(badge, { ...pointer, clientX: 200, clientY: 200 });
  fireEvent.pointerMove(badge, { ...pointer, clientX: 200 + by.x, clientY: 200 + by.y });
  fireEvent.pointerUp(badge, { ...pointer, clientX: 200 + by.x, clientY: 200 + by.y });
  fireEvent.click(badge);
}
