import { describe, expect, it } from "vitest";
import { sequenceRules } from "../../../src/inspector/signals.ts";
import type { Plain } from "../../../tools/charts/inspector/messages.ts";
import { Recording } from "../../../tools/charts/inspector/recording.ts";
import { arrowsOf, columnsOf, meetings } from "../../../tools/charts/inspector/sequence.ts";
import { actor, event, phone, snapshot } from "./messages.ts";

const rules = sequenceRules("en");
const invitation = { roomID: "room-7", inviterUserID: "ann" };

/** The pages of these users: "ann" has page "a" with the charts "a/manager" and "a/call". */
function pagesOf(users: readonly string[]) {
  const recording = new Recording();
  const pageOf = (userID: string) => userID.charAt(0);
  let count = 0;
  for (const userID of users) {
    const id = pageOf(userID);
    recording.meet(phone(id, userID));
    recording.add(id, actor(`${id}/manager`, "callManager"));
    recording.add(id, snapshot(`${id}/manager`, "free", { context: { userID } }, "xstate.init"));
    recording.add(id, actor(`${id}/call`, "invitee", `${id}/manager`));
    recording.add(id, snapshot(`${id}/call`, "ringing", { context: {} }, "xstate.init"));
    recording.add(id, actor(`${id}/signals`, "signalEvents", `${id}/manager`));
  }
  return {
    recording,
    /** A chart below the call manager sends a signal. */
    send(from: string, kind: string, to: Plain) {
      const id = pageOf(from);
      count += 1;
      recording.add(id, actor(`${id}/send${count}`, "sendSignal", `${id}/call`));
      const input = { to, signal: { kind, invitation } };
      recording.add(id, snapshot(`${id}/send${count}`, undefined, { input }, "xstate.init"));
    },
    hear(at: string, kind: string, sender: Plain, of: Plain = invitation) {
      const id = pageOf(at);
      const given = { type: `signal.${kind}`, sender, invitation: of };
      recording.add(id, event(`${id}/manager`, given, `${id}/signals`));
    },
    /** Received signals as "receiver: event from sender", and without a sender if no line leads to them. */
    lines() {
      const arrows = arrowsOf(recording, recording.now, rules);
      const met = meetings(arrows);
      return arrows.flatMap((arrow) => {
        if (arrow.from !== "wire") return [];
        const words = `${arrow.phone}: ${arrow.words}`;
        const sender = met.get(arrow);
        return sender ? `${words} from ${sender.phone}` : words;
      });
    },
  };
}

const user = (userID: string) => ({ userID, nickname: userID });

describe("11-06 the sequence diagram of a call", () => {
  it("shows arrows from the user, the wire, the clock and the media to the charts", () => {
    const { recording, send, hear } = pagesOf(["ann", "ben"]);
    recording.add("a", event("a/manager", { type: "user.call" }));
    send("ann", "invite", "ben");
    hear("ben", "invite", user("ann"));
    recording.add("b", event("b/manager", { type: "xstate.after.ringTimeout.phone" }, "b/manager"));
    recording.add("a", actor("a/room", "room", "a/manager"));
    recording.add("a", event("a/manager", { type: "room.connected" }, "a/room"));
    const arrows = arrowsOf(recording, recording.now, rules);
    expect(arrows.map(({ phone: id, from, to, words }) => [id, from, to, words])).toEqual([
      ["a", "person", "charts", "user.call"],
      ["a", "charts", "wire", "sendSignal invite"],
      ["b", "wire", "charts", "signal.invite"],
      ["b", "clock", "charts", "after ringTimeout"],
      ["a", "media", "charts", "room.connected"],
    ]);
  });

  it("leads from a sent invitation to its arrival on the other phone", () => {
    const { send, hear, lines } = pagesOf(["ann", "ben"]);
    send("ann", "invite", "ben");
    hear("ben", "invite", user("ann"));
    hear("ben", "invite", user("ann"), { ...invitation, roomID: "room-8" });
    expect(lines()).toEqual(["b: signal.invite from a", "b: signal.invite"]);
  });

  it("11-40 leads from each of three phones to the one that it sent to", () => {
    const { send, hear, lines } = pagesOf(["ann", "ben", "cat"]);
    send("ann", "invite", "ben");
    send("ann", "invite", "cat");
    hear("cat", "invite", user("ann"));
    hear("ben", "invite", user("ann"));
    send("ben", "accept", "ann");
    send("cat", "accept", "ann");
    hear("ann", "accept", user("ben"));
    hear("ann", "accept", user("cat"));
    send("ben", "invite", "cat");
    hear("cat", "invite", user("ben"));
    expect(lines()).toEqual([
      "c: signal.invite from a",
      "b: signal.invite from a",
      "a: signal.accept from b",
      "a: signal.accept from c",
      "c: signal.invite from b",
    ]);
  });

  it("leads to both phones of a user", () => {
    const { recording, send, hear, lines } = pagesOf(["ann", "ben"]);
    recording.add("o", actor("o/manager", "callManager"));
    recording.add("o", snapshot("o/manager", "free", { context: { userID: "ben" } }, "xstate.init"));
    send("ann", "invite", "ben");
    hear("ben", "invite", user("ann"));
    hear("other", "invite", user("ann"));
    expect(lines()).toEqual(["b: signal.invite from a", "o: signal.invite from a"]);
  });

  it("shows a signal of an unknown or malformed sender without a line, and all others as before", () => {
    const { send, hear, lines } = pagesOf(["ann", "ben", "cat"]);
    send("ann", "invite", "ben");
    send("cat", "invite", 7);
    for (const sender of [user("eve"), user("cat"), user(""), { userID: 7 }, "ann", null])
      hear("ben", "invite", sender);
    const rooms: Plain[] = [null, "room-7", { roomID: 7 }, { roomID: "" }, { inner: invitation }];
    for (const of of rooms) hear("ben", "invite", user("ann"), of);
    hear("ben", "invite", user("ann"));
    expect(lines()).toEqual([...Array(11).fill("b: signal.invite"), "b: signal.invite from a"]);
  });

  it("ends for actors whose parents form a circle", () => {
    const { recording, hear, lines } = pagesOf(["ann"]);
    recording.add("e", actor("e/manager", "callManager", "e/parent"));
    recording.add("e", snapshot("e/manager", "free", {}, "xstate.init"));
    recording.add("e", actor("e/parent", "session", "e/manager"));
    hear("eve", "invite", user("ann"));
    expect(lines()).toEqual(["e: signal.invite"]);
  });
});

describe("11-06 the columns of the sequence", () => {
  const drawn = (phones: readonly string[]) =>
    columnsOf(phones, rules).map(({ phone: id, lifelines }) => `${id}: ${lifelines.join(" ")}`);

  it("are the lifelines of two phones, with the wires in the middle", () => {
    expect(drawn(["a"])).toEqual(["a: person", "a: clock", "a: charts", "a: media", "a: wire"]);
    expect(drawn(["a", "b"]).slice(3, 7)).toEqual(["a: media", "a: wire", "b: wire", "b: media"]);
  });

  it("11-40 are a lane for each of three phones, the last one mirrored", () => {
    expect(drawn(["a", "b", "c"])).toEqual([
      ...["a: person clock", "a: charts", "a: media wire"],
      ...["b: person clock", "b: charts", "b: media wire"],
      ...["c: media wire", "c: charts", "c: person clock"],
    ]);
  });
});
