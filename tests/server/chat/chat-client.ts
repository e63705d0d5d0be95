import { createHash } from "node:crypto";
import * as v from "valibot";
import { type Backend, createBackend, listen } from "../../../server/index.ts";

const envelope = v.object({
  errCode: v.number(),
  errMsg: v.string(),
  errDlt: v.string(),
  data: v.nullish(v.record(v.string(), v.unknown())),
});
export type Envelope = v.InferOutput<typeof envelope>;

const tokens = v.object({ userID: v.string(), chatToken: v.string(), imToken: v.string() });
export type Tokens = v.InferOutput<typeof tokens>;

/** A phone number that no other user in the file has. */
let lastPhone = 13_900_000_000;
export const newPhone = () => {
  lastPhone += 1;
  return { areaCode: "+86", phoneNumber: String(lastPhone) };
};

export const md5 = (password: string) => createHash("md5").update(password).digest("hex");

export const minutes = (count: number) => count * 60_000;
export const purpose = { register: 1, reset: 2, signIn: 3 } as const;

export type Identity = { areaCode: string; phoneNumber: string } | { email: string };
type Body = Record<string, unknown>;

/** A backend on its own port, called over HTTP as a client does. Only tests move its clock. */
export async function startChat(
  options: { demo?: boolean; data?: string; hasStrongPasswords?: boolean } = {},
) {
  let time = Date.UTC(2026, 4, 6, 9, 30);
  const printed: string[] = [];
  const backend: Backend = createBackend({
    data: options.data ?? ":memory:",
    demo: options.demo ?? false,
    now: () => time,
    print: (line) => printed.push(line),
    holdBack: (tell) => tell(),
    ...(options.hasStrongPasswords ? {} : { passwordCost: { N: 2 ** 10, r: 8, p: 1 } }),
  });
  const { origin, close } = await listen(backend);

  const fetchRaw = async (path: string, init: RequestInit): Promise<Envelope> => {
    const response = await fetch(origin + path, { method: "POST", ...init });
    return v.parse(envelope, await response.json());
  };
  const post = (path: string, body: Body, token = "") =>
    fetchRaw(path, {
      body: JSON.stringify(body),
      headers: { "Content-Type": "application/json", operationID: "test-1", token },
    });
  const chat = (path: string, body: Body, token = "") => post(`/chat${path}`, body, token);
  /** A request as a reverse proxy on this machine forwards it. */
  const chatFrom = (address: string, path: string, body: Body, token = "") =>
    fetchRaw(`/chat${path}`, { body: JSON.stringify(body), headers: { "X-Forwarded-For": address, token } });

  const lastCode = () => /: (\d{6}) \(/.exec(printed.at(-1) ?? "")?.[1] ?? "";
  const sendCode = async (identity: Identity, usedFor: number, extra: Body = {}) => {
    const answer = await chat("/account/code/send", { ...identity, usedFor, ...extra });
    return { ...answer, code: answer.errCode === 0 ? lastCode() : "" };
  };
  const register = async (identity: Identity, more: { user?: Body; request?: Body } = {}) => {
    const { code } = await sendCode(identity, purpose.register);
    return chat("/account/register", {
      verifyCode: code,
      deviceID: "",
      platform: 5,
      autoLogin: true,
      ...more.request,
      user: { ...identity, nickname: "Newcomer", faceURL: "", password: md5("secret1"), ...more.user },
    });
  };

  return {
    origin,
    printed,
    post,
    chat,
    chatFrom,
    fetchRaw,
    sendCode,
    register,
    /** Registers a user and expects success. */
    join: async (identity: Identity, user: Body = {}): Promise<Tokens> =>
      v.parse(tokens, (await register(identity, { user })).data),
    login: (body: Body) => chat("/account/login", { deviceID: "", platform: 5, ...body }),
    now: () => time,
    advance: (ms: number) => {
      time += ms;
    },
    close,
  };
}
export type TestChat = Awaited<ReturnType<typeof startChat>>;

export const otherCode = (code: string) => (code === "000000" ? "000001" : "000000");
