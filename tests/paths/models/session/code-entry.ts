import { Secret } from "../../../../machines/domain/secret.ts";
import { codeEntryMachine } from "../../../../machines/session/code-entry.ts";
import {
  type CodeRequest,
  NO_FIELDS,
  type RegistrationError,
} from "../../../../machines/session/registration-form.ts";
import { aWorld, NOON } from "../../../fakes/world.ts";
import { inOrder, press, type } from "../../gestures.ts";
import type { Step } from "../../graph.ts";
import type { ChartModel } from "../../model.ts";
import { find } from "../../screen-expectations.ts";
import { childOf, type Stage } from "../../stage.ts";
import { STAYS } from "../../transition-table.ts";
import { ignoringParent } from "../parents.ts";

const PHONE = "13800000009";
const REQUEST: CodeRequest = {
  purpose: "register",
  identifier: { kind: "phone", areaCode: "+86", phoneNumber: PHONE },
  invitationCode: "",
};
const TARGET = { purpose: REQUEST.purpose, identifier: REQUEST.identifier };

const flowIn = ({ app }: Stage) => childOf(app, "session", "registration");
const entryIn = ({ app }: Stage) => childOf(app, "session", "registration", "codeEntry");

export const codeEntryModel: ChartModel<typeof codeEntryMachine> = {
  chart: "codeEntry",
  machine: codeEntryMachine,
  input: {
    parent: ignoringParent,
    clock: { newID: () => "", now: () => NOON },
    request: REQUEST,
    nextCodeAt: NOON + 60_000,
    error: null,
  },
  events: {
    "user.typeSecret": { type: "user.typeSecret" },
    "user.requestCode": { type: "user.requestCode" },
    "user.submitCode six digits": { type: "user.submitCode", code: new Secret("123456") },
    "user.submitCode five digits": { type: "user.submitCode", code: new Secret("12345") },
  },
  answers: {
    checkCode: { failed: ["wrongCode", "phoneRegistered", "network"] },
    requestCode: { failed: ["tooFrequent"] },
  },
  key: ({ context }) => context.error?.code ?? "",
  phase: ({ context }) => (context.error ? "with an error" : ""),
  // Counts how often the minute between two codes has ended.
  around: {
    start: "0",
    after: (around, label) => (label === "after codeCooldown" ? String(Number(around) + 1) : around),
    key: () => "",
  },
  isRest: ({ value }) => value === "right",

  opens: () => ({ world: aWorld({ signedIn: false }), path: "/getCode?isRegiste=true&isByEmail=false" }),
  begin: async (stage) => {
    await stage.act(() => {
      flowIn(stage)?.send({ type: "user.fillIn", fields: { phoneNumber: PHONE } });
      flowIn(stage)?.send({ type: "user.requestCode" });
    });
    await stage.act(() => stage.ports.resolve("registration.requestCode"));
  },
  actor: (app) => childOf(app, "session", "registration", "codeEntry"),
  calls: { checkCode: "registration.checkCode", requestCode: "registration.requestCode" },
  tells: ["registration <- codeEntry.resent"],
  delays: { codeCooldown: 60_000 },
  press: {
    "user.typeSecret": (event, stage) => {
      const isOne = find("textbox", "Verification code").matches('[value="1"]');
      return type("Verification code", isOne ? "2" : "1")(event, stage);
    },
    "user.requestCode": press("button: Get code"),
    // The sixth digit submits.
    "user.submitCode six digits": inOrder(type("Verification code", ""), type("Verification code", "123456")),
    "user.submitCode five digits": inOrder(type("Verification code", "12345"), press("button: Next")),
  },
  reads: ({ value, context }, { ports }) => ({
    form: typeof value === "object" ? value.entering.form : "",
    post: typeof value === "object" ? value.entering.post : "",
    wait: Math.max(0, context.nextCodeAt - ports.platform.now()),
    error: context.error,
  }),
  rows: {
    "entering.form.editing": ({ step }) => ({
      reads: { form: "editing", error: errorAfter(step) },
      sees: [
        "heading: Enter the code",
        `text: We sent a code to +86 ${PHONE}`,
        "link: Change number",
        "button: Next",
        "textbox: Verification code",
        ...complaint(errorAfter(step)?.code),
      ],
    }),
    "entering.form.verifying": ({ step }) => ({
      asks: [["registration.checkCode", { ...TARGET, code: "[secret]" }]],
      reads: { form: "verifying", error: errorAfter(step) },
      sees: ["button (busy): Next", ...complaint(errorAfter(step)?.code)],
    }),
    "entering.post.available": { reads: { post: "available", wait: 0 }, sees: ["button: Get code"] },
    "entering.post.requesting": {
      asks: [["registration.requestCode", REQUEST]],
      reads: { post: "requesting", wait: 0 },
      sees: ["button (busy): Get code"],
    },
    "entering.post.cooling": {
      reads: { post: "cooling", wait: 60_000 },
      sees: ["button (disabled): Send again in 60 s", "!button: Get code"],
    },
    right: { gone: true, sees: ["heading: Choose a password", "!textbox: Verification code"] },
  },
  leads: {
    "entering.form.editing": {
      "user.typeSecret": STAYS,
      "user.submitCode six digits": "entering.form.verifying",
      "user.submitCode five digits": STAYS,
    },
    "entering.form.verifying": {
      "checkCode done": "right",
      "checkCode failed (wrongCode)": "entering.form.editing",
      "checkCode failed (phoneRegistered)": "entering.form.editing",
      "checkCode failed (network)": "entering.form.editing",
    },
    "entering.post.available": { "user.requestCode": "entering.post.requesting" },
    "entering.post.requesting": {
      "requestCode done": "entering.post.cooling",
      "requestCode failed (tooFrequent)": "entering.post.available",
    },
    "entering.post.cooling": { "after codeCooldown": "entering.post.available" },
    right: {},
  },
  told: ({ label, around }) =>
    label === "requestCode done"
      ? [["registration <- codeEntry.resent", { nextCodeAt: NOON + 60_000 * (Number(around) + 1) }]]
      : [],
  noise: {
    "requesting another code too early": {
      when: ({ value }) => typeof value === "object" && value.entering.post !== "available",
      make: (stage) => entryIn(stage)?.send({ type: "user.requestCode" }),
    },
    "typing and sending during the request": {
      when: ({ value }) => typeof value === "object" && value.entering.form === "verifying",
      make: (stage) => {
        entryIn(stage)?.send({ type: "user.typeSecret" });
        entryIn(stage)?.send({ type: "user.submitCode", code: new Secret("654321") });
      },
    },
  },
};

/** Starts after a reload, when the minute between two codes is over. */
export const codeEntryAfterReloadModel: ChartModel<typeof codeEntryMachine> = {
  ...codeEntryModel,
  input: { ...codeEntryModel.input, nextCodeAt: NOON - 1 },
  opens: () => ({
    world: aWorld({ signedIn: false }),
    path: "/verifyCode",
    answers: {
      "registration.begin": () => ({
        fields: { ...NO_FIELDS, phoneNumber: PHONE },
        codeFor: TARGET,
        nextCodeAt: NOON - 1,
        code: null,
        password: null,
      }),
    },
  }),
  begin: async () => {},
};

function errorAfter(step: Step<typeof codeEntryMachine> | null): RegistrationError | null {
  switch (step?.label) {
    case undefined:
    case "user.typeSecret":
    case "user.requestCode":
    case "user.submitCode six digits":
      return null;
    case "user.submitCode five digits":
      return { field: "code", code: "codeInvalid" };
    case "checkCode failed (wrongCode)":
      return { field: "code", code: "wrongCode" };
    case "checkCode failed (phoneRegistered)":
      return { field: "identifier", code: "phoneRegistered" };
    case "checkCode failed (network)":
      return { field: "form", code: "network" };
    case "requestCode failed (tooFrequent)":
      return { field: "form", code: "tooFrequent" };
    default:
      return step?.before.context.error ?? null;
  }
}

function complaint(code: string | undefined): string[] {
  const sentences: Record<string, string> = {
    codeInvalid: "Please enter the 6-digit code",
    wrongCode: "Incorrect verification code",
    phoneRegistered: "Phone number already registered",
    tooFrequent: "Operation too frequent, please try again later",
    network: "No connection, please try again",
  };
  return [
    ...Object.entries(sentences).map(([one, words]) => `${one === code ? "" : "!"}text: ${words}`),
    `${code === "phoneRegistered" ? "" : "!"}link: Sign in instead`,
  ];
}
