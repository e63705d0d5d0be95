import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createActor, fromPromise } from "xstate";
import { Secret } from "../../../machines/domain/secret.ts";
import type { Identifier } from "../../../machines/ports/account.ts";
import { isIdentifier } from "../../../machines/session/identifiers.ts";
import { signInMachine } from "../../../machines/session/sign-in.ts";
import { isVerificationCode } from "../../../machines/session/verification-code.ts";

const digits = (minLength: number, maxLength: number) =>
  fc.string({ unit: fc.constantFrom(..."0123456789"), minLength, maxLength });
const isPhone = (areaCode: string, phoneNumber: string) =>
  isIdentifier({ kind: "phone", areaCode, phoneNumber });
const isEmail = (email: string) => isIdentifier({ kind: "email", email });

describe("identifiers", () => {
  it("5-14 accept a +86 number of 1, then 3 to 9, then nine digits", () => {
    fc.assert(
      fc.property(digits(0, 14), (number) => {
        const isRight = number.length === 11 && number[0] === "1" && Number(number[1]) >= 3;
        expect(isPhone("+86", number)).toBe(isRight);
      }),
    );
    fc.assert(
      fc.property(fc.constantFrom(..."3456789"), digits(9, 9), (second, rest) => {
        expect(isPhone("+86", `1${second}${rest}`)).toBe(true);
      }),
    );
    for (const second of "012") expect(isPhone("+86", `1${second}800000001`)).toBe(false);
  });

  it("5-14 accept 5 to 15 digits for other area codes", () => {
    fc.assert(
      fc.property(fc.constantFrom("+1", "+44", "+852"), digits(0, 18), (areaCode, number) => {
        expect(isPhone(areaCode, number)).toBe(number.length >= 5 && number.length <= 15);
      }),
    );
  });

  it("5-14 reject a number with anything but ASCII digits", () => {
    for (const number of [
      "138 0000 0001",
      "138-0000-0001",
      "+8613800000001",
      "１３８００００００１",
      "abc",
    ]) {
      expect(isPhone("+86", number)).toBe(false);
      expect(isPhone("+44", number)).toBe(false);
    }
  });

  it("5-15 accept an email with a local part, an @ and a domain with a dot", () => {
    fc.assert(
      fc.property(fc.emailAddress(), (email) => {
        expect(isEmail(email)).toBe(true);
      }),
    );
    for (const email of [
      "",
      "mia",
      "mia@",
      "@example.com",
      "mia@example",
      "mia@example.c",
      "mia @example.com",
      "a@b@c.de",
    ])
      expect(isEmail(email)).toBe(false);
  });

  it("9-14 accept a code of exactly six digits", () => {
    fc.assert(
      fc.property(digits(0, 9), (code) => {
        expect(isVerificationCode(new Secret(code))).toBe(code.length === 6);
      }),
    );
    for (const code of ["12345a", "12 345", "１２３４５６"])
      expect(isVerificationCode(new Secret(code))).toBe(false);
  });
});

describe("the sign-in form", () => {
  function submitting() {
    const asked: Identifier[] = [];
    const flow = createActor(
      signInMachine.provide({
        actors: {
          signIn: fromPromise(({ input }) => {
            asked.push(input.identifier);
            return new Promise(() => {});
          }),
        },
      }),
      { input: { clock: { newID: () => "", now: () => 0 } } },
    ).start();
    return { flow, asked };
  }

  it("5-15 trims spaces around an email", () => {
    const { flow, asked } = submitting();
    flow.send({ type: "user.chooseIdentifier", kind: "email" });
    flow.send({ type: "user.typeEmail", email: "  mia@example.com " });
    flow.send({ type: "user.submit", secret: new Secret("abc12345") });
    expect(asked).toEqual([{ kind: "email", email: "mia@example.com" }]);
  });

  it("5-14 does not send a number that is wrong for its area code", () => {
    const { flow, asked } = submitting();
    const submit = (phoneNumber: string) => {
      flow.send({ type: "user.typePhone", phoneNumber });
      flow.send({ type: "user.submit", secret: new Secret("abc12345") });
    };
    submit("12800000001");
    expect(flow.getSnapshot().context.error).toEqual({ field: "identifier", code: "phoneInvalid" });
    expect(asked).toEqual([]);
    flow.send({ type: "user.chooseAreaCode", areaCode: "+44" });
    submit("12800000001");
    expect(asked).toEqual([{ kind: "phone", areaCode: "+44", phoneNumber: "12800000001" }]);
  });

  it("5-17 sends only the email after the user switches to email, and keeps the phone number in its field", () => {
    const { flow, asked } = submitting();
    flow.send({ type: "user.typePhone", phoneNumber: "13800000001" });
    flow.send({ type: "user.chooseIdentifier", kind: "email" });
    flow.send({ type: "user.typeEmail", email: "mia@example.com" });
    flow.send({ type: "user.submit", secret: new Secret("abc12345") });
    expect(asked).toEqual([{ kind: "email", email: "mia@example.com" }]);
    expect(flow.getSnapshot().context.phoneNumber).toBe("13800000001");
  });

  it("5-17 sends only the phone number after the user switches to phone", () => {
    const { flow, asked } = submitting();
    flow.send({ type: "user.chooseIdentifier", kind: "email" });
    flow.send({ type: "user.typeEmail", email: "mia@example.com" });
    flow.send({ type: "user.chooseIdentifier", kind: "phone" });
    flow.send({ type: "user.chooseAreaCode", areaCode: "+44" });
    flow.send({ type: "user.typePhone", phoneNumber: "7700900000" });
    flow.send({ type: "user.submit", secret: new Secret("abc12345") });
    expect(asked).toEqual([{ kind: "phone", areaCode: "+44", phoneNumber: "7700900000" }]);
  });
});
