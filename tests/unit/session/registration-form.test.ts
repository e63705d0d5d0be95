import { describe, expect, it } from "vitest";
import { Secret } from "../../../machines/domain/secret.ts";
import {
  type CodeTarget,
  codeRequestIn,
  codeRequestPath,
  draftToStore,
  errorOf,
  faultPath,
  isSameTarget,
  isTaken,
  NO_FIELDS,
  provenOf,
  type RegistrationDraft,
  type RegistrationField,
  type RegistrationStart,
  redirectOf,
  requestOf,
  startedWith,
  targetIn,
} from "../../../machines/session/registration-form.ts";

const anna: CodeTarget = { purpose: "register", identifier: { kind: "email", email: "anna@a.test" } };
const bob: CodeTarget = { purpose: "register", identifier: { kind: "email", email: "bob@b.test" } };
const annasReset: CodeTarget = { ...anna, purpose: "reset" };
const code = new Secret("123456");

const draftOf = (codeFor: CodeTarget | null, nextCodeAt = 60_000): RegistrationDraft => ({
  fields: NO_FIELDS,
  codeFor,
  nextCodeAt,
});
const linkOf = (codeFor: CodeTarget | null, secret: Secret | null): RegistrationStart => ({
  ...draftOf(codeFor, 0),
  code: secret,
  password: null,
});

/** The target and code that the user starts with, and the claimed target; "form" for an empty form. */
function begun(given: RegistrationStart | "none" | null, draft: RegistrationDraft | null) {
  const { start, claimed } = startedWith(given, draft);
  return [start ? [start.codeFor, start.code] : "form", claimed];
}

describe("the start of a registration", () => {
  it.each<[string, RegistrationStart | "none" | null, RegistrationDraft | null, unknown]>([
    ["is empty without an address and a draft", "none", null, ["form", null]],
    ["is the draft of this tab, without secrets", "none", draftOf(anna), [[anna, null], null]],
    ["is empty after an invalid address, also with a draft", null, draftOf(anna), ["form", null]],
    ["is the address without a target", linkOf(null, null), null, [[null, null], null]],
    [
      "has the code of a link for the user's own request",
      linkOf(anna, code),
      draftOf(anna),
      [[anna, code], null],
    ],
    ["has no code of a link from another person", linkOf(bob, code), draftOf(anna), ["form", null]],
    ["has no code of a link without an own request", linkOf(bob, code), null, ["form", null]],
    ["has no code of a link for another purpose", linkOf(annasReset, code), draftOf(anna), ["form", null]],
    ["claims the target of a link without a code", linkOf(bob, null), null, [[bob, null], bob]],
    ["claims no target of the user's own request", linkOf(anna, null), draftOf(anna), [[anna, null], null]],
  ])("2-86 2-87 2-88 %s", (_, given, draft, expected) => {
    expect(begun(given, draft)).toEqual(expected);
  });

  it.each<[string, RegistrationDraft, CodeTarget | null, CodeTarget | null]>([
    ["an own target", draftOf(anna, 0), null, anna],
    ["no target that only a link claims", draftOf(bob, 0), bob, null],
    ["a claimed target after this tab has requested its code", draftOf(bob), bob, bob],
    ["a target that the user entered instead of the claimed one", draftOf(anna, 0), bob, anna],
    ["no target before there is one", draftOf(null, 0), bob, null],
  ])("2-86 is stored with %s", (_, draft, claimed, codeFor) => {
    expect(draftToStore(draft, claimed)).toEqual({ ...draft, codeFor });
  });
});

const phone = (areaCode: string, phoneNumber: string): CodeTarget => ({
  purpose: "register",
  identifier: { kind: "phone", areaCode, phoneNumber },
});
const at = (path: string, search = "") => ({ path, search });

describe("the receiver of a code", () => {
  it.each<[string, CodeTarget, CodeTarget, boolean]>([
    ["the same number", phone("+86", "1"), phone("+86", "1"), true],
    ["another number", phone("+86", "1"), phone("+86", "2"), false],
    ["that number of another country", phone("+86", "1"), phone("+49", "1"), false],
    ["an email address for a number", phone("+86", "1"), anna, false],
    ["a number for an email address", anna, phone("+86", "1"), false],
    ["the same address", anna, { ...anna }, true],
    ["another address", anna, bob, false],
    ["the same address to reset a password", anna, annasReset, false],
  ])("2-86 is %s", (_, one, other, isSame) => {
    expect(isSameTarget(one, other)).toBe(isSame);
  });

  it("5-15 5-17 is the number or address without outer spaces", () => {
    const fields = { ...NO_FIELDS, areaCode: "+49", phoneNumber: " 12 ", email: " anna@a.test " };
    const [path = "", search = ""] = codeRequestPath("register", "phone").split("?");
    expect(targetIn(at(path, search), fields)).toEqual(phone("+49", "12"));
    expect(targetIn(at("/getCode", "isRegiste=true&isByEmail=true"), fields)).toEqual(anna);
  });

  it("2-85 2-92 is read from the address of the page, where only true is true", () => {
    const read = (search: string) => Object.values(codeRequestIn(at("/getCode", search)));
    expect(read("isRegiste=true&isByEmail=true")).toEqual(["register", "email"]);
    expect(read("isRegiste=%20true&isByEmail=true%20")).toEqual(["register", "email"]);
    expect(read("isRegiste=1&isByEmail=TRUE")).toEqual(["reset", "phone"]);
    expect(read("")).toEqual(["reset", "phone"]);
    expect(codeRequestPath("reset", "email")).toBe("/getCode?isRegiste=false&isByEmail=true");
  });

  it("5-20 is told with the invitation code, for a new account only", () => {
    const fields = { ...NO_FIELDS, invitationCode: " abc " };
    expect(requestOf(anna, fields)).toEqual({ ...anna, invitationCode: "abc" });
    expect(requestOf(annasReset, fields)).toEqual({ ...annasReset, invitationCode: "" });
  });
});

describe("a step of a registration", () => {
  const progress = { fields: NO_FIELDS, codeFor: anna, code };

  it.each([
    ["/getCode", null, null, null],
    ["/verifyCode", null, null, "/login"],
    ["/setPassword", null, null, "/login"],
    ["/verifyCode", anna, null, null],
    ["/setPassword", anna, null, "/verifyCode"],
    ["/setBaseInfo", anna, null, "/verifyCode"],
    ["/setBaseInfo", anna, code, null],
    ["/setPassword", anna, code, null],
    ["/login", null, null, null],
  ])("2-90 2-91 %s without what it needs leads back: %#", (path, codeFor, secret, step) => {
    expect(redirectOf({ place: at(path), fields: NO_FIELDS, codeFor, code: secret })).toBe(step);
  });

  it("needs a requested and a verified code", () => {
    const place = at("/setPassword");
    expect(provenOf({ place, ...progress })).toEqual(progress);
    expect(() => provenOf({ place, ...progress, code: null })).toThrow("No code is verified");
    expect(() => provenOf({ place, ...progress, codeFor: null })).toThrow("No code is requested");
  });
});

describe("a refusal of the server", () => {
  it.each<[RegistrationField, string | null]>([
    ["code", "/verifyCode"],
    ["identifier", "/getCode?isRegiste=true&isByEmail=true"],
    ["invitation", "/getCode?isRegiste=true&isByEmail=true"],
    ["password", null],
    ["form", null],
  ])("about the %s is corrected at %s", (field, path) => {
    expect(faultPath({ field, code: "unknown" }, anna)).toBe(path);
  });

  it("5-20 asks for an invitation code if there is none, else says what is wrong with it", () => {
    const asked = (invitationCode: string) => errorOf("invitationUnknown", { invitationCode });
    expect(asked(" ")).toEqual({ field: "invitation", code: "invitationCode" });
    expect(asked("abc")).toEqual({ field: "invitation", code: "invitationUnknown" });
  });

  it("tells that a number or an address has an account already", () => {
    const taken = (["phoneRegistered", "accountRegistered", "unknownAccount"] as const).map((one) =>
      isTaken(errorOf(one, NO_FIELDS)),
    );
    expect([...taken, isTaken(null)]).toEqual([true, true, false, false]);
  });
});
