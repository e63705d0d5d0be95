import { afterEach, expect, it, vi } from "vitest";
import { memoryCaches } from "../adapters/support/memory-caches.ts";

const ORIGIN = "https://parley.example";
const FILE = "/assets/livekit-1.js";

afterEach(() => vi.resetModules());

/** The worker of a release without stored files. `answer` is the server's. */
async function install({
  caches = memoryCaches(),
  answer,
}: {
  caches?: CacheStorage;
  answer: () => Response;
}) {
  const listeners = new Map<string, (event: object) => void>();
  const fetched: string[] = [];
  vi.stubGlobal("NotificationEvent", class {});
  vi.stubGlobal("caches", caches);
  vi.stubGlobal("__RELEASE__", { version: "1", files: [] });
  vi.stubGlobal("fetch", async (request: { url: string }) => {
    fetched.push(request.url);
    return answer();
  });
  vi.stubGlobal("self", {
    addEventListener: (type: string, listener: (event: object) => void) => listeners.set(type, listener),
    clients: { matchAll: async () => [] },
    location: { origin: ORIGIN },
  });
  await import("../../../src/worker/worker.ts");
  const ask = async (path: string) => {
    let given: Promise<Response> | undefined;
    listeners.get("fetch")?.({
      request: { method: "GET", mode: "cors", url: `${ORIGIN}${path}`, headers: new Headers() },
      respondWith: (response: Promise<Response>) => {
        given = response;
      },
      waitUntil: () => {},
    });
    return (await given)?.text();
  };
  return { ask, fetched };
}

const script = () => new Response("code", { headers: { "Content-Type": "text/javascript" } });

it("11-20 a file that is used for the first time is stored, and then needs no server", async () => {
  const { ask, fetched } = await install({ answer: script });
  expect([await ask(FILE), await ask(FILE)]).toEqual(["code", "code"]);
  expect(fetched).toEqual([`${ORIGIN}${FILE}`]);
});

it.each([
  ["a page instead of the file", () => new Response("code", { headers: { "Content-Type": "text/html" } })],
  ["a failure", () => new Response("code", { status: 500, headers: { "Content-Type": "text/javascript" } })],
])("11-20 %s is not stored", async (_, answer) => {
  const { ask, fetched } = await install({ answer });
  expect([await ask(FILE), await ask(FILE)]).toEqual(["code", "code"]);
  expect(fetched).toHaveLength(2);
});

it("11-20 a file is used although the device has no room to store it", async () => {
  const caches = memoryCaches();
  const full: CacheStorage = {
    ...caches,
    open: async (name) => ({
      ...(await caches.open(name)),
      put: () => Promise.reject(new DOMException("", "QuotaExceededError")),
    }),
  };
  const { ask } = await install({ caches: full, answer: script });
  expect(await ask(FILE)).toBe("code");
});
