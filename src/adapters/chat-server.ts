import { md5 } from "@noble/hashes/legacy.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { FetchError, ofetch } from "ofetch";
import * as v from "valibot";
import type { FailureCode, Profile } from "../../machines/events.ts";
import { Failure } from "../../machines/failure.ts";
import type { AccountPort, Identifier, Proof } from "../../machines/ports.ts";
import type { ServerAddresses } from "./config.ts";
import type { CredentialStore } from "./credentials.ts";
import { failureOf } from "./failures.ts";
import { randomUUID } from "./ids.ts";
import { logLine } from "./log.ts";

/** Milliseconds an answer may take (9-01). */
const TIMEOUT = 5000;
/** OpenIM's number for a browser (9-10). */
const PLATFORM_WEB = 5;
/** What a code is asked for: 1 register, 2 reset the password, 3 sign in. */
const USED_FOR_SIGN_IN = 3;

const Envelope = v.object({ errCode: v.number(), data: v.optional(v.unknown()) });

const filled = v.pipe(v.string(), v.minLength(1));
const SignedIn = v.object({ userID: filled, imToken: filled, chatToken: filled });

/** An empty string or a zero time is the chat server's way to say that there is none (3-02). */
const optionalText = v.pipe(
  v.nullish(v.string()),
  v.transform((value) => value || undefined),
);
const Details = v.object({
  users: v.array(
    v.object({
      userID: v.string(),
      nickname: optionalText,
      faceURL: optionalText,
      phoneNumber: optionalText,
      areaCode: optionalText,
      email: optionalText,
      gender: v.nullish(v.number()),
      birth: v.nullish(v.number()),
    }),
  ),
});

export interface ChatServerDependencies {
  addresses(): Pick<ServerAddresses, "chatUrl">;
  credentials: CredentialStore;
}

/** Accounts on the OpenIM chat server (protocol section 7). */
export function createAccount({ addresses, credentials }: ChatServerDependencies): AccountPort {
  /** Posts `body`; resolves with the parsed `data`, rejects with a `Failure`. No retries. */
  async function post<Output>(
    path: string,
    body: Readonly<Record<string, unknown>>,
    schema: v.GenericSchema<unknown, Output>,
  ): Promise<Output> {
    const token = credentials.read()?.chatToken;
    const limit = new AbortController();
    const timer = setTimeout(() => limit.abort(new DOMException(path, "TimeoutError")), TIMEOUT);
    let answer: unknown;
    try {
      answer = await ofetch<unknown>(`${addresses().chatUrl}${path}`, {
        method: "POST",
        headers: { operationID: randomUUID(), ...(token ? { token } : {}) },
        body,
        signal: limit.signal,
        retry: false,
        responseType: "json",
      });
    } catch (error) {
      throw fail(path, transportFailure(error));
    } finally {
      clearTimeout(timer);
    }
    const envelope = v.safeParse(Envelope, answer);
    if (!envelope.success) throw fail(path, "unknown");
    if (envelope.output.errCode !== 0) throw new Failure(failureOf(envelope.output.errCode));
    const data = v.safeParse(schema, envelope.output.data);
    if (!data.success) throw fail(path, "unknown");
    return data.output;
  }

  return {
    async signIn({ identifier, proof }) {
      const body = { ...identifierFields(identifier), ...proofFields(proof), platform: PLATFORM_WEB };
      credentials.keep(await post("/account/login", body, SignedIn));
    },
    async sendCode({ identifier }) {
      const body = { ...identifierFields(identifier), usedFor: USED_FOR_SIGN_IN, platform: PLATFORM_WEB };
      await post("/account/code/send", body, v.unknown());
    },
    async loadDetails({ userID }) {
      const { users } = await post("/user/find/full", { userIDs: [userID] }, Details);
      const user = users.find((candidate) => candidate.userID === userID);
      if (!user) throw new Failure("unknown");
      return withoutGaps({
        nickname: user.nickname,
        faceURL: user.faceURL,
        phoneNumber: user.phoneNumber,
        areaCode: user.areaCode,
        email: user.email,
        gender: user.gender ?? undefined,
        birth: user.birth || undefined,
      });
    },
  };
}

/** Only the identifier in use is sent, not what was typed into the other field (5-17). */
function identifierFields(identifier: Identifier): Record<string, string> {
  return identifier.kind === "phone"
    ? { areaCode: identifier.areaCode, phoneNumber: identifier.phoneNumber }
    : { email: identifier.email };
}

/** The server knows a password by its md5 only (5-16). */
function proofFields(proof: Proof): Record<string, string> {
  return proof.kind === "password"
    ? { password: bytesToHex(md5(utf8ToBytes(proof.password.reveal()))) }
    : { verifyCode: proof.code.reveal() };
}

/** What `ofetch` threw, as a code. A gateway's 5xx says as little about the account as a lost connection. */
function transportFailure(error: unknown): FailureCode {
  const cause = error instanceof FetchError ? error.cause : error;
  if (cause instanceof Error && cause.name === "TimeoutError") return "timeout";
  const status = error instanceof FetchError ? error.status : undefined;
  return status === undefined || status >= 500 ? "network" : "unknown";
}

/** Logs and hands back the failure to throw (8-32, 8-33); the line carries the path and the code, nothing else. */
function fail(path: string, code: FailureCode): Failure {
  logLine("chat server", `${path} ${code}`);
  return new Failure(code);
}

function withoutGaps(profile: { [Key in keyof Profile]?: Profile[Key] | undefined }): Partial<Profile> {
  return Object.fromEntries(Object.entries(profile).filter(([, value]) => value !== undefined));
}
