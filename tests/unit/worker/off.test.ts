import { beforeEach, expect, it, vi } from "vitest";
import { cacheOf, SHARES } from "../../../src/worker/rules.ts";
import { memoryCaches } from "../adapters/support/memory-caches.ts";

type Listener = (event: { waitUntil: (work: unknown) => void }) => void;

beforeEach(() => {
  vi.useFakeTimers();
});

/** The worker adds them once; they act on the present `self`. */
const listeners = new Map<string, Listener>();

/** Installs the worker in a browser that forgets its first requests to take over. */
async function install(forgotten: number) {
  const worker = {};
  const registration: Record<"installing" | "waiting" | "active", object | null> = {
    installing: worker,
    waiting: null,
    active: {},
  };
  let asked = 0;
  vi.stubGlobal("self", {
    registration,
    addEventListener: (type: string, listener: Listener) => listeners.set(type, listener),
    skipWaiting: async () => {
      asked += 1;
      if (asked > forgotten) Object.assign(registration, { installing: null, waiting: null, active: worker });
    },
  });
  await import("../../../src/worker/off.ts");
  listeners.get("install")?.({ waitUntil: () => {} });
  if (registration.installing) Object.assign(registration, { installing: null, waiting: worker });
  return { isActive: () => registration.active === worker, asked: () => asked, listeners, registration };
}

it("11-20 the worker that removes the others asks again when its request to take over was forgotten", async () => {
  const { isActive } = await install(2);
  expect(isActive()).toBe(false);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(isActive()).toBe(true);
});

it("11-20 it asks once when it takes over at once, and no timer is left", async () => {
  const { isActive, asked } = await install(0);
  expect(isActive()).toBe(true);
  await vi.advanceTimersByTimeAsync(10_000);
  expect([isActive(), asked(), vi.getTimerCount()]).toEqual([true, 1, 0]);
});

it("11-20 it removes the files of all releases, a share and the unread count, tells the pages, and leaves", async () => {
  const caches = memoryCaches();
  vi.stubGlobal("caches", caches);
  for (const name of [
    cacheOf({ version: "1" }),
    cacheOf({ version: "2" }),
    SHARES,
    "parley-unread",
    "livekit",
  ])
    await caches.open(name);
  const { listeners, registration } = await install(0);
  const told: unknown[] = [];
  const unregister = vi.fn();
  Object.assign(registration, { unregister });
  vi.stubGlobal("self", {
    registration,
    clients: { matchAll: async () => [{ postMessage: (message: unknown) => told.push(message) }] },
  });
  const work: unknown[] = [];
  listeners.get("activate")?.({ waitUntil: (one) => work.push(one) });
  await Promise.all(work);
  expect(await caches.keys()).toEqual(["livekit"]);
  expect(told).toEqual([{ type: "update.off" }]);
  expect(unregister).toHaveBeenCalledOnce();
});
