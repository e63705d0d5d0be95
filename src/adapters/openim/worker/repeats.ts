/** So many equal requests may leave within the window, in milliseconds; each further one waits until one leaves it. */
const MOST = 10;
const WINDOW = 10_000;

export interface Clock {
  /** Milliseconds. */
  now(): number;
  /** Resolves after so many milliseconds. */
  wait(ms: number): Promise<void>;
}

const realClock: Clock = {
  now: () => performance.now(),
  wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
};

/**
 * `fetch` with a bound to what the SDK asks in a loop: of requests with the same address and the same text as body,
 * ten leave at once, then one a second on average. All others pass as they are.
 */
export function slowRepeats(doFetch: typeof fetch, clock: Clock = realClock): typeof fetch {
  /** When requests left, or will leave, oldest first. */
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

/** The body as text, null where there is none or it is no text. Go passes bytes. */
export function bodyOf(init: RequestInit | undefined): string | null {
  const body = init?.body;
  if (typeof body === "string") return body;
  if (!(body instanceof Uint8Array)) return null;
  return body.byteLength > LONGEST ? null : new TextDecoder().decode(body);
}

/** Parts of uploads are longer, and not looked at. In bytes. */
const LONGEST = 100_000;
