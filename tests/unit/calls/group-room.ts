import { expect } from "vitest";
import { ANNA, BEN, ME, NOON } from "../../fakes/world.ts";
import type { Stage } from "../../paths/stage.ts";
import type { PlainTests } from "../plain-tests.ts";
import { CARA, MEETING, openTeam, type Team, team } from "./many-stage.ts";

/** Mia is in a meeting with Anna and Ben. */
async function inside(stage: Stage, madeBy: string | null = null): Promise<Team> {
  const me = team(stage);
  stage.ports.hold("media.roomInfo");
  await me.toManager({ type: "user.openMeeting", roomID: MEETING });
  await me.press({ type: "user.join" });
  await me.linkUp(ANNA, BEN);
  await stage.act(() => stage.ports.resolve("media.roomInfo", { madeBy }));
  return me;
}

export const groupRoomTests: PlainTests = {
  open: openTeam,
  tests: {
    "11-43 says hello on arrival and after a reconnect": async (stage) => {
      const me = await inside(stage);
      const hello = { packet: { kind: "hello" }, to: [] };
      expect(me.packets).toContainEqual(hello);
      await me.room({ type: "room.reconnecting" });
      await me.room({ type: "room.reconnected", members: [] });
      expect(me.packets.filter(({ packet }) => packet.kind === "hello")).toHaveLength(2);
      expect(me.roomContext().members).toEqual([]);
    },
    "11-43 says hello, the hand and the own messages again, for a server that announces newcomers late":
      async (stage) => {
        const me = await inside(stage);
        await me.toRoom({ type: "user.toggleHand" });
        await me.toRoom({ type: "user.say", text: "Hello all" });
        const mark = me.packets.length;
        await stage.advance(3000);
        expect(me.packets.slice(mark)).toMatchObject([
          { packet: { kind: "hello" }, to: [] },
          { packet: { kind: "state", hand: NOON }, to: [] },
          { packet: { kind: "chat", text: "Hello all" }, to: [] },
        ]);
        await stage.advance(60_000);
        expect(me.packets).toHaveLength(mark + 3);
      },
    "11-43 a newcomer gets the raised hand and the own messages": async (stage) => {
      const me = await inside(stage);
      await me.toRoom({ type: "user.toggleHand" });
      await me.toRoom({ type: "user.say", text: "  Hello all " });
      await me.packet(ANNA, { kind: "chat", id: "x", text: "Hi", at: NOON });
      const mark = me.packets.length;
      await me.packet(BEN, { kind: "hello" });
      const told = me.packets.slice(mark);
      expect(told.map(({ to }) => to)).toEqual([[BEN], [BEN]]);
      expect(told.map(({ packet }) => packet)).toMatchObject([
        { kind: "state", hand: NOON, since: NOON },
        { kind: "chat", text: "Hello all" },
      ]);
    },
    "11-43 hands are in the order in which they were raised, and go with their users": async (stage) => {
      const me = await inside(stage);
      await me.packet(ANNA, { kind: "state", hand: NOON + 5, since: null });
      await me.toRoom({ type: "user.toggleHand" });
      const hands = () => me.roomContext().hands.map(({ userID }: { userID: string }) => userID);
      expect(hands()).toEqual([ME, ANNA]);
      expect(me.packets.at(-1)).toEqual({ packet: { kind: "state", hand: NOON, since: NOON }, to: [] });
      await me.goes(ANNA);
      expect(hands()).toEqual([ME]);
      await me.toRoom({ type: "user.toggleHand" });
      expect(hands()).toEqual([]);
      expect(me.packets.at(-1)).toEqual({ packet: { kind: "state", hand: null, since: NOON }, to: [] });
    },
    "11-43 a reaction shows for five seconds": async (stage) => {
      const me = await inside(stage);
      const reactions = () => me.roomContext().reactions.map(({ emoji }: { emoji: string }) => emoji);
      await me.toRoom({ type: "user.react", emoji: "👍" });
      expect(me.packets.at(-1)).toEqual({ packet: { kind: "reaction", emoji: "👍" }, to: [] });
      await me.wait(3000);
      await me.packet(ANNA, { kind: "reaction", emoji: "🎉" });
      await me.wait(1999);
      expect(reactions()).toEqual(["👍", "🎉"]);
      await me.wait(1);
      expect(reactions()).toEqual(["🎉"]);
      await me.wait(3000);
      expect(reactions()).toEqual([]);
      for (const emoji of ["", "🍕", "look here"]) await me.toRoom({ type: "user.react", emoji });
      expect(reactions()).toEqual([]);
    },
    "11-43 chat messages of others count as unread while the chat is closed": async (stage) => {
      const me = await inside(stage);
      const hi = { kind: "chat", id: "x", text: "Hi", at: NOON } as const;
      await me.packet(ANNA, hi);
      await me.packet(ANNA, hi);
      await me.toRoom({ type: "user.say", text: "Hello" });
      expect(me.roomContext()).toMatchObject({ unread: 1, chat: [{ text: "Hi" }, { text: "Hello" }] });
      await me.toRoom({ type: "user.openChat" });
      await me.packet(BEN, hi);
      expect(me.roomContext()).toMatchObject({ unread: 0, chat: [{}, {}, { userID: BEN }] });
      await me.toRoom({ type: "user.closeChat" });
      await me.packet(BEN, { ...hi, id: "y" });
      expect(me.roomContext().unread).toBe(1);
      const sent = me.packets.length;
      await me.toRoom({ type: "user.say", text: "   " });
      expect(me.packets.length).toBe(sent);
    },
    "11-43 shows the speakers, and a pin until the pinned user leaves": async (stage) => {
      const me = await inside(stage);
      await me.room({ type: "room.speakers", userIDs: [BEN, ME] });
      await me.toRoom({ type: "user.pin", userID: ANNA });
      expect(me.roomContext()).toMatchObject({ speakers: [BEN, ME], pinned: ANNA });
      await me.toRoom({ type: "user.pin", userID: null });
      expect(me.roomContext().pinned).toBe(null);
      await me.toRoom({ type: "user.pin", userID: ANNA });
      await me.goes(BEN);
      expect(me.roomContext().pinned).toBe(ANNA);
      await me.goes(ANNA);
      expect(me.roomContext().pinned).toBe(null);
    },
    "11-43 R30 the host mutes and removes by the server": async (stage) => {
      const me = await inside(stage, ME);
      stage.ports.hold("media.moderate");
      await me.toRoom({ type: "user.mute", userID: ANNA });
      await me.toRoom({ type: "user.remove", userID: BEN });
      await stage.act(() => stage.ports.resolve("media.moderate"));
      await stage.act(() => stage.ports.resolve("media.moderate"));
      expect(stage.ports.sent("media.moderate")).toEqual([
        { roomID: MEETING, userID: ANNA, what: "mute" },
        { roomID: MEETING, userID: BEN, what: "remove" },
      ]);
      expect(me.packets.filter(({ packet }) => packet.kind === "ask")).toEqual([]);
    },
    "11-43 R30 the host asks where the server cannot or does not": async (stage) => {
      const me = await inside(stage, ME);
      stage.ports.hold("media.moderate");
      await me.toRoom({ type: "user.muteAll" });
      await me.toRoom({ type: "user.remove", userID: BEN });
      for (const code of ["unknown", "notAllowed", "network"] as const)
        await stage.act(() => stage.ports.reject("media.moderate", code));
      expect(me.packets.filter(({ packet }) => packet.kind === "ask")).toEqual([
        { packet: { kind: "ask", what: "mute" }, to: [ANNA] },
        { packet: { kind: "ask", what: "mute" }, to: [BEN] },
        { packet: { kind: "ask", what: "leave" }, to: [BEN] },
      ]);
    },
    "11-43 R30 other users can mute and remove no member": async (stage) => {
      const me = await inside(stage, ANNA);
      await me.toRoom({ type: "user.mute", userID: ANNA });
      await me.toRoom({ type: "user.remove", userID: BEN });
      await me.toRoom({ type: "user.muteAll" });
      await me.toRoom({ type: "user.endForAll" });
      expect(stage.ports.sent("media.moderate")).toEqual([]);
      expect(me.packets.filter(({ packet }) => packet.kind === "ask" || packet.kind === "end")).toEqual([]);
    },
    "11-43 R30 only the host's requests count": async (stage) => {
      const me = await inside(stage, ANNA);
      const microphone = () => {
        const room = me.part("meeting", "groupRoom", "mediaSession", "microphone");
        return room?.getSnapshot().context.isWanted;
      };
      await me.room({ type: "device.on", source: "microphone" });
      for (const packet of [
        { kind: "ask", what: "mute" },
        { kind: "ask", what: "leave" },
        { kind: "end" },
      ] as const)
        await me.packet(BEN, packet);
      expect([me.is, microphone()]).toEqual(["connected", true]);
      await me.packet(ANNA, { kind: "ask", what: "mute" });
      expect([me.is, microphone()]).toEqual(["connected", false]);
      await me.packet(ANNA, { kind: "ask", what: "mute" });
      expect(microphone()).toBe(false);
      await me.packet(ANNA, { kind: "ask", what: "leave" });
      expect(me.is).toBe("free");
    },
    "R15 R30 a microphone that is plugged in after the host muted all stays off": async (stage) => {
      const me = await inside(stage, ANNA);
      const microphone = () => me.part("meeting", "groupRoom", "mediaSession", "microphone");
      await me.room({ type: "device.failed", source: "microphone", cause: "missing" });
      await me.packet(ANNA, { kind: "ask", what: "mute" });
      await me.room({ type: "device.found", source: "microphone" });
      expect(microphone()?.getSnapshot()).toMatchObject({ value: "off", context: { isWanted: false } });
    },
    "R30 a microphone that the server mutes is off, and the user can switch it on": async (stage) => {
      const me = await inside(stage);
      const microphone = () => me.part("meeting", "groupRoom", "mediaSession", "microphone");
      await me.room({ type: "device.on", source: "microphone" });
      await me.room({ type: "device.off", source: "microphone" });
      expect(microphone()?.getSnapshot()).toMatchObject({ value: "off", context: { isWanted: false } });
      await stage.act(() => microphone()?.send({ type: "user.toggle" }));
      expect(microphone()?.getSnapshot().value).toBe("starting");
    },
    "R30 nobody is host where the server does not say who made the room": async (stage) => {
      const me = await inside(stage);
      await me.packet(ANNA, { kind: "end" });
      await me.packet(CARA, { kind: "ask", what: "leave" });
      expect(me.is).toBe("connected");
    },
    "11-43 a shared screen ends when the browser stops it": async (stage) => {
      const me = await inside(stage);
      const screen = () => me.part("meeting", "groupRoom", "mediaSession", "screen");
      await stage.act(() => screen()?.send({ type: "user.toggle" }));
      await me.room({ type: "device.on", source: "screen" });
      expect(screen()?.getSnapshot().value).toBe("on");
      await me.room({ type: "device.off", source: "screen" });
      expect(screen()?.getSnapshot()).toMatchObject({ value: "off", context: { isWanted: false } });
      await stage.act(() => screen()?.send({ type: "user.toggle" }));
      await me.room({ type: "device.off", source: "screen" });
      expect(screen()?.getSnapshot()).toMatchObject({ value: "off", context: { isWanted: false } });
    },
  },
};
