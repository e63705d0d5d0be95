/** A page that closes during the user's call: the next page writes the record (2-97, R20). */
import { afterEach, describe, expect, it } from "vitest";
import { anAccept, anInvite, aReject, aRoomMember } from "../../fakes/signals.ts";
import { ANNA } from "../../fakes/world.ts";
import { arrive, closeAll, openDevice, type Person, ringing } from "./stage.ts";

afterEach(closeAll);

const about = (me: Person) => ({ invitation: me.invitation });

async function talking(): Promise<Person> {
  const me = await ringing();
  await me.hear(anAccept(about(me)));
  await arrive(me);
  return me;
}

async function reload(me: Person): Promise<Person> {
  me.ports.closePage();
  return comeBack(me);
}

/** Opens the next page in the same browser without closing this one properly, `later` milliseconds after it. */
async function comeBack(me: Person, later = 0): Promise<Person> {
  me.stage.stop();
  const { leftCall } = me.ports;
  return openDevice((ports) => {
    ports.answer("storage.takeCall", () => leftCall);
    ports.passTime(later);
  });
}

const HOUR = 3_600_000;

describe("a page that closes during the user's call", () => {
  it("2-97 R20 records the duration of a connected call that a reload ended", async () => {
    const me = await talking();
    const { roomID } = me.invitation;
    await me.wait(60_000);
    const back = await reload(me);
    expect(me.records).toEqual([]);
    expect(me.said.at(-1)).toBe("hungup");
    expect(back.records).toEqual([{ roomID, mediaType: "voice", result: "completed", durationSeconds: 60 }]);
  });

  it("2-97 R21 leaves out the time without the peer before a reload", async () => {
    const me = await talking();
    await me.wait(20_000);
    await me.room({ type: "room.memberSilent", userID: aRoomMember().userID });
    await me.wait(10_000);
    const back = await reload(me);
    expect(back.records).toMatchObject([{ result: "completed", durationSeconds: 20 }]);
  });

  it("2-97 records a ringing call as cancelled after a reload", async () => {
    const me = await ringing("video");
    await me.wait(500);
    const back = await reload(me);
    expect(me.said.at(-1)).toBe("cancel");
    expect(back.records).toMatchObject([{ mediaType: "video", result: "cancelled", durationSeconds: 0 }]);
  });

  it("R20 R13 cancels a ringing call from the next page, because an unloading browser may not send", async () => {
    const me = await ringing("video");
    const { roomID } = me.invitation;
    await me.wait(500);
    const back = await reload(me);
    expect(back.said).toEqual(["cancel"]);
    expect(back.ports.sent("im.sendSignal")).toMatchObject([
      { to: ANNA, signal: { invitation: { roomID, mediaType: "video" } } },
    ]);
  });

  it("R20 sends nothing when the user returns after the ring time", async () => {
    const me = await ringing();
    me.ports.closePage();
    await me.wait(30_000);
    expect((await comeBack(me)).said).toEqual([]);
  });

  it("R20 sends nothing from the next page for a connected call, because the peer sees the end in the room", async () => {
    expect((await reload(await talking())).said).toEqual([]);
  });

  it("2-97 keeps the record for the next session when this one ends during the call", async () => {
    const me = await talking();
    await me.wait(7000);
    const back = await comeBack(me);
    expect(back.records).toMatchObject([{ result: "completed", durationSeconds: 7 }]);
  });

  it.each([
    ["connected", talking],
    ["ringing", ringing],
  ])("2-97 writes no record for a %s call of more than an hour ago", async (_, call) => {
    const me = await call();
    me.ports.closePage();
    expect((await comeBack(me, HOUR + 1)).records).toEqual([]);
  });

  it("2-97 writes the record within an hour", async () => {
    const me = await talking();
    me.ports.closePage();
    expect((await comeBack(me, HOUR)).records).toMatchObject([{ result: "completed" }]);
  });

  it.each([
    ["was hung up", async (me: Person) => me.hangUp()],
    ["was declined", async (me: Person) => me.hear(aReject(about(me)))],
  ])("2-97 writes no second record for a call that %s before", async (_, end) => {
    const me = await ringing();
    await end(me);
    expect(me.records).toHaveLength(1);
    expect((await reload(me)).records).toEqual([]);
  });

  it("R14 R20 tells the inviter from the next page that an accepted call failed", async () => {
    const me = await openDevice((ports) => ports.hold("media.requestAccess"));
    await me.hear(anInvite());
    await me.accept();
    await me.wait(500);
    const back = await reload(me);
    expect(back.ports.sent("im.sendSignal")).toMatchObject([
      { to: ANNA, signal: { kind: "hungup", hasFailed: true, invitation: { inviterUserID: ANNA } } },
    ]);
    expect(back.records).toEqual([]);
  });

  it("R20 sends nothing from the next page for a call that only rang here, or that both were in", async () => {
    const ringingHere = await openDevice();
    await ringingHere.hear(anInvite());
    expect((await reload(ringingHere)).said).toEqual([]);
    const inTalk = await openDevice();
    await inTalk.hear(anInvite());
    await inTalk.accept();
    await inTalk.reach(aRoomMember());
    expect((await reload(inTalk)).said).toEqual([]);
  });

  it("2-97 writes no record for a call that the peer started", async () => {
    const me = await openDevice();
    await me.hear(anInvite());
    await me.accept();
    await me.reach(aRoomMember());
    await me.wait(5000);
    expect((await reload(me)).records).toEqual([]);
  });
});
