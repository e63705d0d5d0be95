import { describe, expect, it } from "vitest";
import { hintOf, type PhoneName, phonesOf, userOf } from "../../../src/duo/phones.ts";
import type { Plain } from "../../../tools/charts/inspector/messages.ts";
import { Recording } from "../../../tools/charts/inspector/recording.ts";
import { actor, phone, snapshot } from "../inspection/messages.ts";

const three = phonesOf("?phones=3");

/** A recording of phones whose charts are in these states. */
function phonesIn(states: Partial<Record<PhoneName, Readonly<Record<string, Plain>>>>): Recording {
  const recording = new Recording();
  for (const [name, charts] of Object.entries(states)) {
    recording.meet(phone(name, name));
    for (const [chart, value] of Object.entries(charts)) {
      const id = `${name}/${chart}`;
      recording.add(name, actor(id, chart));
      recording.add(name, snapshot(id, value, { context: { userID: `user of ${name}` } }, "xstate.init"));
    }
  }
  return recording;
}

const signedOut = { session: "signedOut" };
const free = { session: { owning: { active: "ready" } }, callManager: "free" };
const engaged = { ...free, callManager: { engaged: { line: "group" } } };

describe("11-01 the phones of /duo", () => {
  it("are two, and three only if the address asks for three", () => {
    expect(three).toEqual(["left", "middle", "right"]);
    for (const query of ["", "?phones=2", "?phones=", "?phones=4", "?phones=33", "?phones=03", "?phone=3"])
      expect(phonesOf(query), query).toEqual(["left", "right"]);
  });

  it("have the users of their own session charts", () => {
    const recording = phonesIn({ left: free, right: { callManager: "free" } });
    expect(three.map((name) => userOf(recording, name))).toEqual(["user of left", "", ""]);
  });
});

describe("11-01 the hint of /duo", () => {
  it("names the phones that have no user", () => {
    expect(hintOf(phonesIn({ left: signedOut, middle: signedOut, right: signedOut }), three)).toEqual({
      press: "person",
      phones: three,
    });
    expect(hintOf(phonesIn({ left: free, middle: signedOut, right: free }), three)).toEqual({
      press: "person",
      phones: ["middle"],
    });
  });

  it("is silent until all phones are loaded", () => {
    expect(hintOf(phonesIn({ left: signedOut, right: signedOut }), three)).toBeNull();
    expect(hintOf(phonesIn({ left: { session: "restoring" }, right: signedOut }), phonesOf(""))).toBeNull();
  });

  it("names the first phone to call, then the phones that ring, and nothing during the call", () => {
    expect(hintOf(phonesIn({ left: free, middle: free, right: free }), three)).toEqual({
      press: "call",
      phones: ["left"],
    });
    const ringing = { ...engaged, groupCall: { ringing: "checked" } };
    expect(hintOf(phonesIn({ left: engaged, middle: ringing, right: ringing }), three)).toEqual({
      press: "accept",
      phones: ["middle", "right"],
    });
    const single = { ...engaged, callee: "ringing" };
    expect(hintOf(phonesIn({ left: engaged, right: single }), phonesOf(""))).toEqual({
      press: "accept",
      phones: ["right"],
    });
    expect(hintOf(phonesIn({ left: engaged, middle: engaged, right: free }), three)).toBeNull();
  });
});
