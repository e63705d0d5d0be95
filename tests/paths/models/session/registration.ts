import { Failure, type FailureCode } from "../../../../machines/domain/failure.ts";
import type { Place } from "../../../../machines/domain/route.ts";
import { Secret } from "../../../../machines/domain/secret.ts";
import type { AccountSetupOutput } from "../../../../machines/session/account-setup.ts";
import { registrationMachine } from "../../../../machines/session/registration.ts";
import {
  codeRequestIn,
  NO_FIELDS,
  type RegistrationError,
  type RegistrationStart,
} from "../../../../machines/session/registration-form.ts";
import type { CallName } from "../../../fakes/calls.ts";
import { aWorld, ME, NOON } from "../../../fakes/world.ts";
import { press, type } from "../../gestures.ts";
import type { SnapshotOf, Step } from "../../graph.ts";
import type { ChartModel, Wire } from "../../model.ts";
import { childOf, type Stage } from "../../stage.ts";
import { STAYS } from "../../transition-table.ts";
import { chartsDoNotFail, helpersDoNotFail } from "../excuses.ts";

const PHONE = "13800000009";
const IDENTIFIER = { kind: "phone", areaCode: "+86", phoneNumber: PHONE } as const;
const CODE = new Secret("123456");

/** Stored in the tab earlier, with a requested code. */
const DRAFT: RegistrationStart = {
  fields: { ...NO_FIELDS, phoneNumber: PHONE },
  codeFor: { purpose: "register", identifier: IDENTIFIER },
  nextCodeAt: NOON + 60_000,
  code: null,
  password: null,
};
/** Data in the address that the page was opened at. */
const GIVEN: RegistrationStart = { ...DRAFT, nextCodeAt: 0, code: CODE, password: new Secret("abc12345") };

const LOGIN = place("/login");
const REGISTER = place("/getCode", "isRegiste=true&isByEmail=false");
const RESET = place("/getCode", "isRegiste=false&isByEmail=false");
const REGISTER_BY_EMAIL = place("/getCode", "isRegiste=true&isByEmail=true");
const CHECK = place("/verifyCode");
const CHOOSE = place("/setPassword");
const NAME = place("/setBaseInfo");

const SIGNED_IN: AccountSetupOutput = { end: "signedIn", error: null };
const CHANGED: AccountSetupOutput = { end: "changed", error: null };
const CODE_USED: AccountSetupOutput = { end: "refused", error: { field: "code", code: "codeUsed" } };
const TAKEN: AccountSetupOutput = {
  end: "refused",
  error: { field: "identifier", code: "phoneRegistered" },
};

const LATER = NOON + 120_000;
const CHOICE = {
  type: "user.choosePassword",
  password: new Secret("abc12345"),
  confirmation: new Secret("abc12345"),
} as const;

const PLACES: Readonly<Record<string, Place>> = {
  "place.changed to the form": LOGIN,
  "place.changed to a new account": REGISTER,
  "place.changed to a new account, by email": REGISTER_BY_EMAIL,
  "place.changed to a new password": RESET,
  "place.changed to the code": CHECK,
  "place.changed to the password": CHOOSE,
  "place.changed to the name": NAME,
};
const STARTS: Readonly<Record<string, RegistrationStart | null>> = {
  "begin done (nothing)": null,
  "begin done (a draft)": DRAFT,
  "begin done (an address)": GIVEN,
  "begin failed (unknown)": null,
};

type Registration = SnapshotOf<typeof registrationMachine>;

const flowIn = ({ app }: Stage) => childOf(app, "session", "registration");
const entryIn = ({ app }: Stage) => childOf(app, "session", "registration", "codeEntry");
const setupIn = ({ app }: Stage) => childOf(app, "session", "registration", "accountSetup");

export const registrationModel: ChartModel<typeof registrationMachine> = {
  chart: "registration",
  machine: registrationMachine,
  input: { clock: { newID: () => "", now: () => NOON }, place: LOGIN },
  events: {
    "place.changed to the form": moved(LOGIN),
    "place.changed to a new account": moved(REGISTER),
    "place.changed to a new account, by email": moved(REGISTER_BY_EMAIL),
    "place.changed to a new password": moved(RESET),
    "place.changed to the code": moved(CHECK),
    "place.changed to the password": moved(CHOOSE),
    "place.changed to the name": moved(NAME),
    "user.fillIn": ({ context }) =>
      context.fields.phoneNumber === "" && context.place.search !== REGISTER_BY_EMAIL.search
        ? { type: "user.fillIn", fields: { phoneNumber: PHONE } }
        : null,
    "user.requestCode": { type: "user.requestCode" },
    "codeEntry.resent": ({ value, context }) =>
      value === "checking" && context.nextCodeAt !== LATER
        ? { type: "codeEntry.resent", nextCodeAt: LATER }
        : null,
    "accountSetup.filledIn": ({ context, value }) =>
      value === "proven" && isAt(context, NAME) && context.fields.nickname === ""
        ? { type: "accountSetup.filledIn", fields: { ...context.fields, nickname: "Mia" } }
        : null,
  },
  answers: {
    begin: {
      done: { nothing: () => null, "a draft": () => DRAFT, "an address": () => GIVEN },
      failed: ["unknown"],
    },
    requestCode: { failed: ["unknownAccount", "invitationUnknown", "tooFrequent"] },
    codeEntry: { done: { "": () => ({ code: CODE }) } },
    accountSetup: {
      done: {
        "signed in": () => SIGNED_IN,
        changed: () => CHANGED,
        "code used": () => CODE_USED,
        "number taken": () => TAKEN,
      },
    },
  },
  key: ({ context }) =>
    [
      addressOf(context.place),
      context.fields.phoneNumber,
      context.fields.nickname,
      context.codeFor?.purpose,
      context.nextCodeAt,
      context.code === null,
      context.password === null,
      context.error?.code,
    ].join(),
  // "proven" while the user chooses a password, which leads to the name.
  around: { start: "", after: (_around, _label, { value }) => (value === "proven" ? "proven" : "") },
  replies: (label, snapshot, around) => wayAfter(label, snapshot, around).map(({ to }) => changedTo(to)),
  cannot(label, _around, { context }) {
    if (!label.startsWith("accountSetup done")) return false;
    // A new account needs a name; a new password does not.
    if (!isNew(context)) return !isAt(context, CHOOSE) || label === "accountSetup done (number taken)";
    const isReady = isAt(context, NAME) && context.fields.nickname !== "";
    return !isReady || label === "accountSetup done (changed)";
  },
  isRest: ({ value }) => value === "done",

  opens: () => ({ world: aWorld({ signedIn: false }), path: "/login" }),
  begin: async ({ ports }) => ports.answer("credentials.read", () => ({ userID: ME })),
  actor: (app) => childOf(app, "session", "registration"),
  calls: { begin: "registration.begin", requestCode: "registration.requestCode" },
  tells: ["registration.keep", "navigation <- navigation.go", "toasts <- toast.add"],
  logged: ["begin"],
  stimuli: {
    "place.changed to the form": visit(LOGIN),
    "place.changed to a new account": visit(REGISTER),
    "place.changed to a new account, by email": visit(REGISTER_BY_EMAIL),
    "place.changed to a new password": visit(RESET),
    "place.changed to the code": visit(CHECK),
    "place.changed to the password": visit(CHOOSE),
    "place.changed to the name": (stage) => {
      const setup = setupIn(stage);
      if (setup?.getSnapshot().context.codeFor.purpose === "register") setup.send(CHOICE);
      else stage.ports.visit(NAME.path);
    },
    // The minute before it belongs to the model of the other chart.
    "codeEntry.resent": (stage, event) => flowIn(stage)?.send(event),
    "codeEntry done": (stage) => entryIn(stage)?.send({ type: "user.submitCode", code: CODE }),
    "accountSetup.filledIn": (stage) =>
      setupIn(stage)?.send({ type: "user.fillIn", fields: { nickname: "Mia" } }),
    "accountSetup done (signed in)": (stage) => endSetup(stage),
    "accountSetup done (changed)": (stage) => endSetup(stage, ["account.signIn"], "network"),
    "accountSetup done (code used)": (stage) =>
      endSetup(stage, ["registration.resetPassword", "registration.register"], "codeUsed"),
    "accountSetup done (number taken)": (stage) =>
      endSetup(stage, ["registration.register"], "phoneRegistered"),
  },
  press: {
    "user.fillIn": type("Phone number", PHONE),
    "user.requestCode": press("button: Get code"),
  },
  // At the sign-in form a link carries the text along: tests/ui/screens/registration.test.tsx.
  pressable: (label, { value }) => label !== "user.fillIn" || value !== "away",
  reads: ({ value, context: { place, fields, codeFor, nextCodeAt, code, password, error } }) => ({
    is: value,
    ...standing({ place, fields, codeFor, nextCodeAt, code, password, error }),
  }),
  rows: {
    beginning: ({ step }) => ({
      asks: ["registration.begin"],
      reads: { is: "beginning", ...after(step) },
    }),
    away: ({ step }) => ({ reads: { is: "away", ...after(step) }, sees: ["button: Sign in"] }),
    "asking.editing": ({ step, snapshot: { context } }) => ({
      reads: { is: { asking: "editing" }, ...after(step) },
      sees: [
        `heading: ${isAt(context, RESET) ? "Forgot password" : "Create account"}`,
        isAt(context, REGISTER_BY_EMAIL)
          ? "textbox: Email = "
          : `textbox: Phone number = ${context.fields.phoneNumber}`,
        `${isAt(context, RESET) ? "!" : ""}textbox: Invitation code`,
        "button: Get code",
        "link: Back to sign in",
        ...complaint(after(step).error),
      ],
    }),
    "asking.sending": ({ step }) => ({
      asks: [
        [
          "registration.requestCode",
          {
            identifier: IDENTIFIER,
            purpose: after(step).at === addressOf(RESET) ? "reset" : "register",
            invitationCode: "",
          },
        ],
      ],
      reads: { is: { asking: "sending" }, ...after(step) },
      sees: ["button (busy): Get code"],
    }),
    checking: ({ step }) => ({
      reads: { is: "checking", ...after(step) },
      sees: ["heading: Enter the code", "textbox: Verification code"],
    }),
    proven: ({ step }) => ({
      reads: { is: "proven", ...after(step) },
      sees: [
        after(step).at === NAME.path
          ? "heading: About you"
          : `heading: Choose a ${after(step).sentFor === "reset" ? "new " : ""}password`,
      ],
    }),
    moving: {},
    done: { gone: true, sees: ["list: Chat list"] },
  },
  leads: {
    beginning: {
      "place.changed to the form": STAYS,
      "place.changed to a new account": STAYS,
      "place.changed to a new account, by email": STAYS,
      "place.changed to a new password": STAYS,
      "place.changed to the code": STAYS,
      "place.changed to the password": STAYS,
      "place.changed to the name": STAYS,
      "begin done (nothing)": ({ context }) => stepAt(context.place, null),
      "begin done (a draft)": ({ context }) => stepAt(context.place, DRAFT),
      "begin done (an address)": ({ context }) => stepAt(context.place, GIVEN),
      "begin failed (unknown)": ({ context }) => stepAt(context.place, null),
    },
    "*": {
      "place.changed to the form": "away",
      "place.changed to a new account": "asking.editing",
      "place.changed to a new account, by email": "asking.editing",
      "place.changed to a new password": "asking.editing",
      "place.changed to the code": ({ context }) => stepAt(CHECK, context),
      "place.changed to the password": ({ context }) => stepAt(CHOOSE, context),
      "place.changed to the name": ({ context }) => stepAt(NAME, context),
    },
    away: { "user.fillIn": STAYS },
    "asking.editing": {
      "user.fillIn": STAYS,
      "user.requestCode": ({ context }) => (isSendable(context) ? "asking.sending" : STAYS),
    },
    "asking.sending": {
      "requestCode done": "moving",
      "requestCode failed (unknownAccount)": "asking.editing",
      "requestCode failed (invitationUnknown)": "asking.editing",
      "requestCode failed (tooFrequent)": "asking.editing",
    },
    checking: { "codeEntry.resent": STAYS, "codeEntry done": "moving" },
    proven: {
      "place.changed to the password": STAYS,
      "place.changed to the name": STAYS,
      "accountSetup.filledIn": STAYS,
      "accountSetup done (signed in)": "done",
      "accountSetup done (changed)": "away",
      "accountSetup done (code used)": "moving",
      "accountSetup done (number taken)": "moving",
    },
    moving: {},
    done: {},
  },
  told: ({ label, before, after: { context }, aroundBefore }): readonly Wire[] => {
    const { fields, codeFor, nextCodeAt } = context;
    const isKept = ["user.fillIn", "accountSetup.filledIn", "requestCode done", "codeEntry.resent"].includes(
      label,
    );
    const way = wayAfter(label, before, aroundBefore);
    const isChosen =
      label === "place.changed to the name" && aroundBefore === "proven" && isNew(before.context);
    const said: readonly Way[] = isChosen ? [{ to: NAME, isDetour: false }] : way;
    const toast = way.some(({ to, isDetour }) => isDetour && to === LOGIN)
      ? { tone: "error", key: "registrationLost" }
      : label === "accountSetup done (changed)" && { tone: "info", key: "passwordChanged" };
    return [
      ...(isKept ? [["registration.keep", { fields, codeFor, nextCodeAt }] as const] : []),
      ...said.map(
        ({ to, isDetour }): Wire => [
          "navigation <- navigation.go",
          { to: addressOf(to), ...(isDetour ? { replace: true } : {}) },
        ],
      ),
      ...(toast ? [["toasts <- toast.add", { toast }] as const] : []),
    ];
  },
  unreachable: { moving: "the place it waits for comes in the same step" },
  excused: {
    ...helpersDoNotFail("draftKeeper"),
    ...chartsDoNotFail("codeEntry", "accountSetup"),
  },
};

interface Way {
  to: Place;
  isDetour: boolean;
}

type Progress = Pick<RegistrationStart, "codeFor" | "code" | "password"> | null;

function wayAfter(label: string, { value, context }: Registration, around: string): readonly Way[] {
  const on = (to: Place): Way[] => [{ to, isDetour: false }];
  const wanted = PLACES[label];
  if (wanted) return value === "beginning" ? [] : detour(wanted, context, around);
  const start = STARTS[label];
  if (start !== undefined) return detour(context.place, start, around);
  switch (label) {
    case "user.requestCode":
      return isOnItsWay(context) ? on(CHECK) : [];
    case "requestCode done":
    case "accountSetup done (code used)":
      return on(CHECK);
    case "codeEntry done":
      return on(CHOOSE);
    case "accountSetup done (changed)":
      return on(LOGIN);
    case "accountSetup done (number taken)":
      return on(REGISTER);
    default:
      return [];
  }
}

/** No step without a requested code, no password without a right code, no name without a password. */
function detour(wanted: Place, progress: Progress, around: string): readonly Way[] {
  const to = (place: Place): Way[] => [{ to: place, isDetour: true }];
  if (![CHECK, CHOOSE, NAME].includes(wanted)) return [];
  if (!progress?.codeFor) return to(LOGIN);
  if (wanted === CHECK) return [];
  if (!progress.code) return to(CHECK);
  const canBeNamed =
    progress.codeFor.purpose === "register" && (around === "proven" || progress.password !== null);
  return wanted === CHOOSE || canBeNamed ? [] : to(CHOOSE);
}

function stepAt(there: Place, progress: Progress): string {
  if (there === LOGIN) return "away";
  if (there.path === "/getCode") return "asking.editing";
  if (!progress?.codeFor) return "away";
  return there === CHECK || !progress.code ? "checking" : "proven";
}

interface Standing {
  at: string;
  phone: string;
  nickname: string;
  sentFor: string | null;
  nextCodeAt: number;
  hasCode: boolean;
  /** A password in the address, which belongs to the code beside it. */
  hasPassword: boolean;
  error: RegistrationError | null;
}

type Context = Registration["context"];

function standing(
  is: Pick<Context, "place" | "fields" | "codeFor" | "nextCodeAt" | "code" | "password" | "error">,
): Standing {
  return {
    at: addressOf(is.place),
    phone: is.fields.phoneNumber,
    nickname: is.fields.nickname,
    sentFor: is.codeFor?.purpose ?? null,
    nextCodeAt: is.nextCodeAt,
    hasCode: is.code !== null,
    hasPassword: is.password !== null,
    error: is.error,
  };
}

function after(step: Step<typeof registrationMachine> | null): Standing {
  if (!step)
    return standing({ ...DRAFT, fields: NO_FIELDS, codeFor: null, nextCodeAt: 0, place: LOGIN, error: null });
  const { label, before, aroundBefore } = step;
  const { context } = before;
  const way = wayAfter(label, before, aroundBefore);
  const at = addressOf(way.at(-1)?.to ?? PLACES[label] ?? context.place);
  const is: Standing = { ...standing(context), at };
  const start = STARTS[label];
  if (start) return { ...standing({ ...context, ...start }), at };
  switch (label) {
    case "user.fillIn":
      return { ...is, phone: PHONE, error: null };
    case "user.requestCode":
      if (is.at === addressOf(REGISTER_BY_EMAIL))
        return { ...is, error: { field: "identifier", code: "emailInvalid" } };
      return { ...is, error: is.phone === "" ? { field: "identifier", code: "phoneInvalid" } : null };
    case "requestCode done": {
      const sentFor = codeRequestIn(context.place).purpose;
      return { ...is, sentFor, nextCodeAt: NOON + 60_000, hasCode: false, hasPassword: false };
    }
    case "requestCode failed (unknownAccount)":
      return { ...is, error: { field: "identifier", code: "unknownAccount" } };
    // The user gave no invitation code, so the form asks for it (5-20).
    case "requestCode failed (invitationUnknown)":
      return { ...is, error: { field: "invitation", code: "invitationCode" } };
    case "requestCode failed (tooFrequent)":
      return { ...is, error: { field: "form", code: "tooFrequent" } };
    case "codeEntry.resent":
      return { ...is, nextCodeAt: LATER };
    case "codeEntry done":
      return { ...is, hasCode: true, error: null };
    case "accountSetup.filledIn":
      return { ...is, nickname: "Mia", error: null };
    case "accountSetup done (changed)":
      return { ...is, sentFor: null, nextCodeAt: 0, hasCode: false, hasPassword: false };
    case "accountSetup done (code used)":
      return { ...is, hasCode: false, error: CODE_USED.error };
    case "accountSetup done (number taken)":
      return { ...is, error: TAKEN.error };
    default:
      return is;
  }
}

function isOnItsWay({ place, fields, codeFor, nextCodeAt }: Context): boolean {
  const { purpose, identifierKind } = codeRequestIn(place);
  const isSame = codeFor?.purpose === purpose && identifierKind === "phone" && fields.phoneNumber === PHONE;
  return isSame && nextCodeAt > NOON;
}

function isSendable(context: Context): boolean {
  const isTyped =
    codeRequestIn(context.place).identifierKind === "phone" && context.fields.phoneNumber !== "";
  return isTyped && !isOnItsWay(context);
}

function isNew({ codeFor }: Context): boolean {
  return codeFor?.purpose === "register";
}

function isAt({ place }: Context, there: Place): boolean {
  return addressOf(place) === addressOf(there);
}

function place(path: string, search = ""): Place {
  return { path, search };
}

function addressOf({ path, search }: Place): string {
  return search === "" ? path : `${path}?${search}`;
}

function changedTo(there: Place) {
  return { type: "place.changed", place: there } as const;
}

function moved(there: Place) {
  return ({ context, status }: Registration) =>
    isAt(context, there) || status !== "active" ? null : changedTo(there);
}

function visit(there: Place) {
  return ({ ports }: Stage) => ports.visit(addressOf(there));
}

const LAST_CALLS = ["registration.register", "registration.resetPassword", "account.signIn"] as const;

function endSetup(stage: Stage, refused: readonly CallName[] = [], code: FailureCode = "unknown"): void {
  for (const call of LAST_CALLS)
    stage.ports.answer(call, () => {
      if (refused.includes(call)) throw new Failure(code);
    });
  const setup = setupIn(stage);
  setup?.send(setup.getSnapshot().context.codeFor.purpose === "register" ? { type: "user.finish" } : CHOICE);
}

function complaint(error: RegistrationError | null): string[] {
  const sentences: Record<string, string> = {
    phoneInvalid: "Please enter a correct phone number",
    emailInvalid: "Please enter a correct email",
    unknownAccount: "Account does not exist",
    invitationCode: "Please enter an invitation code",
    tooFrequent: "Operation too frequent, please try again later",
    phoneRegistered: "Phone number already registered",
  };
  return [
    ...Object.entries(sentences)
      .filter(([code]) => code !== "invitationCode" || error?.code !== code)
      .map(([code, words]) => `${code === error?.code ? "" : "!"}text: ${words}`),
    `${error?.code === "phoneRegistered" ? "" : "!"}link: Sign in instead`,
  ];
}
