import { describe, expect, it } from "vitest";
import { Secret } from "../../../machines/domain/secret.ts";
import {
  type CodeTarget,
  draftToStore,
  NO_FIELDS,
  type RegistrationDraft,
  type RegistrationStart,
  startedWith,
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
