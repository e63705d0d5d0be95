import { createBackend, listen } from "../../../server/index.ts";

/** Holds back what passes a slow cable until a test lets it go: arrival and order can be told without a clock. */
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
    /** Lets everything pass at once. */
    open: () => {
      isOpen = true;
      release(held.length);
    },
    get held() {
      return held.length;
    },
    release,
    /** Holds back again. What was held is lost, as nobody waits for it any more. */
    close: () => {
      isOpen = false;
      held = [];
    },
  };
}

/** A backend with the demo people, whose slow cables a gate holds. */
export async function startDemo() {
  const gate = createGate();
  const printed: string[] = [];
  const backend = createBackend({
    data: ":memory:",
    print: (line) => printed.push(line),
    slowly: gate.slowly,
  });
  const { origin, close } = await listen(backend);

  /** The token of a page of this origin. */
  const pageToken = async (): Promise<string> => {
    const answer = await fetch(`${origin}/demo/page`, { method: "POST", headers: { Origin: origin } });
    const { token }: { token: string } = await answer.json();
    return token;
  };
  const page = await pageToken();
  /** Says what a cable shall be like, as a page of this origin does unless told otherwise. */
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
    /** The code that was printed last. */
    lastCode: () => /: (\d{6}) \(/.exec(printed.at(-1) ?? "")?.[1] ?? "",
    media: backend.media,
    /** Two devices of a person are two platforms. */
    token: (userID: string, platformID = 5) => backend.im.issueToken(userID, platformID),
    set: async (userID: string, state: "online" | "slow" | "cut") => {
      const { status } = await post({ userID, state });
      if (status !== 204) throw new Error(`the switch answers ${status}`);
    },
    /** Asks by REST, with somebody's token; the answer's errCode. */
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
