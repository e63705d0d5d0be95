/** A meeting on the whole page, with real charts and screens. */
import { screen } from "@testing-library/react";
import type { RoomMember } from "../../../machines/calls/media-room.ts";
import type { FakeOptions } from "../../fakes/ports.ts";
import { aRoomMember } from "../../fakes/signals.ts";
import { aWorld, BEN } from "../../fakes/world.ts";
import { openPage, type Page, press } from "../shell/stage.tsx";
// Preloads lazy parts, so that they show at once.
import "../../../src/components/SheetPanel.tsx";
import "../../../src/screens/call/CallOverlay.tsx";

export const MEETING = "0123456789abcdef0123456789abcdef";

export const LINK = `https://parley.example/meeting?roomID=${MEETING}`;

/** Mia is in the lobby of a meeting. */
export async function inLobby(options: FakeOptions = { world: aWorld() }): Promise<Page> {
  const page = await openPage(options);
  await page.does(() => page.ports.visit(`/meeting?roomID=${MEETING}`));
  await screen.findByText("Ready to join?");
  return page;
}

/** Mia is in a meeting with Anna and Ben. Their names come from her friends and the accounts. */
export async function inMeeting(
  options: FakeOptions = { world: aWorld() },
  members: RoomMember[] = [aRoomMember(), aRoomMember({ userID: BEN })],
  /** Before she joins. */
  prepare: (page: Page) => Promise<void> | void = () => {},
): Promise<Page> {
  const page = await inLobby(options);
  await prepare(page);
  await press("button", "Join");
  await page.does(() => page.ports.emit.room({ type: "room.connected", members }));
  await page.does(() => page.ports.emit.room({ type: "device.on", source: "microphone" }));
  return page;
}

/** The inputs of all calls of that name that have no answer, oldest first. */
export function noted(page: Page, name: string): unknown[] {
  return page.ports.wire.flatMap(({ call, input }) => (call === name ? [input] : []));
}
