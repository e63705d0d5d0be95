import { expect } from "vitest";
import { ANNA } from "../../fakes/world.ts";
import type { PlainTests } from "../plain-tests.ts";
import { accepted, cara, GROUP, MY_ROOM, openTeam, team } from "./many-stage.ts";

export const groupNoticesTests: PlainTests = {
  open: openTeam,
  tests: {
    "11-40 a call whose message cannot be sent goes on, and its starter is told": async (stage) => {
      const me = team(stage);
      stage.ports.hold("im.sendGroupCallNotice");
      await me.toManager({ type: "user.callGroup", group: GROUP, people: [cara], mediaType: "voice" });
      await me.linkUp();
      await stage.act(() => stage.ports.reject("im.sendGroupCallNotice", "network"));
      await me.wait(1000);
      expect([me.notices.length, me.toasts]).toEqual([2, []]);
      await stage.act(() => stage.ports.reject("im.sendGroupCallNotice", "network"));
      expect([me.is, me.toasts]).toEqual(["calling", ["groupCall.untold"]]);
    },
    "11-40 a message that the server refuses is not sent again": async (stage) => {
      const me = team(stage);
      stage.ports.hold("im.sendGroupCallNotice");
      await me.toManager({ type: "user.callGroup", group: GROUP, people: [cara], mediaType: "voice" });
      await me.linkUp();
      await stage.act(() => stage.ports.reject("im.sendGroupCallNotice", "groupMuted"));
      expect(me.toasts).toEqual(["groupCall.untold"]);
      await me.press({ type: "user.hangUp" });
      await stage.act(() => stage.ports.reject("im.sendGroupCallNotice", "groupMuted"));
      await me.wait(600_000);
      expect(me.notices.map(({ notice }) => notice.state)).toEqual(["on", "over"]);
    },
    "11-40 a group whose message fails does not hold up another group": async (stage) => {
      const me = team(stage);
      const notice = { roomID: MY_ROOM, mediaType: "voice", state: "over", durationSeconds: 1 } as const;
      const send = (groupID: string) => me.toManager({ type: "call.notice", groupID, notice });
      const told = () => me.notices.map(({ groupID }) => groupID).join(" ");
      stage.ports.hold("im.sendGroupCallNotice");
      await send("one");
      for (const pause of [1000, 2000]) {
        await stage.act(() => stage.ports.reject("im.sendGroupCallNotice", "timeout"));
        await me.wait(pause);
      }
      await stage.act(() => stage.ports.reject("im.sendGroupCallNotice", "timeout"));
      await send("one");
      expect(told()).toBe("one one one");
      await send("two");
      expect(told()).toBe("one one one two");
      await send("three");
      await stage.act(() => stage.ports.reject("im.sendGroupCallNotice", "timeout"));
      expect(told()).toBe("one one one two three");
      await stage.act(() => stage.ports.resolve("im.sendGroupCallNotice"));
      await me.wait(1000);
      expect(told()).toBe("one one one two three two");
    },
    "11-40 R23 a message that is sent only by the last user does not hold up others": async (stage) => {
      const me = team(stage);
      const over = (room: string) => ({
        groupID: `g${room}`,
        notice: { roomID: room.repeat(32), mediaType: "voice", state: "over", durationSeconds: 1 } as const,
      });
      const told = () => me.notices.map(({ groupID }) => groupID).join(" ");
      const asked = () => stage.ports.sent("media.wasLast").map(({ roomID }) => roomID[0]);
      stage.ports.hold("media.wasLast");
      for (const room of ["1", "2", "3"])
        await me.toManager({ type: "call.notice", ...over(room), ifLast: true });
      await me.toManager({ type: "call.notice", ...over("4"), ifLast: false });
      expect([told(), asked()]).toEqual(["g4", ["1"]]);
      await stage.act(() => stage.ports.reject("media.wasLast", "unknown"));
      expect([told(), asked()]).toEqual(["g4", ["1", "2"]]);
      await stage.act(() => stage.ports.resolve("media.wasLast", false));
      await stage.act(() => stage.ports.resolve("media.wasLast", true));
      expect([told(), asked()]).toEqual(["g4 g3", ["1", "2", "3"]]);
      expect(me.notices.at(-1)).toEqual(over("3"));
    },
    "11-40 R23 nothing is sent for a user who signs out before it is known who was last": async (stage) => {
      const me = await accepted(stage);
      stage.ports.hold("media.wasLast");
      await me.press({ type: "user.hangUp" });
      await stage.act(() => stage.ports.emit.connection({ type: "im.kicked" }));
      await stage.act(() => stage.ports.resolve("media.wasLast", true));
      expect([me.part(), me.notices]).toEqual([undefined, []]);
    },
    "11-40 at most fifty messages to groups wait": async (stage) => {
      const me = team(stage);
      const notice = { roomID: MY_ROOM, mediaType: "voice", state: "over", durationSeconds: 1 } as const;
      stage.ports.hold("im.sendGroupCallNotice");
      for (let group = 0; group < 52; group += 1)
        await me.toManager({ type: "call.notice", groupID: `g${group}`, notice });
      for (let sent = 0; sent < 50; sent += 1)
        await stage.act(() => stage.ports.resolve("im.sendGroupCallNotice"));
      const groups = me.notices.map(({ groupID }) => groupID);
      expect([groups.length, groups.slice(0, 2), groups.at(-1)]).toEqual([50, ["g0", "g3"], "g51"]);
      const line = "groupNotices: too many notices wait";
      expect(stage.ports.wire.filter(({ input }) => input === line)).toHaveLength(2);
    },
    "11-40 the message that a call is over is sent again after the call": async (stage) => {
      const me = await accepted(stage);
      await me.goes(ANNA);
      stage.ports.hold("im.sendGroupCallNotice");
      await me.press({ type: "user.hangUp" });
      for (const pause of [1000, 2000, 4000, 8000, 16_000, 32_000]) {
        // "unknown" is a server that fails once.
        const failure = pause < 4000 ? "network" : "unknown";
        await stage.act(() => stage.ports.reject("im.sendGroupCallNotice", failure));
        await me.wait(pause - 1);
        const before = me.notices.length;
        await me.wait(1);
        expect(me.notices.length).toBe(before + 1);
      }
      await stage.act(() => stage.ports.reject("im.sendGroupCallNotice", "network"));
      await me.wait(600_000);
      expect([me.is, me.notices.length, me.toasts]).toEqual(["free", 7, []]);
    },
  },
};
