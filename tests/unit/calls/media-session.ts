import { expect } from "vitest";
import { ANNA, BEN, ME } from "../../fakes/world.ts";
import type { Stage } from "../../paths/stage.ts";
import type { PlainTests } from "../plain-tests.ts";
import { ben, MEETING, MY_ROOM, openTeam, type Team, team } from "./many-stage.ts";

/** Mia is in Anna's meeting. */
async function inside(stage: Stage): Promise<Team> {
  const me = team(stage);
  stage.ports.answer("media.roomInfo", () => ({ madeBy: ANNA }));
  await me.toManager({ type: "user.openMeeting", roomID: MEETING });
  await me.press({ type: "user.join" });
  await me.linkUp(ANNA, BEN);
  return me;
}

/** What only calls of many do in a room. */
export const mediaSessionTests: PlainTests = {
  open: openTeam,
  tests: {
    "11-40 11-44 a single call opens a room for two without encryption": async (stage) => {
      await team(stage).toManager({ type: "user.call", participant: ben, mediaType: "voice" });
      expect(stage.ports.wire.filter(({ call }) => call === "media.join")).toEqual([
        { call: "media.join", input: { roomID: MY_ROOM } },
      ]);
    },
    "11-43 members send each other packets, and the room reports the speakers": async (stage) => {
      const me = await inside(stage);
      await me.room({ type: "room.speakers", userIDs: [BEN, ME] });
      await me.packet(BEN, { kind: "chat", id: "x", text: "Hi", at: 0 });
      expect(me.roomContext()).toMatchObject({ speakers: [BEN, ME], chat: [{ userID: BEN, text: "Hi" }] });
      await me.toRoom({ type: "user.say", text: "Hello" });
      expect(me.packets.at(-1)).toMatchObject({ packet: { kind: "chat", text: "Hello" } });
    },
    "R30 a microphone that the host mutes is switched off": async (stage) => {
      const me = await inside(stage);
      await me.room({ type: "device.on", source: "microphone" });
      await me.packet(ANNA, { kind: "ask", what: "mute" });
      expect(commands(stage).at(-1)).toEqual({ type: "device.set", source: "microphone", on: false });
    },
    "11-42 the user can share a screen": async (stage) => {
      const me = await inside(stage);
      const screen = me.part("meeting", "groupRoom", "mediaSession", "screen");
      await stage.act(() => screen?.send({ type: "user.toggle" }));
      expect(commands(stage).at(-1)).toEqual({ type: "device.set", source: "screen", on: true });
    },
    "11-44 says while others encrypt with a key that this user does not have": async (stage) => {
      const me = await inside(stage);
      const isUnreadable = () =>
        me.part("meeting", "groupRoom", "mediaSession")?.getSnapshot().hasTag("unreadable");
      await me.room({ type: "room.unreadable" });
      expect([isUnreadable(), me.is]).toEqual([true, "connected"]);
      await me.room({ type: "room.readable" });
      expect(isUnreadable()).toBe(false);
    },
  },
};

function commands({ ports }: Stage): unknown[] {
  return ports.wire.filter(({ call }) => call === "media.command").map(({ input }) => input);
}
