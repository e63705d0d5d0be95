import { createBackend, listen } from "../../../server/index.ts";

/** Holds what passes a slow network until a test releases it, so that arrival and order need no clock. */
export function createGate() {
  let held: (() => void)[] = [];
  let isOpen = false;
  const release = (count: number) => {
    for (const deliver of held.splice(0, count)) deliver();
  };
  return {
    slowly: (deliver: () => void) => {
      if (isOpen) deliver();
      else held.push(deliver);
    },
    /** Releases everything held, and everything later at once. */
    open: () => {
      isOpen = true;
      release(held.length);
    },
    get held() {
      return held.length;
    },
    release,
    /** Holds again. Drops what was held, because no test waits for it any more. */
    close: () => {
      isOpen = false;
      held = [];
    },
  };
}

/** A backend with the demo people, where a gate holds the traffic of slow networks. */
export async function startDemo() {
  const gate = createGate();
  const printed: string[] = [];
  const backend = createBackend({
    data: ":memory:",
    print: (line) => printed.push(line),
    slowly: gate.slowly,
  });
  const { origin, close } = await listen(backend);

  const pageToken = async (): Promise<string> => {
    const answer = await fetch(`${origin}/demo/page`, { method: "POST", headers: { Origin: origin } });
    const { token }: { token: string } = await answer.json();
    return token;
  };
  const page = await pageToken();
  /** Sets the state of a user's network, by default from a page of this origin. */
  const post = (body: unknown, headers: Record<string, string> = { Origin: origin, "X-Demo-Page": page }) =>
    fetch(`${origin}/demo/network`, {
      method: "POST",
      headers,
      body: typeof body === "string" ? body : JSON.stringify(body),
    });

  return {
    origin,
    close,
    gate,
    post,
    pageToken,
    lastCode: () => /: (\d{6}) \(/.exec(printed.at(-1) ?? "")?.[1] ?? "",
    media: backend.media,
    /** Two devices of a user have different platforms. */
    token: (userID: string, platformID = 5) => backend.im.issueToken(userID, platformID),
    set: async (userID: string, state: "online" | "slow" | "cut") => {
      const { status } = await post({ userID, state });
      if (status !== 204) throw new Error(`the switch answers ${status}`);
    },
    /** Calls REST with a user's token; returns the errCode. */
    ask: async (token: string, path: string, body: unknown): Promise<number> => {
      const response = await fetch(origin + path, {
        method: "POST",
        headers: { "Content-Type": "application/json", operationID: "test", token },
        body: JSON.stringify(body),
      });
      const { errCode }: { errCode: number } = await response.json();
      return errCode;
    },
  };
}

export type DemoBackend = Awaited<ReturnType<typeof startDemo>>;
