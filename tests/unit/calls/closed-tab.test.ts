/** 11-25: a call to a user whose tab is closed, on both sides. */
import { afterEach, describe, expect, it } from "vitest";
import { withoutDoubles } from "../../../machines/calls/call-rules.ts";
import type { CallRecord } from "../../../machines/domain/call.ts";
import type { Conversation } from "../../../machines/domain/conversation.ts";
import { anAccept, anInvite, aReject, ROOM } from "../../fakes/signals.ts";
import { ANNA, aConversation, aMessage, aWorld, singleChatID } from "../../fakes/world.ts";
import { childOf, openHeadless } from "../../paths/stage.ts";
import { arrive, closeAll, openDevice, type Person } from "./stage.ts";

afterEach(closeAll);

const rings = (me: Person) => me.ports.sent("im.sendCallRing");
const about = (me: Person) => ({ invitation: me.invitation });

async function callingOffline(prepare: (ports: Person["ports"]) => void = () => {}): Promise<Person> {
  const me = await openDevice((ports) => {
    ports.answer("im.checkPresence", () => false);
    prepare(ports);
  });
  await me.dial();
  await me.reach();
  return me;
}

describe("11-25 the caller of a user who is offline", () => {
  it("11-25 stores the record of a missed call while it rings, which stays the only one", async () => {
    const me = await callingOffline();
    const { roomID } = me.invitation;
    const record = { roomID, mediaType: "voice", result: "noAnswer", durationSeconds: 0, ringSeconds: 30 };
    expect(rings(me)).toEqual([{ userID: ANNA, record }]);
    await me.wait(30_000);
    expect(me.line).toBe("free");
    expect([rings(me).length, me.records]).toEqual([1, []]);
  });

  it("11-25 writes no second record by hanging up, for a busy line or if the call fails", async () => {
    const hangsUp = await callingOffline();
    await hangsUp.hangUp();
    const isBusy = await callingOffline();
    await isBusy.hear(aReject({ ...about(isBusy), isBusy: true }));
    const fails = await callingOffline();
    await fails.room({ type: "room.closed", cause: "lost" });
    expect([hangsUp.records, isBusy.records, fails.records]).toEqual([[], [], []]);
    expect([hangsUp.line, isBusy.line, fails.line]).toEqual(["free", "free", "free"]);
  });

  it("11-25 writes how the call ended if the user came and answered", async () => {
    const talks = await callingOffline();
    await talks.hear(anAccept(about(talks)));
    await arrive(talks);
    await talks.wait(5000);
    await talks.hangUp();
    expect(talks.records).toMatchObject([{ result: "completed", durationSeconds: 5 }]);
    const isDeclined = await callingOffline();
    await isDeclined.hear(aReject(about(isDeclined)));
    expect(isDeclined.records).toMatchObject([{ result: "declined" }]);
  });

  it("11-25 writes the record at the end if it could not be stored before, or if the online status is unknown", async () => {
    const unstored = await callingOffline((ports) => ports.hold("im.sendCallRing"));
    await unstored.stage.act(() => unstored.ports.reject("im.sendCallRing", "timeout"));
    await unstored.wait(30_000);
    const unknown = await callingOffline((ports) => ports.hold("im.checkPresence"));
    await unknown.stage.act(() => unknown.ports.reject("im.checkPresence", "network"));
    await unknown.wait(30_000);
    expect(rings(unknown)).toEqual([]);
    expect([unstored.records, unknown.records]).toMatchObject([
      [{ result: "noAnswer" }],
      [{ result: "noAnswer" }],
    ]);
  });

  it("11-25 stores nothing more for a user who is online", async () => {
    const me = await openDevice();
    await me.dial();
    await me.reach();
    expect(rings(me)).toEqual([]);
    await me.wait(30_000);
    expect(me.records).toMatchObject([{ result: "noAnswer" }]);
    expect(me.records[0]).not.toHaveProperty("ringSeconds");
  });

  it("11-25 R20 writes no second record after a reload, and still cancels", async () => {
    const me = await callingOffline();
    me.ports.closePage();
    me.stage.stop();
    const { leftCall } = me.ports;
    const back = await openDevice((ports) => ports.answer("storage.takeCall", () => leftCall));
    expect([back.records, back.said]).toEqual([[], ["cancel"]]);
  });
});

describe("11-25 an answer in the notification", () => {
  const answer = (me: Person, roomID = ROOM) =>
    me.stage.act(() => me.ports.emit.answers({ type: "push.answered", roomID }));
  const joins = (me: Person) => me.ports.sent("media.requestAccess").length;

  it("11-25 accepts the call as soon as its invitation is repeated", async () => {
    const me = await openDevice();
    await answer(me);
    await me.hear(anInvite());
    expect([me.said, joins(me)]).toEqual([["accept"], 1]);
  });

  it("11-25 accepts a call that rings here already", async () => {
    const me = await openDevice();
    await me.hear(anInvite());
    expect(me.said).toEqual([]);
    await answer(me);
    expect(me.said).toEqual(["accept"]);
  });

  it("11-25 accepts no other call", async () => {
    const me = await openDevice();
    await answer(me, "another room");
    await me.hear(anInvite());
    await answer(me, "a third room");
    expect([me.line, me.said, joins(me)]).toEqual(["incoming", [], 0]);
  });

  it("11-25 joins a video call with the camera", async () => {
    const me = await openDevice();
    await answer(me);
    await me.hear(anInvite({ invitation: { mediaType: "video" } }));
    expect(me.part("call")?.getSnapshot().context.camera).toBe(true);
  });
});

const RECORD: CallRecord = { roomID: "a", mediaType: "voice", result: "completed", durationSeconds: 61 };
const RING: CallRecord = { ...RECORD, result: "noAnswer", durationSeconds: 0, ringSeconds: 30 };

const saying = (record: CallRecord, clientMsgID: string) =>
  aMessage({ clientMsgID, conversationID: singleChatID(ANNA), content: { type: "callRecord", record } });

describe("11-25 the record of a call that rang at a closed tab", () => {
  it("11-25 is shown once: the record of the end replaces that of the ring", () => {
    const shown = (...records: CallRecord[]) =>
      withoutDoubles(
        records.map((record, index) => saying(record, String(index))),
        ({ content }) => (content.type === "callRecord" ? content.record : null),
      ).map(({ clientMsgID }) => clientMsgID);
    expect(shown(RING)).toEqual(["0"]);
    expect(shown(RING, RECORD)).toEqual(["1"]);
    expect(shown(RECORD, RING)).toEqual(["0"]);
    expect(shown(RING, { ...RECORD, isByCallee: true })).toEqual(["1"]);
    expect(shown(RING, { ...RECORD, isByCallee: true }, RECORD)).toEqual(["2"]);
    expect(shown(RING, { ...RECORD, roomID: "b" })).toEqual(["0", "1"]);
  });

  it("11-25 is read with that of the end, if the user answered", async () => {
    const row = (record: CallRecord, clientMsgID: string, unreadCount: number): Conversation =>
      aConversation({ unreadCount, latestMsg: saying(record, clientMsgID) });
    const marked = async (...rows: Conversation[]) => {
      const { app, ports, act, stop } = await openHeadless({ world: aWorld() });
      for (const one of rows)
        await act(() => ports.emit.conversations({ type: "im.conversations", conversations: [one] }));
      await act(() =>
        childOf(app, "session", "signedIn")?.send({
          type: "callManager.known",
          userID: ANNA,
          roomID: "a",
          hasTalked: true,
        }),
      );
      const sent = ports.sent("im.markMessageRead").map(({ clientMsgID }) => clientMsgID);
      stop();
      return sent;
    };
    expect(await marked(row(RING, "ring", 1))).toEqual(["ring"]);
    expect(await marked(row(RING, "ring", 1), row(RECORD, "end", 2))).toEqual(["end"]);
    expect(await marked(row(RECORD, "end", 2))).toEqual([]);
    expect(await marked(row(RING, "ring", 2))).toEqual([]);
    expect(await marked(row(RING, "ring", 1), row(RECORD, "end", 3))).toEqual([]);
    expect(await marked(row({ ...RING, roomID: "b" }, "other", 1), row(RECORD, "end", 2))).toEqual([]);
  });
});
