import * as v from "valibot";
import { inject } from "vitest";
import { type Backend, createBackend, listen } from "../../../server/index.ts";
import type { RateOptions } from "../../../server/rates.ts";

const envelope = v.object({
  errCode: v.number(),
  errMsg: v.string(),
  errDlt: v.string(),
  data: v.optional(v.unknown()),
});
export type Envelope = v.InferOutput<typeof envelope>;

export const web = 5;

/**
 * Whether a notification or its copy in the chat comes first, by a seed. A real server has one order, but
 * SDKs must accept both.
 */
function tipOrder(seed: number): () => boolean {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state > 2 ** 31;
  };
}

/** A backend on its own port with the given users, called over HTTP and websockets. */
export async function startBackend(
  people: readonly string[],
  options: {
    data?: string;
    now?: () => number;
    adminSecret?: string;
    quotaBytes?: number;
    rates?: RateOptions;
    holdBack?: (tell: () => void) => void;
    webPush?: Parameters<typeof createBackend>[0]["webPush"];
    readers?: Parameters<typeof listen>[2];
    notificationFirst?: () => boolean;
  } = {},
) {
  const backend: Backend = createBackend({
    data: ":memory:",
    demo: false,
    print: () => {},
    notificationFirst: tipOrder(inject("tipSeed")),
    holdBack: (tell) => tell(),
    ...options,
  });
  const { origin, close } = await listen(backend, 0, options.readers);
  for (const userID of people) {
    backend.im.registerUser({ userID, nickname: userID.toUpperCase(), faceURL: "" });
  }

  /** Posts raw bytes or JSON; the answer is always HTTP 200 with OpenIM's envelope. */
  async function post(path: string, body: unknown, token: string): Promise<Envelope> {
    const response = await fetch(`${origin}/api${path}`, {
      method: "POST",
      headers: { "Content-Type": "application/json", operationID: "test", token },
      body: typeof body === "string" ? body : JSON.stringify(body),
    });
    if (response.status !== 200) throw new Error(`HTTP ${response.status}`);
    return v.parse(envelope, await response.json());
  }

  return {
    im: backend.im,
    origin,
    close,
    post,
    token: (userID: string, platformID = web) => backend.im.issueToken(userID, platformID),
    /** The `data` of a call that must succeed, checked against its schema. */
    async call<Data>(
      path: string,
      body: unknown,
      token: string,
      schema: v.GenericSchema<unknown, Data>,
    ): Promise<Data> {
      const answer = await post(path, body, token);
      if (answer.errCode !== 0)
        throw new Error(`${path}: ${answer.errCode} ${answer.errMsg} ${answer.errDlt}`);
      return v.parse(schema, answer.data);
    },
  };
}

export type TestBackend = Awaited<ReturnType<typeof startBackend>>;
