/** The call in the system's own controls, with a fake `navigator.mediaSession`. */
import { screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { anAccept, anInvite, aRoomMember } from "../../fakes/signals.ts";
import { ANNA, aFriend, aGroup, aGroupConversation, aMember, aWorld, ME, TEAM } from "../../fakes/world.ts";
import { inLobby, inMeeting, noted } from "../meeting/stage.tsx";
import { openPage, type Page, press } from "../shell/stage.tsx";
import { calling, ringing, roomOf, talking } from "./stage.tsx";

/** Knows these actions only, like a browser that throws for others. */
const KNOWN = ["hangup", "togglemicrophone", "togglecamera", "play"];

class FakeSession {
  metadata: { title: string; artist: string } | null = null;
  readonly handlers = new Map<string, () => void>();
  microphone: boolean | null = null;
  camera: boolean | null = null;

  setActionHandler(action: string, handler: (() => void) | null) {
    if (!KNOWN.includes(action)) throw new TypeError(action);
    if (handler) this.handlers.set(action, handler);
    else this.handlers.delete(action);
  }
  setMicrophoneActive(isActive: boolean) {
    this.microphone = isActive;
  }
  setCameraActive(isActive: boolean) {
    this.camera = isActive;
    return Promise.reject(new Error("no focus"));
  }
  get actions() {
    return [...this.handlers.keys()].sort();
  }
}

class FakeMetadata {
  readonly title: string;
  readonly artist: string;
  constructor({ title = "", artist = "" }: MediaMetadataInit) {
    this.title = title;
    this.artist = artist;
  }
}

let session: FakeSession;

beforeEach(() => {
  session = new FakeSession();
  Object.defineProperty(navigator, "mediaSession", { value: session, configurable: true });
  vi.stubGlobal("MediaMetadata", FakeMetadata);
});

afterEach(() => void Reflect.deleteProperty(navigator, "mediaSession"));

const acts = (page: Page, action: string) => page.does(() => session.handlers.get(action)?.());
const isOn = (page: Page, source: "microphone" | "camera") =>
  page.does(() => page.ports.emit.room({ type: "device.on", source }));

async function inGroupCall(): Promise<Page> {
  const members = [aMember(), aMember({ userID: ANNA, nickname: "Anna" })];
  const world = aWorld({
    friends: [aFriend()],
    groups: [aGroup()],
    conversations: [aGroupConversation()],
    members,
  });
  const page = await openPage({ world });
  const invitation = { sessionType: "group", groupID: TEAM, inviteeUserIDList: [ME] } as const;
  await page.does(() => page.ports.emit.signals(anInvite({ invitation })));
  await screen.findByRole("dialog", { name: "Call" });
  expect(session.actions).toEqual([]);
  await press("button", "Accept");
  await page.does(() => page.ports.emit.room({ type: "room.connected", members: [aRoomMember()] }));
  return page;
}

describe.each([
  ["a video call of two", () => talking("video"), { title: "Anna", artist: "" }],
  ["a group call", inGroupCall, { title: "Team", artist: "Anna" }],
  ["a meeting", () => inMeeting({ world: aWorld() }, [aRoomMember()]), { title: "Meeting", artist: "Anna" }],
])("%s in the system's controls", (_, start, words) => {
  it("11-48 names the participants, and has the call's buttons until it ends", async () => {
    const page = await start();
    expect(session.metadata).toMatchObject(words);
    expect(session.actions).toEqual(["hangup", "togglecamera", "togglemicrophone"]);
    await acts(page, "hangup");
    expect(screen.queryByRole("dialog", { name: "Call" })).toBeNull();
    expect(page.ports.held.rooms).toEqual([]);
    expect([session.metadata, session.actions]).toEqual([null, []]);
  });

  it("11-48 mutes and unmutes, and shows both there", async () => {
    const page = await start();
    await isOn(page, "microphone");
    expect(session.microphone).toBe(true);
    await acts(page, "togglemicrophone");
    expect(session.microphone).toBe(false);
    expect(noted(page, "media.command").at(-1)).toMatchObject({ source: "microphone", on: false });
  });

  it("11-48 turns the camera on and off, and shows both there", async () => {
    const page = await start();
    const before = session.camera;
    if (before) await isOn(page, "camera");
    await acts(page, "togglecamera");
    expect(session.camera).toBe(!before);
    expect(noted(page, "media.command").at(-1)).toMatchObject({ source: "camera", on: !before });
  });
});

it("11-48 a voice call of two offers no camera there", async () => {
  await talking("voice");
  expect(session.actions).toEqual(["hangup", "togglemicrophone"]);
});

it("11-48 a call that rings here has no buttons there, so that no key declines it", async () => {
  await ringing();
  expect([session.metadata, session.actions]).toEqual([null, []]);
});

it.each<[string, () => Promise<Page>, (page: Page) => void]>([
  [
    "whose peer still rings",
    () => calling("video"),
    (page) => page.ports.emit.signals(anAccept({ invitation: { roomID: roomOf(page), inviterUserID: ME } })),
  ],
  [
    "whose caller is not in the room",
    async () => {
      const page = await ringing("video");
      await press("button", "Accept");
      return page;
    },
    () => {},
  ],
])("2-104 11-48 a call %s has no devices there", async (_, start, accept) => {
  const page = await start();
  await page.does(() => page.ports.emit.room({ type: "room.connected", members: [] }));
  expect(session.actions).toEqual(["hangup"]);
  await page.does(() => accept(page));
  await page.does(() => page.ports.emit.room({ type: "room.memberJoined", member: aRoomMember() }));
  expect(session.actions).toEqual(["hangup", "togglecamera", "togglemicrophone"]);
});

it("11-48 a lobby has no buttons there", async () => {
  await inLobby();
  expect([session.metadata, session.actions]).toEqual([null, []]);
});
