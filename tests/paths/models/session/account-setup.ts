import { Secret } from "../../../../machines/domain/secret.ts";
import { accountSetupMachine } from "../../../../machines/session/account-setup.ts";
import {
  NO_FIELDS,
  type Purpose,
  type RegistrationError,
} from "../../../../machines/session/registration-form.ts";
import { aWorld, ME } from "../../../fakes/world.ts";
import { inOrder, press, type } from "../../gestures.ts";
import type { SnapshotOf, Step } from "../../graph.ts";
import type { ChartModel, Wire } from "../../model.ts";
import { childOf, type Stage } from "../../stage.ts";
import { STAYS } from "../../transition-table.ts";
import { ignoringParent } from "../parents.ts";

const PHONE = "13800000009";
const IDENTIFIER = { kind: "phone", areaCode: "+86", phoneNumber: PHONE } as const;
const FIELDS = { ...NO_FIELDS, phoneNumber: PHONE, invitationCode: " 8F2K " };
const SECRETS = { code: "[secret]", password: "[secret]" };

const at = (path: string) => ({ type: "place.changed", place: { path, search: "" } }) as const;
const choosing = (password: string, confirmation = password) =>
  ({
    type: "user.choosePassword",
    password: new Secret(password),
    confirmation: new Secret(confirmation),
  }) as const;

type Setup = SnapshotOf<typeof accountSetupMachine>;

const isNaming = ({ value }: Setup) => typeof value === "object" && "naming" in value;
const isTryingAt = (path: string, { value, context }: Setup) =>
  value === "tryingPassword" && context.place.path === path;
const isRegistering = ({ context }: Setup) => context.codeFor.purpose === "register";
const setupIn = ({ app }: Stage) => childOf(app, "session", "registration", "accountSetup");

const REQUEST_FAILED = /^(?:register|resetPassword) failed \((\w+)\)$/;
/** What says nothing about an earlier step. */
const isForForm = (code: string) => ["network", "timeout", "tooFrequent"].includes(code);

const RESET_ONLY = "an old account only: the other beginning";
const REGISTER_ONLY = "only a registration asks for a name";

/** A space, a zero-width space and a word joiner. */
const INVISIBLE_NAME = " \u200B\u2060";

export const accountSetupModel = modelOf("register");
export const passwordResetModel = modelOf("reset");

function modelOf(purpose: Purpose): ChartModel<typeof accountSetupMachine> {
  return {
    chart: "accountSetup",
    machine: accountSetupMachine,
    input: {
      parent: ignoringParent,
      place: { path: "/setPassword", search: "" },
      codeFor: { purpose, identifier: IDENTIFIER },
      code: new Secret("123456"),
      password: null,
      fields: FIELDS,
    },
    events: {
      "place.changed back to the password": (snapshot) =>
        isNaming(snapshot) || isTryingAt("/setBaseInfo", snapshot) ? at("/setPassword") : null,
      "place.changed on to the name": (snapshot) =>
        isTryingAt("/setPassword", snapshot) || (typeof snapshot.value === "object" && !isNaming(snapshot))
          ? at("/setBaseInfo")
          : null,
      "user.typeSecret": { type: "user.typeSecret" },
      "user.choosePassword": choosing("abc12345"),
      "user.choosePassword too short": choosing("abc12"),
      "user.choosePassword without a digit": choosing("abcdefgh"),
      "user.choosePassword two different ones": choosing("abc12345", "abc12346"),
      "user.fillIn a name": ({ context }) =>
        context.fields.nickname === "" ? { type: "user.fillIn", fields: { nickname: " Mia " } } : null,
      "user.fillIn spaces": ({ context }) =>
        context.fields.nickname === "" ? { type: "user.fillIn", fields: { nickname: INVISIBLE_NAME } } : null,
      "user.fillIn a man": ({ context }) =>
        context.fields.gender === 2 ? { type: "user.fillIn", fields: { gender: 1 } } : null,
      "user.finish": { type: "user.finish" },
    },
    answers: {
      resetPassword: { failed: ["codeExpired", "network", "timeout", "tooFrequent"] },
      signIn: { failed: ["network", "wrongPassword"] },
      register: {
        failed: ["phoneRegistered", "invitationUnknown", "codeUsed", "network", "timeout", "tooFrequent"],
      },
    },
    around: {
      start: "",
      after: (around, label) => {
        const [, failed] = REQUEST_FAILED.exec(label) ?? [];
        if (!failed) return around;
        if (failed === "network" || failed === "timeout") return "unanswered";
        return around.startsWith("unanswered") && !isForForm(failed) ? `unanswered, then ${failed}` : around;
      },
    },
    key: ({ context }) =>
      [
        context.place.path,
        context.error?.code,
        context.fields.nickname,
        context.fields.gender,
        context.password === null,
        context.isUnanswered,
      ].join(),
    replies(label, snapshot) {
      if (label === "user.choosePassword" && isRegistering(snapshot)) return [at("/setBaseInfo")];
      const isTooFar = label === "place.changed on to the name" && !isNaming(snapshot);
      return isTooFar ? [at("/setPassword")] : [];
    },
    isRest: ({ status }) => status === "done",

    opens: () => ({
      world: aWorld({ signedIn: false }),
      path: `/getCode?isRegiste=${purpose === "register"}&isByEmail=false`,
    }),
    begin: async (stage) => {
      const flow = childOf(stage.app, "session", "registration");
      stage.ports.answer("credentials.read", () => ({ userID: ME }));
      const fields = { phoneNumber: PHONE, invitationCode: FIELDS.invitationCode };
      await stage.act(() => flow?.send({ type: "user.fillIn", fields }));
      await stage.act(() => flow?.send({ type: "user.requestCode" }));
      await stage.act(() =>
        childOf(stage.app, "session", "registration", "codeEntry")?.send({
          type: "user.submitCode",
          code: new Secret("123456"),
        }),
      );
    },
    actor: (app) => childOf(app, "session", "registration", "accountSetup"),
    calls: {
      resetPassword: "registration.resetPassword",
      signIn: "account.signIn",
      register: "registration.register",
    },
    tells: ["registration <- accountSetup.filledIn", "navigation <- navigation.go"],
    stimuli: {
      "place.changed back to the password": ({ ports }) => ports.browserBack(),
      "place.changed on to the name": ({ ports }) => ports.visit("/setBaseInfo"),
    },
    press: {
      "place.changed back to the password": press("button: Back"),
      "user.typeSecret": inOrder(type("Password", "a"), type("Password", "ab")),
      "user.choosePassword": chooseByHand("abc12345"),
      "user.choosePassword too short": chooseByHand("abc12"),
      "user.choosePassword without a digit": chooseByHand("abcdefgh"),
      "user.choosePassword two different ones": chooseByHand("abc12345", "abc12346"),
      "user.fillIn a name": type("Name", " Mia "),
      "user.fillIn spaces": type("Name", INVISIBLE_NAME),
      "user.fillIn a man": press("radio: Male"),
      "user.finish": press("button: Finish"),
    },
    reads: ({ value, context }) => ({
      is: value,
      at: context.place.path,
      hasPassword: context.password !== null,
      name: context.fields.nickname,
      gender: context.fields.gender,
      error: context.error,
    }),
    rows: {
      "choosing.editing": ({ step }) => ({
        reads: { is: { choosing: "editing" }, ...after(step) },
        sees: [
          `heading: Choose a ${purpose === "reset" ? "new " : ""}password`,
          "textbox: Password",
          "textbox: Confirm password",
          ...complaint(after(step).error, "password", "confirmation", "form"),
        ],
      }),
      "choosing.resetting": ({ step }) => ({
        asks: [["registration.resetPassword", { identifier: IDENTIFIER, ...SECRETS }]],
        reads: { is: { choosing: "resetting" }, ...after(step) },
      }),
      "choosing.signingIn": ({ step }) => ({
        asks: [
          [
            "account.signIn",
            { identifier: IDENTIFIER, proof: { kind: "password", password: SECRETS.password } },
          ],
        ],
        reads: { is: { choosing: "signingIn" }, ...after(step) },
      }),
      "naming.editing": ({ step }) => ({
        reads: { is: { naming: "editing" }, ...after(step) },
        sees: [
          "heading: About you",
          `textbox: Name = ${after(step).name}`,
          `radio (checked): ${after(step).gender === 1 ? "Male" : "Prefer not to say"}`,
          "button: Finish",
          ...complaint(after(step).error, "nickname", "form"),
        ],
      }),
      "naming.registering": ({ step }) => ({
        asks: [
          [
            "registration.register",
            {
              identifier: IDENTIFIER,
              ...SECRETS,
              invitationCode: "8F2K",
              nickname: "Mia",
              gender: after(step).gender,
              birth: null,
            },
          ],
        ],
        reads: { is: { naming: "registering" }, ...after(step) },
        sees: ["button (busy): Finish"],
      }),
      tryingPassword: ({ step }) => ({
        asks: [
          [
            "account.signIn",
            { identifier: IDENTIFIER, proof: { kind: "password", password: SECRETS.password } },
          ],
        ],
        reads: { is: "tryingPassword", ...after(step) },
        sees: ["button (busy): Finish"],
      }),
      signedIn: { gone: true, sees: ["list: Chat list", "!button: Finish"] },
      changed: { gone: true },
      refused: ({ step }) => ({ gone: true, sees: seenWhenRefused(refusalIn(step)) }),
    },
    leads: {
      "choosing.*": {
        "place.changed on to the name": (snapshot) =>
          isRegistering(snapshot) && snapshot.context.password ? "naming.editing" : "choosing.editing",
      },
      "choosing.editing": {
        "user.typeSecret": STAYS,
        "user.choosePassword": (snapshot) => (isRegistering(snapshot) ? STAYS : "choosing.resetting"),
        "user.choosePassword too short": STAYS,
        "user.choosePassword without a digit": STAYS,
        "user.choosePassword two different ones": STAYS,
      },
      "choosing.resetting": {
        "resetPassword done": "choosing.signingIn",
        "resetPassword failed (codeExpired)": orTryPassword,
        "resetPassword failed (network)": "choosing.editing",
        "resetPassword failed (timeout)": "choosing.editing",
        "resetPassword failed (tooFrequent)": "choosing.editing",
      },
      "choosing.signingIn": {
        "signIn done": "signedIn",
        "signIn failed (network)": "changed",
        "signIn failed (wrongPassword)": "changed",
      },
      "naming.*": { "place.changed back to the password": "choosing.editing" },
      "naming.editing": {
        "user.fillIn a name": STAYS,
        "user.fillIn spaces": STAYS,
        "user.fillIn a man": STAYS,
        "user.finish": ({ context }) =>
          context.fields.nickname.includes("Mia") ? "naming.registering" : STAYS,
      },
      "naming.registering": {
        "register done": "signedIn",
        "register failed (phoneRegistered)": orTryPassword,
        "register failed (invitationUnknown)": orTryPassword,
        "register failed (codeUsed)": orTryPassword,
        "register failed (network)": "naming.editing",
        "register failed (timeout)": "naming.editing",
        "register failed (tooFrequent)": "naming.editing",
      },
      tryingPassword: {
        "place.changed back to the password": "choosing.editing",
        "place.changed on to the name": "choosing.editing",
        "signIn done": "signedIn",
        "signIn failed (network)": (snapshot) =>
          isTryingAt("/setBaseInfo", snapshot) ? "naming.editing" : "choosing.editing",
        "signIn failed (wrongPassword)": "refused",
      },
      signedIn: {},
      changed: {},
      refused: {},
    },
    told: (step): readonly Wire[] => {
      const {
        label,
        before,
        after: { context, value },
      } = step;
      const go = (to: string, replace?: true): Wire => [
        "navigation <- navigation.go",
        { to, ...(replace ? { replace } : {}) },
      ];
      if (label.startsWith("user.fillIn"))
        return [["registration <- accountSetup.filledIn", { fields: context.fields }]];
      if (label === "user.choosePassword" && purpose === "register") return [go("/setBaseInfo")];
      const isAhead = typeof value === "object" && "naming" in value;
      if (label === "place.changed on to the name" && !isAhead) return [go("/setPassword", true)];
      if (value === "changed") return [go("/login")];
      if (value !== "refused" || before.status !== "active") return [];
      return [
        go(refusalIn(step).startsWith("code") ? "/verifyCode" : "/getCode?isRegiste=true&isByEmail=false"),
      ];
    },
    noise: {
      "pressing and typing during the request": {
        when: ({ value, status }) =>
          status === "active" && !(typeof value === "object" && Object.values(value).includes("editing")),
        make: (stage) => {
          setupIn(stage)?.send({ type: "user.finish" });
          setupIn(stage)?.send(choosing("other123"));
          setupIn(stage)?.send({ type: "user.fillIn", fields: { nickname: "Nobody" } });
          setupIn(stage)?.send({ type: "user.typeSecret" });
        },
      },
      "connection events": {
        when: ({ status }) => status === "active",
        make: ({ ports }) => ports.emit.page({ type: "page.hidden" }),
      },
    },
    unreachable:
      purpose === "register"
        ? { "choosing.resetting": RESET_ONLY, "choosing.signingIn": RESET_ONLY, changed: RESET_ONLY }
        : { "naming.editing": REGISTER_ONLY, "naming.registering": REGISTER_ONLY },
  };
}

interface Standing {
  at: string;
  hasPassword: boolean;
  name: string;
  gender: number;
  error: RegistrationError | null;
}

function after(step: Step<typeof accountSetupMachine> | null): Standing {
  if (!step) return { at: "/setPassword", hasPassword: false, name: "", gender: 2, error: null };
  const { place, password, fields, error } = step.before.context;
  const is: Standing = {
    at: place.path,
    hasPassword: password !== null,
    name: fields.nickname,
    gender: fields.gender,
    error,
  };
  const wrong = (field: RegistrationError["field"], code: RegistrationError["code"]): Standing => ({
    ...is,
    error: { field, code },
  });
  const isRegistration = step.before.context.codeFor.purpose === "register";
  switch (step.label) {
    case "place.changed back to the password":
      return { ...is, at: "/setPassword" };
    case "place.changed on to the name":
      return { ...is, at: isRegistration && is.hasPassword ? "/setBaseInfo" : "/setPassword" };
    case "user.typeSecret":
      return { ...is, error: null };
    case "user.choosePassword":
      return { ...is, hasPassword: true, error: null, at: isRegistration ? "/setBaseInfo" : is.at };
    case "user.choosePassword too short":
    case "user.choosePassword without a digit":
      return wrong("password", "passwordFormat");
    case "user.choosePassword two different ones":
      return wrong("confirmation", "passwordMismatch");
    case "user.fillIn a name":
      return { ...is, name: " Mia ", error: null };
    case "user.fillIn spaces":
      return { ...is, name: INVISIBLE_NAME, error: null };
    case "user.fillIn a man":
      return { ...is, gender: 1, error: null };
    case "user.finish":
      return !is.name.includes("Mia") ? wrong("nickname", "empty") : { ...is, error: null };
    case "signIn failed (network)":
      return wrong("form", "network");
    default:
      return { ...is, error: failureIn(step.label) ?? error };
  }
}

function failureIn(label: string): RegistrationError | null {
  const [, failed = ""] = REQUEST_FAILED.exec(label) ?? [];
  switch (failed) {
    case "network":
    case "timeout":
    case "tooFrequent":
      return { field: "form", code: failed };
    case "codeExpired":
    case "codeUsed":
      return { field: "code", code: failed };
    case "phoneRegistered":
      return { field: "identifier", code: failed };
    case "invitationUnknown":
      return { field: "invitation", code: failed };
    default:
      return null;
  }
}

/** A refusal after a request without an answer leads to a sign-in. */
function orTryPassword(_: Setup, around: string): string {
  return around.startsWith("unanswered") ? "tryingPassword" : "refused";
}

/** Returns the code of the server's refusal: that of this step, or that from before the sign-in. */
function refusalIn(step: Step<typeof accountSetupMachine> | null): string {
  const [, failed] = REQUEST_FAILED.exec(step?.label ?? "") ?? [];
  return failed ?? step?.around.replace("unanswered, then ", "") ?? "";
}

function chooseByHand(password: string, confirmation = password) {
  return inOrder(type("Password", password), type("Confirm password", confirmation), press("button: Next"));
}

function seenWhenRefused(code: string): string[] {
  if (code === "codeUsed") return ["heading: Enter the code", "text: Verification code already used"];
  const sentence =
    code === "phoneRegistered"
      ? "text: Phone number already registered"
      : "text: Invitation code does not exist";
  return ["heading: Create account", `textbox: Phone number = ${PHONE}`, sentence];
}

function complaint(error: RegistrationError | null, ...fields: RegistrationError["field"][]): string[] {
  const code = error && fields.includes(error.field) ? error.code : null;
  const sentences: Record<string, string> = {
    passwordFormat: "Incorrect password format",
    passwordMismatch: "The passwords do not match",
    empty: "Content cannot be empty",
    network: "No connection, please try again",
    timeout: "No answer from the server, please try again",
    tooFrequent: "Operation too frequent, please try again later",
  };
  return Object.entries(sentences).map(([one, words]) => `${one === code ? "" : "!"}text: ${words}`);
}
