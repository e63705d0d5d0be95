import { Secret } from "../../../../machines/domain/secret.ts";
import type { DemoPerson } from "../../../../machines/ports/account.ts";
import {
  type SignInContext,
  type SignInError,
  type SignInField,
  signInMachine,
} from "../../../../machines/session/sign-in.ts";
import { aWorld, ME, NOON } from "../../../fakes/world.ts";
import { inOrder, press, type } from "../../gestures.ts";
import type { SnapshotOf, Step } from "../../graph.ts";
import type { ChartModel } from "../../model.ts";
import { find } from "../../screen-expectations.ts";
import { childOf, type Stage } from "../../stage.ts";
import { STAYS } from "../../transition-table.ts";

const PHONE = "13800000001";
const EMAIL = "mia@example.com";
const PASSWORD = new Secret("abc12345");
const CODE = new Secret("123456");
const ALICE: DemoPerson = {
  nickname: "Alice Zhang",
  faceURL: "",
  areaCode: "+86",
  phoneNumber: "13800000009",
  password: PASSWORD,
};

export const signInModel: ChartModel<typeof signInMachine> = {
  chart: "signIn",
  machine: signInMachine,
  input: { clock: { newID: () => "", now: () => NOON } },
  events: {
    // Only what can be pressed: the other identifier, the other proof, the visible field.
    "user.chooseIdentifier email": ({ context }) =>
      context.identifierKind === "phone" ? { type: "user.chooseIdentifier", kind: "email" } : null,
    "user.chooseIdentifier phone": ({ context }) =>
      context.identifierKind === "email" ? { type: "user.chooseIdentifier", kind: "phone" } : null,
    "user.chooseProof code": ({ context }) =>
      context.proofKind === "password" ? { type: "user.chooseProof", kind: "code" } : null,
    "user.chooseProof password": ({ context }) =>
      context.proofKind === "code" ? { type: "user.chooseProof", kind: "password" } : null,
    "user.chooseAreaCode +1": ({ context }) =>
      context.identifierKind === "phone" ? { type: "user.chooseAreaCode", areaCode: "+1" } : null,
    "user.typePhone": ({ context }) =>
      context.identifierKind === "phone" && context.phoneNumber === ""
        ? { type: "user.typePhone", phoneNumber: PHONE }
        : null,
    "user.typeEmail": ({ context }) =>
      context.identifierKind === "email" && context.email === ""
        ? { type: "user.typeEmail", email: EMAIL }
        : null,
    "user.typeProof": { type: "user.typeProof" },
    "user.requestCode": ({ context }) => (context.proofKind === "code" ? { type: "user.requestCode" } : null),
    "user.submit a password": ({ context }) =>
      context.proofKind === "password" ? { type: "user.submit", secret: PASSWORD } : null,
    "user.submit a code": ({ context }) =>
      context.proofKind === "code" ? { type: "user.submit", secret: CODE } : null,
    "user.submit nothing": { type: "user.submit", secret: new Secret("") },
    "user.submit five digits": ({ context }) =>
      context.proofKind === "code" ? { type: "user.submit", secret: new Secret("12345") } : null,
    "user.signInAs": ({ context }) =>
      context.demoPeople.length > 0 ? { type: "user.signInAs", person: ALICE } : null,
  },
  answers: {
    signIn: { failed: ["wrongPassword", "unknownAccount", "network"] },
    sendCode: { failed: ["tooFrequent"] },
    loadDemoPeople: { done: { somebody: () => [ALICE], nobody: () => [] }, failed: ["network"] },
  },
  key: ({ context }) =>
    [
      context.identifierKind,
      context.proofKind,
      context.areaCode,
      context.phoneNumber,
      context.email,
      context.error?.code ?? "",
    ].join(),
  phase: ({ context }) => (context.error ? "with an error" : ""),
  isRest: ({ value }) => value === "done",

  opens: () => ({ world: aWorld({ signedIn: false }), path: "/login" }),
  begin: async ({ ports }) => ports.answer("credentials.read", () => ({ userID: ME })),
  actor: (app) => childOf(app, "session", "signInFlow"),
  calls: { signIn: "account.signIn", sendCode: "account.sendCode", loadDemoPeople: "account.loadDemoPeople" },
  delays: { codeResendDelay: 60_000 },
  press: {
    "user.chooseIdentifier email": press("radio: Email"),
    "user.chooseIdentifier phone": press("radio: Phone"),
    "user.chooseProof code": press("button: Use a code instead"),
    "user.chooseProof password": press("button: Use a password instead"),
    "user.chooseAreaCode +1": inOrder(
      press("button: Country or region, China +86", "button in dialog: United States+1"),
    ),
    "user.typePhone": type("Phone number", PHONE),
    "user.typeEmail": type("Email", EMAIL),
    "user.typeProof": (event, stage) => {
      const name = proofField(stage);
      const isOne = find("textbox", name).matches('[value="1"]');
      return type(name, isOne ? "2" : "1")(event, stage);
    },
    "user.requestCode": press("button: Get code"),
    "user.submit a password": inOrder(type("Password", "abc12345"), press("button: Sign in")),
    // The sixth digit submits.
    "user.submit a code": inOrder(type("Verification code", ""), type("Verification code", "123456")),
    "user.submit nothing": (event, stage) =>
      inOrder(type(proofField(stage), ""), press("button: Sign in"))(event, stage),
    "user.submit five digits": inOrder(type("Verification code", "12345"), press("button: Sign in")),
    "user.signInAs": press("button: Sign in as Alice Zhang"),
  },
  reads: ({ value, context }, { ports }) => ({
    form: typeof value === "object" ? value.entering.form : "",
    code: typeof value === "object" ? value.entering.code : "",
    demo: typeof value === "object" ? value.entering.demo : "",
    offers: context.demoPeople,
    wait: Math.max(0, context.nextCodeAt - ports.platform.now()),
    isTargetKnown: isCodeAvailable(value) || context.codeFor !== null,
    ...filledIn(context),
  }),
  rows: {
    "entering.form.editing": ({ step }) => {
      const form = formAfter(step);
      return {
        reads: { form: "editing", ...filledIn(form) },
        sees: ["button: Sign in", ...fieldsSeen(form), ...complaint(form.error?.code)],
      };
    },
    "entering.form.submitting": ({ step }) => {
      const form = formAfter(step);
      return {
        asks: [["account.signIn", { identifier: addressed(form), proof: proofSent(form.proofKind) }]],
        reads: { form: "submitting", ...filledIn(form) },
        sees: ["button (busy): Sign in", ...fieldsSeen(form), ...complaint(form.error?.code)],
      };
    },
    "entering.code.available": ({ step }) => ({
      reads: { code: "available", wait: 0, isTargetKnown: true },
      sees: [formAfter(step).proofKind === "code" ? "button: Get code" : "!button: Get code"],
    }),
    "entering.code.requesting": ({ step }) => ({
      asks: [["account.sendCode", { identifier: addressed(formAfter(step)) }]],
      reads: { code: "requesting", wait: 0, isTargetKnown: true },
      sees: formAfter(step).proofKind === "code" ? ["button (busy): Get code"] : [],
    }),
    "entering.code.cooling": ({ step }) => ({
      reads: { code: "cooling", wait: 60_000, isTargetKnown: true },
      sees: [
        "!button: Get code",
        ...(formAfter(step).proofKind === "code" ? ["button (disabled): Send again in 60 s"] : []),
      ],
    }),
    "entering.demo.looking": {
      asks: ["account.loadDemoPeople"],
      reads: { demo: "looking", offers: [] },
      sees: ["!group: Demo people"],
    },
    "entering.demo.offered": ({ step, snapshot: { value } }) => ({
      reads: { demo: "offered", offers: [ALICE] },
      sees: [
        "group: Demo people",
        faceSeen(formAfter(step), typeof value === "object" && value.entering.form === "submitting"),
      ],
    }),
    "entering.demo.absent": { reads: { demo: "absent", offers: [] }, sees: ["!group: Demo people"] },
    done: { gone: true, sees: ["list: Chat list", "!button: Sign in"] },
  },
  leads: {
    "entering.form.editing": {
      "user.chooseIdentifier email": STAYS,
      "user.chooseIdentifier phone": STAYS,
      "user.chooseProof code": STAYS,
      "user.chooseProof password": STAYS,
      "user.chooseAreaCode +1": STAYS,
      "user.typePhone": STAYS,
      "user.typeEmail": STAYS,
      "user.typeProof": STAYS,
      "user.submit a password": ifAddressed("entering.form.submitting"),
      "user.submit a code": ifAddressed("entering.form.submitting"),
      "user.submit nothing": STAYS,
      "user.submit five digits": STAYS,
      "user.signInAs": "entering.form.submitting",
    },
    "entering.form.submitting": {
      "signIn done": "done",
      "signIn failed (wrongPassword)": "entering.form.editing",
      "signIn failed (unknownAccount)": "entering.form.editing",
      "signIn failed (network)": "entering.form.editing",
    },
    "entering.code.available": { "user.requestCode": ifAddressed("entering.code.requesting") },
    "entering.code.requesting": {
      "sendCode done": "entering.code.cooling",
      "sendCode failed (tooFrequent)": "entering.code.available",
    },
    "entering.code.cooling": { "after codeResendDelay": "entering.code.available" },
    "entering.demo.looking": {
      "loadDemoPeople done (somebody)": "entering.demo.offered",
      "loadDemoPeople done (nobody)": "entering.demo.absent",
      "loadDemoPeople failed (network)": "entering.demo.absent",
    },
    "entering.demo.offered": {},
    "entering.demo.absent": {},
    done: {},
  },
  noise: {
    "requesting another code too early": {
      when: ({ value }) => typeof value === "object" && value.entering.code !== "available",
      make: ({ app }) => childOf(app, "session", "signInFlow")?.send({ type: "user.requestCode" }),
    },
    "pressing and typing during the request": {
      when: ({ value }) => typeof value === "object" && value.entering.form === "submitting",
      make: ({ app }) => {
        const flow = childOf(app, "session", "signInFlow");
        flow?.send({ type: "user.submit", secret: PASSWORD });
        flow?.send({ type: "user.typePhone", phoneNumber: "1" });
        flow?.send({ type: "user.chooseProof", kind: "code" });
        flow?.send({ type: "user.signInAs", person: ALICE });
      },
    },
    "connection events": {
      when: ({ value }) => value !== "done",
      make: ({ ports }) => {
        ports.emit.connection({ type: "im.connected" });
        ports.emit.page({ type: "page.hidden" });
      },
    },
  },
};

/** Typed identifiers are always correct here, so only an empty one shows an error. */
function ifAddressed(target: string) {
  return ({ context }: SnapshotOf<typeof signInMachine>): string => (isAddressed(context) ? target : STAYS);
}

function isAddressed({ identifierKind, phoneNumber, email }: Form): boolean {
  return (identifierKind === "phone" ? phoneNumber : email) !== "";
}

function addressed({ identifierKind, areaCode, phoneNumber, email }: Form) {
  return identifierKind === "phone" ? { kind: "phone", areaCode, phoneNumber } : { kind: "email", email };
}

function isCodeAvailable(value: SnapshotOf<typeof signInMachine>["value"]): boolean {
  return typeof value === "object" && value.entering.code === "available";
}

/** The wire log masks secrets. */
function proofSent(kind: "password" | "code") {
  return kind === "password" ? { kind, password: "[secret]" } : { kind, code: "[secret]" };
}

type Form = Pick<
  SignInContext,
  "identifierKind" | "proofKind" | "areaCode" | "phoneNumber" | "email" | "error"
>;

const EMPTY: Form = {
  identifierKind: "phone",
  proofKind: "password",
  areaCode: "+86",
  phoneNumber: "",
  email: "",
  error: null,
};

function formAfter(step: Step<typeof signInMachine> | null): Form {
  if (!step) return EMPTY;
  const before: Form = step.before.context;
  const clean = { ...before, error: null };
  const complaining = (field: SignInField, code: SignInError["code"]): Form => ({
    ...before,
    error: { field, code },
  });
  switch (step.label) {
    case "user.chooseIdentifier email":
      return { ...clean, identifierKind: "email" };
    case "user.chooseIdentifier phone":
      return { ...clean, identifierKind: "phone" };
    case "user.chooseProof code":
      return { ...clean, proofKind: "code" };
    case "user.chooseProof password":
      return { ...clean, proofKind: "password" };
    case "user.chooseAreaCode +1":
      return { ...clean, areaCode: "+1" };
    case "user.typePhone":
      return { ...clean, phoneNumber: PHONE };
    case "user.typeEmail":
      return { ...clean, email: EMAIL };
    case "user.typeProof":
      return clean;
    case "user.signInAs":
      return {
        ...clean,
        identifierKind: "phone",
        proofKind: "password",
        areaCode: ALICE.areaCode,
        phoneNumber: ALICE.phoneNumber,
      };
    case "user.requestCode":
    case "user.submit a password":
    case "user.submit a code":
    case "user.submit nothing":
    case "user.submit five digits":
      if (!isAddressed(before))
        return complaining("identifier", before.identifierKind === "phone" ? "phoneInvalid" : "emailInvalid");
      if (step.label === "user.submit five digits") return complaining("proof", "codeInvalid");
      if (step.label === "user.submit nothing")
        return complaining("proof", before.proofKind === "password" ? "passwordMissing" : "codeInvalid");
      return clean;
    case "signIn failed (wrongPassword)":
      return complaining("proof", "wrongPassword");
    case "signIn failed (unknownAccount)":
      return complaining("identifier", "unknownAccount");
    case "signIn failed (network)":
      return complaining("form", "network");
    case "sendCode failed (tooFrequent)":
      return complaining("form", "tooFrequent");
    default:
      return before;
  }
}

function filledIn({ identifierKind, proofKind, areaCode, phoneNumber, email, error }: Form) {
  return { with: [identifierKind, proofKind], typed: [areaCode, phoneNumber, email], error };
}

function fieldsSeen({ identifierKind, proofKind, phoneNumber, email }: Form): string[] {
  return [
    ...(identifierKind === "phone"
      ? ["radio (checked): Phone", `textbox: Phone number = ${phoneNumber}`, "!textbox: Email"]
      : ["radio (checked): Email", `textbox: Email = ${email}`, "!textbox: Phone number"]),
    ...(proofKind === "password"
      ? ["textbox: Password", "!textbox: Verification code"]
      : ["textbox: Verification code", "!textbox: Password"]),
  ];
}

/** A demo user's button: busy while that user signs in, disabled while another one does. */
function faceSeen({ identifierKind, areaCode, phoneNumber }: Form, isSubmitting: boolean): string {
  const isMeant =
    identifierKind === "phone" && areaCode === ALICE.areaCode && phoneNumber === ALICE.phoneNumber;
  return `button${isSubmitting ? (isMeant ? " (busy)" : " (disabled)") : ""}: Sign in as ${ALICE.nickname}`;
}

function complaint(code: string | undefined): string[] {
  const sentences: Record<string, string> = {
    phoneInvalid: "Please enter a correct phone number",
    emailInvalid: "Please enter a correct email",
    passwordMissing: "Please enter your password",
    codeInvalid: "Please enter the 6-digit code",
    wrongPassword: "Password error",
    unknownAccount: "Account does not exist",
    tooFrequent: "Operation too frequent, please try again later",
    network: "No connection, please try again",
  };
  return Object.entries(sentences).map(([one, words]) => `${one === code ? "" : "!"}text: ${words}`);
}

function proofField(stage: Stage): string {
  const flow = childOf(stage.app, "session", "signInFlow");
  return flow?.getSnapshot().context.proofKind === "code" ? "Verification code" : "Password";
}
