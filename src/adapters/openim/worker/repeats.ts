/** Maximum equal requests within the window (milliseconds). Further ones wait. */
const MOST = 10;
const WINDOW = 10_000;

export interface Clock {
  now(): number;
  wait(ms: number): Promise<void>;
}

const realClock: Clock = {
  now: () => performance.now(),
  wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
};

/**
 * Wraps `fetch` to limit requests that the SDK repeats in a loop. Of requests with the same address and body text,
 * ten are sent at once, then one a second on average. Other requests pass unchanged.
 */
export function slowRepeats(doFetch: typeof fetch, clock: Clock = realClock): typeof fetch {
  /** Times at which requests were or will be sent, oldest first. */
  const departures = new Map<string, number[]>();

  function forgetOld(now: number): void {
    for (const [key, times] of departures) if ((times.at(-1) ?? 0) <= now - WINDOW) departures.delete(key);
  }

  return async (input, init) => {
    const text = bodyOf(init);
    if (text === null) return doFetch(input, init);
    const now = clock.now();
    forgetOld(now);
    const key = `${input instanceof Request ? input.url : String(input)}\n${text}`;
    const times = departures.get(key) ?? [];
    const blocking = times.at(-MOST);
    const departure = blocking === undefined ? now : Math.max(now, blocking + WINDOW);
    departures.set(key, [...times, departure].slice(-MOST));
    if (departure > now) await clock.wait(departure - now);
    return doFetch(input, init);
  };
}

/** Returns the body as text, or null if there is no text. Go passes bytes. */
export function bodyOf(init: RequestInit | undefined): string | null {
  const body = init?.body;
  if (typeof body === "string") return body;
  if (!(body instanceof Uint8Array)) return null;
  return body.byteLength > LONGEST ? null : new TextDecoder().decode(body);
}

/** In bytes. Longer bodies are parts of uploads and are not read. */
const LONGEST = 100_000;
