/** A page that goes in the middle of the user's call: the next page writes the record (2-97, R20). */
import { afterEach, describe, expect, it } from "vitest";
import { anAccept, anInvite, aReject, aRoomMember } from "../../fakes/signals.ts";
import { ANNA } from "../../fakes/world.ts";
import { arrive, closeAll, openPhone, type Person, ringing } from "./stage.ts";

afterEach(closeAll);

const about = (me: Person) => ({ invitation: me.invitation });

async function talking(): Promise<Person> {
  const me = await ringing();
  await me.hear(anAccept(about(me)));
  await arrive(me);
  return me;
}

/** The page is left as browsers do it, and opened again. */
async function reload(me: Person): Promise<Person> {
  me.ports.closePage();
  return comeBack(me);
}

/** The next visit in the same browser, whatever became of this one. */
async function comeBack(me: Person): Promise<Person> {
  me.stage.stop();
  const { leftCall } = me.ports;
  return openPhone((ports) => ports.answer("storage.takeCall", () => leftCall));
}

describe("a page that goes during the user's call", () => {
  it("2-97 R20 a talk of a minute that a reload ended is written down with its minute", async () => {
    const me = await talking();
    const { roomID } = me.invitation;
    await me.wait(60_000);
    const back = await reload(me);
    expect(me.records).toEqual([]);
    expect(me.said.at(-1)).toBe("hungup");
    expect(back.records).toEqual([{ roomID, mediaType: "voice", result: "completed", durationSeconds: 60 }]);
  });

  it("2-97 R21 the time they were apart does not count, before a reload either", async () => {
    const me = await talking();
    await me.wait(20_000);
    await me.room({ type: "room.memberSilent", userID: aRoomMember().userID });
    await me.wait(10_000);
    const back = await reload(me);
    expect(back.records).toMatchObject([{ result: "completed", durationSeconds: 20 }]);
  });

  it("2-97 a call that only rang when the page went was called off", async () => {
    const me = await ringing("video");
    await me.wait(500);
    const back = await reload(me);
    expect(me.said.at(-1)).toBe("cancel");
    expect(back.records).toMatchObject([{ mediaType: "video", result: "cancelled", durationSeconds: 0 }]);
  });

  it("R20 R13 what only rang is cancelled by the next page: a browser that unloads one sends nothing", async () => {
    const me = await ringing("video");
    const { roomID } = me.invitation;
    await me.wait(500);
    const back = await reload(me);
    expect(back.said).toEqual(["cancel"]);
    expect(back.ports.sent("im.sendSignal")).toMatchObject([
      { to: ANNA, signal: { invitation: { roomID, mediaType: "video" } } },
    ]);
  });

  it("R20 who comes back after it has rung out says nothing", async () => {
    const me = await ringing();
    me.ports.closePage();
    await me.wait(30_000);
    expect((await comeBack(me)).said).toEqual([]);
  });

  it("R20 a talk that a reload ended is seen in the room, and nothing is said of it", async () => {
    expect((await reload(await talking())).said).toEqual([]);
  });

  it("2-97 a session that ends with the call leaves the record for the next one", async () => {
    const me = await talking();
    await me.wait(7000);
    const back = await comeBack(me);
    expect(back.records).toMatchObject([{ result: "completed", durationSeconds: 7 }]);
  });

  it.each([
    ["was hung up", async (me: Person) => me.hangUp()],
    ["was declined", async (me: Person) => me.hear(aReject(about(me)))],
  ])("2-97 a call that %s before has its one record already", async (_, end) => {
    const me = await ringing();
    await end(me);
    expect(me.records).toHaveLength(1);
    expect((await reload(me)).records).toEqual([]);
  });

  it("2-97 a call of somebody else's is theirs to write down", async () => {
    const me = await openPhone();
    await me.hear(anInvite());
    await me.accept();
    await me.reach(aRoomMember());
    await me.wait(5000);
    expect((await reload(me)).records).toEqual([]);
  });
});
