import { Secret } from "../../../../machines/domain/secret.ts";
import { passwordChangeMachine } from "../../../../machines/session/password-change.ts";
import { aWorld, ME } from "../../../fakes/world.ts";
import { inOrder, press, type } from "../../gestures.ts";
import type { SnapshotOf } from "../../graph.ts";
import type { ChartModel, Moment, Wire } from "../../model.ts";
import { childOf, type Stage } from "../../stage.ts";
import { STAYS } from "../../transition-table.ts";

const OLD = "parley2026";
const NEW = "parley2027";

const TYPED: Readonly<Record<string, readonly [current: string, password: string, confirmation: string]>> = {
  "user.changePassword": [OLD, NEW, NEW],
  "user.changePassword without the current one": ["", NEW, NEW],
  "user.changePassword too short": [OLD, "ab1", "ab1"],
  "user.changePassword to the current one": [OLD, OLD, OLD],
  "user.changePassword typed otherwise": [OLD, NEW, `${NEW}8`],
};

const FAULTS: Readonly<Record<string, readonly [field: string, code: string, sentence: string]>> = {
  "user.changePassword without the current one": ["current", "passwordMissing", "Please enter your password"],
  "user.changePassword too short": ["password", "passwordFormat", "Incorrect password format"],
  "user.changePassword to the current one": [
    "password",
    "passwordUnchanged",
    "Must differ from the current password",
  ],
  "user.changePassword typed otherwise": ["confirmation", "passwordMismatch", "The passwords do not match"],
  "changePassword failed (wrongPassword)": ["current", "wrongPassword", "Password error"],
  "changePassword failed (unknown)": ["form", "unknown", "Operation failed"],
  "changePassword failed (network)": ["form", "network", "No connection, please try again"],
  "changePassword failed (timeout)": ["form", "timeout", "No answer from the server, please try again"],
};

const FIELDS = ["Current password", "New password", "Confirm new password"] as const;

export const passwordChangeModel: ChartModel<typeof passwordChangeMachine> = {
  chart: "passwordChange",
  machine: passwordChangeMachine,
  input: { userID: ME },
  events: {
    "user.typeSecret": { type: "user.typeSecret" },
    ...Object.fromEntries(
      Object.entries(TYPED).map(([label, [current, password, confirmation]]) => [
        label,
        {
          type: "user.changePassword",
          current: new Secret(current),
          password: new Secret(password),
          confirmation: new Secret(confirmation),
        } as const,
      ]),
    ),
  },
  answers: {
    changePassword: {
      done: { "": () => undefined },
      failed: ["wrongPassword", "unknown", "network", "timeout"],
    },
  },
  key: ({ context: { passwords, error } }) => [passwords !== null, error?.field, error?.code].join(),
  // The last label that showed or cleared an error.
  around: { start: "", after: faultAfter },
  isRest: ({ value }) => value !== "saving",

  opens: () => ({
    world: aWorld(),
    path: "/changePassword",
    answers: { "im.loginStatus": () => "loggedIn" },
  }),
  // Other models test what follows the change; the held calls keep the user on this page.
  begin: async ({ ports }: Stage) => ports.hold("im.loginStatus", "credentials.forget"),
  actor: (app) => childOf(app, "session", "signedIn", "routeScopes", "passwordChange"),
  calls: { changePassword: "account.changePassword" },
  tells: ["session <- password.changing", "session <- password.kept", "session <- password.changed"],
  press: {
    "user.typeSecret": type("Current password", "x"),
    ...Object.fromEntries(
      Object.entries(TYPED).map(([label, typed]) => [
        label,
        inOrder(
          ...FIELDS.map((field, index) => type(field, typed[index] ?? "")),
          press("button: Change password"),
        ),
      ]),
    ),
  },
  pressable: (_, { value }) => value === "editing",
  reads: ({ value, context: { error, passwords } }) => ({
    is: value,
    error: error && [error.field, error.code],
    // Kept only while they are being sent.
    hasPasswords: passwords !== null,
  }),
  rows: {
    editing: (moment) => {
      const fault = faultOf(moment);
      return {
        reads: { is: "editing", error: fault && [fault[0], fault[1]], hasPasswords: false },
        sees: ["button: Change password", ...(fault ? [`text: ${fault[2]}`] : []), ...typedIn(moment)],
      };
    },
    saving: (moment) => ({
      asks: [
        "session <- password.changing",
        ["account.changePassword", { userID: ME, current: "[secret]", password: "[secret]" }],
      ],
      reads: { is: "saving", error: null, hasPasswords: true },
      sees: ["button (busy): Change password", ...typedIn(moment)],
    }),
    // The session has ended and took this chart with it.
    changed: { gone: true },
  },
  leads: {
    editing: {
      "user.typeSecret": STAYS,
      "user.changePassword": "saving",
      "user.changePassword without the current one": STAYS,
      "user.changePassword too short": STAYS,
      "user.changePassword to the current one": STAYS,
      "user.changePassword typed otherwise": STAYS,
    },
    saving: {
      "changePassword done": "changed",
      "changePassword failed (wrongPassword)": "editing",
      "changePassword failed (unknown)": "editing",
      "changePassword failed (network)": "editing",
      "changePassword failed (timeout)": "editing",
    },
    changed: {},
  },
  told({ label }): readonly Wire[] {
    if (label === "changePassword done") return ["session <- password.changed"];
    // Without an answer, the server may have changed the password.
    const isRefused = /failed \((wrongPassword|unknown)\)$/.test(label);
    return isRefused ? ["session <- password.kept"] : [];
  },
  noise: {
    "another try in the meantime": {
      when: ({ value }) => value === "saving",
      make: ({ app }) =>
        childOf(app, "session", "signedIn", "routeScopes", "passwordChange")?.send({
          type: "user.changePassword",
          current: new Secret("other2026"),
          password: new Secret(NEW),
          confirmation: new Secret(NEW),
        }),
    },
  },
};

function faultAfter(
  around: string,
  label: string,
  { value }: SnapshotOf<typeof passwordChangeMachine>,
): string {
  if (label in FAULTS) return label;
  return label === "user.typeSecret" || value === "saving" ? "" : around;
}

function faultOf({ step }: Moment<typeof passwordChangeMachine>) {
  return FAULTS[step?.around ?? ""] ?? null;
}

function typedIn({ step }: Moment<typeof passwordChangeMachine>): string[] {
  const typed = TYPED[step?.label ?? ""];
  return typed ? FIELDS.map((field, index) => `textbox: ${field} = ${typed[index]}`) : [];
}
