/**
 * Replaces the clock of the server and of its pages: a Wednesday morning in Shanghai, at a tenth of the usual pace. So
 * all pictures show the same times. Workers keep the real time: the SDK shows none.
 */

/** Milliseconds since 1970. The pages are ahead of the server by less than the time until the next minute. */
export const SERVER_START = Date.UTC(2026, 2, 11, 2, 24, 2);
export const PAGE_START = SERVER_START + 5_000;

/** Runs in a page as text, so it uses nothing from this file. */
export function slowDown(start) {
  const Real = Date;
  const begin = Real.now();
  const now = () => start + Math.floor((Real.now() - begin) / 10);
  globalThis.Date = class extends Real {
    constructor(...parts) {
      super(...(parts.length === 0 ? [now()] : parts));
    }
    static now() {
      return now();
    }
  };
}

if (typeof process === "object" && process.env.LOOKS_SERVER === "on") {
  slowDown(SERVER_START);
  // The header has the real time, and a page with another clock would take it.
  const { ServerResponse } = await import("node:http");
  Object.defineProperty(ServerResponse.prototype, "sendDate", { get: () => false, set() {} });
}
