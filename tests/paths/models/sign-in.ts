import { Secret } from "../../../machines/secret.ts";
import { identifierOf, signInMachine } from "../../../machines/sign-in.ts";
import { aWorld, ME } from "../../fakes/world.ts";
import type { ChartModel } from "../model.ts";
import { childOf } from "../stage.ts";

const PHONE = "13800000001";
const EMAIL = "mia@example.com";
const PASSWORD = new Secret("abc12345");
const CODE = new Secret("123456");

/** The sign-in screen. */
export const signInModel: ChartModel<typeof signInMachine> = {
  chart: "signIn",
  machine: signInMachine,
  input: undefined,
  events: {
    "user.chooseIdentifier email": { type: "user.chooseIdentifier", kind: "email" },
    "user.chooseIdentifier phone": { type: "user.chooseIdentifier", kind: "phone" },
    "user.chooseProof code": { type: "user.chooseProof", kind: "code" },
    "user.chooseProof password": { type: "user.chooseProof", kind: "password" },
    "user.chooseAreaCode +1": { type: "user.chooseAreaCode", areaCode: "+1" },
    "user.typePhone": { type: "user.typePhone", phoneNumber: PHONE },
    "user.typeEmail": { type: "user.typeEmail", email: EMAIL },
    "user.typeProof": { type: "user.typeProof" },
    "user.requestCode": { type: "user.requestCode" },
    "user.submit a password": ({ context }) =>
      context.proofKind === "password" ? { type: "user.submit", secret: PASSWORD } : null,
    "user.submit a code": ({ context }) =>
      context.proofKind === "code" ? { type: "user.submit", secret: CODE } : null,
    "user.submit nothing": { type: "user.submit", secret: new Secret("") },
    "user.submit five digits": ({ context }) =>
      context.proofKind === "code" ? { type: "user.submit", secret: new Secret("12345") } : null,
  },
  answers: {
    signIn: { failed: ["wrongPassword", "unknownAccount", "network"] },
    sendCode: { failed: ["tooFrequent"] },
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
  calls: { signIn: "account.signIn", sendCode: "account.sendCode" },
  delays: { codeResendDelay: 60_000 },
  reads: ({ value, context }) => ({
    form: typeof value === "object" ? value.entering.form : "",
    code: typeof value === "object" ? value.entering.code : "",
    with: [context.identifierKind, context.proofKind],
    typed: [context.areaCode, context.phoneNumber, context.email],
    error: context.error,
  }),
  rows: {
    "entering.form.editing": ({ snapshot: { context } }) => ({
      reads: {
        form: "editing",
        with: [context.identifierKind, context.proofKind],
        typed: [context.areaCode, context.phoneNumber, context.email],
        error: context.error,
      },
    }),
    "entering.form.submitting": ({ snapshot: { context } }) => ({
      asks: [["account.signIn", { identifier: identifierOf(context), proof: proofSent(context.proofKind) }]],
      reads: {
        form: "submitting",
        with: [context.identifierKind, context.proofKind],
        typed: [context.areaCode, context.phoneNumber, context.email],
        error: context.error,
      },
    }),
    "entering.code.available": { reads: { code: "available" } },
    "entering.code.requesting": ({ snapshot: { context } }) => ({
      asks: [["account.sendCode", { identifier: identifierOf(context) }]],
      reads: { code: "requesting" },
    }),
    "entering.code.cooling": { reads: { code: "cooling" } },
    done: { gone: true },
  },
  noise: {
    "asking for a code again too early": {
      when: ({ value }) => typeof value === "object" && value.entering.code !== "available",
      make: ({ app }) => childOf(app, "session", "signInFlow")?.send({ type: "user.requestCode" }),
    },
    "pressing and typing while the server is asked": {
      when: ({ value }) => typeof value === "object" && value.entering.form === "submitting",
      make: ({ app }) => {
        const flow = childOf(app, "session", "signInFlow");
        flow?.send({ type: "user.submit", secret: PASSWORD });
        flow?.send({ type: "user.typePhone", phoneNumber: "1" });
        flow?.send({ type: "user.chooseProof", kind: "code" });
      },
    },
    "news of the link": {
      when: ({ value }) => value !== "done",
      make: ({ ports }) => {
        ports.emit.connection({ type: "im.connected" });
        ports.emit.page({ type: "page.hidden" });
      },
    },
  },
};

/** A secret on the wire log shows as a mark only. */
function proofSent(kind: "password" | "code") {
  return kind === "password" ? { kind, password: "[secret]" } : { kind, code: "[secret]" };
}
