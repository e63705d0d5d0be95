import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createActor, createEmptyActor, SimulatedClock } from "xstate";
import { placeOf } from "../../../machines/domain/route.ts";
import { Secret } from "../../../machines/domain/secret.ts";
import { codeEntryMachine } from "../../../machines/session/code-entry.ts";
import { codeRequestIn, codeRequestPath, isPassword } from "../../../machines/session/registration-form.ts";
import { createApp } from "../../../src/wiring/index.ts";
import { fakePorts } from "../../fakes/ports.ts";
import { aWorld } from "../../fakes/world.ts";
import { childOf } from "../../paths/stage.ts";

describe("a password", () => {
  const of = (length: number, units = "abcXYZ0123456789!") =>
    fc.string({ unit: fc.constantFrom(...units), minLength: length, maxLength: length });

  it("5-02 5-12 9-16 has 6 to 20 characters with at least one digit and one letter", () => {
    const lengths = fc.integer({ min: 0, max: 25 });
    fc.assert(
      fc.property(
        lengths.chain((length) => of(length)),
        (text) => {
          const isRight = text.length >= 6 && text.length <= 20 && /\d/.test(text) && /[a-z]/i.test(text);
          expect(isPassword(new Secret(text))).toBe(isRight);
        },
      ),
    );
  });

  it("5-12 has edge cases: 5 and 21 characters fail, 6 and 20 pass, digits or letters alone fail", () => {
    const passes = (text: string) => isPassword(new Secret(text));
    expect(["a1b2c", "a1".repeat(10).concat("x"), "12345678", "abcdefgh"].map(passes)).toEqual(
      Array.from({ length: 4 }, () => false),
    );
    expect(["a1b2c3", "a1".repeat(10)].map(passes)).toEqual([true, true]);
  });
});

describe("the path of the first step", () => {
  it("2-85 carries the purpose and the identifier kind as booleans", () => {
    for (const purpose of ["register", "reset"] as const)
      for (const identifierKind of ["phone", "email"] as const)
        expect(codeRequestIn(placeOf(codeRequestPath(purpose, identifierKind)))).toEqual({
          purpose,
          identifierKind,
        });
    expect(codeRequestPath("register", "email")).toBe("/getCode?isRegiste=true&isByEmail=true");
  });

  it("2-92 means a password reset by phone for any other query", () => {
    fc.assert(
      fc.property(fc.webQueryParameters(), fc.string(), (search, word) => {
        fc.pre(!/isRegiste=true|isByEmail=true/.test(search) && word.trim() !== "true");
        const wild = new URLSearchParams({ isRegiste: word, isByEmail: word });
        for (const query of [search, wild.toString()])
          expect(codeRequestIn({ path: "/getCode", search: query })).toEqual({
            purpose: "reset",
            identifierKind: "phone",
          });
      }),
    );
  });
});

describe("the cooldown of the code request", () => {
  const entryAt = (now: number) =>
    createActor(codeEntryMachine, {
      clock: new SimulatedClock(),
      input: {
        parent: createEmptyActor(),
        clock: { newID: () => "", now: () => now },
        request: {
          purpose: "register",
          identifier: { kind: "email", email: "mia@example.com" },
          invitationCode: "",
        },
        nextCodeAt: 60_000,
        error: null,
      },
    }).start();

  it("5-13 continues after a reload for the remaining time", () => {
    const entry = entryAt(20_000);
    expect(entry.getSnapshot().hasTag("coolingDown")).toBe(true);
    const clock = entry.clock as SimulatedClock;
    clock.increment(39_999);
    expect(entry.getSnapshot().hasTag("coolingDown")).toBe(true);
    clock.increment(1);
    expect(entry.getSnapshot().hasTag("coolingDown")).toBe(false);
  });

  it("5-13 takes no longer than a minute after the clock of the device was set back", () => {
    const entry = entryAt(-3_600_000);
    const clock = entry.clock as SimulatedClock;
    clock.increment(59_999);
    expect(entry.getSnapshot().hasTag("coolingDown")).toBe(true);
    clock.increment(1);
    expect(entry.getSnapshot().hasTag("coolingDown")).toBe(false);
  });

  it("5-13 is over after a reload that comes after its end", () => {
    expect(entryAt(60_000).getSnapshot().hasTag("coolingDown")).toBe(false);
  });
});

it("2-93 codes and passwords appear in no event, snapshot or log line", async () => {
  const ports = fakePorts({
    world: aWorld({ signedIn: false }),
    path: "/getCode?isRegiste=true&isByEmail=false",
  });
  const seen: string[] = [];
  const app = createApp(ports, {
    logger: (...words) => seen.push(words.map(String).join(" ")),
    inspect: (event) => {
      if (event.type === "@xstate.event") seen.push(JSON.stringify(event.event));
    },
  });
  app.start();
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  await settled();
  const flow = childOf(app, "session", "registration");
  flow?.send({ type: "user.fillIn", fields: { phoneNumber: "13800000009", nickname: "Mia" } });
  flow?.send({ type: "user.requestCode" });
  await settled();
  childOf(app, "session", "registration", "codeEntry")?.send({
    type: "user.submitCode",
    code: new Secret("806406"),
  });
  await settled();
  const secret = new Secret("correct1horse");
  const setup = childOf(app, "session", "registration", "accountSetup");
  setup?.send({ type: "user.choosePassword", password: secret, confirmation: secret });
  await settled();
  seen.push(JSON.stringify(app.getPersistedSnapshot()));
  setup?.send({ type: "user.finish" });
  await settled();
  expect(ports.sent("registration.register")[0]?.password.reveal()).toBe("correct1horse");
  seen.push(JSON.stringify(ports.wire));
  app.stop();
  expect(seen.join("\n")).toContain("[secret]");
  expect(seen.join("\n")).not.toMatch(/806406|correct1horse/);
});
