// @vitest-environment jsdom

import * as v from "valibot";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { PushSettings } from "../../../../machines/domain/alerts.ts";
import { Failure, failureCode } from "../../../../machines/domain/failure.ts";
import { forgetPush } from "../../../../src/adapters/platform/forget-push.ts";
import { createPush } from "../../../../src/adapters/platform/push.ts";

const KEY = `${"B-_4".repeat(21)}B-A`;
const OTHER = `${"C".repeat(86)}A`;
const SETTINGS: PushSettings = { notifications: true, previews: false, sound: true, language: "zh" };

const bytesOf = (key: string) =>
  Uint8Array.from(atob(key.replaceAll("-", "+").replaceAll("_", "/")), (one) => one.charCodeAt(0)).buffer;

/** A browser with a service worker, of which the adapter uses this much. */
function aBrowser({ hasPushService = true, ready = Promise.resolve() } = {}) {
  let current: ReturnType<typeof aSubscription> | null = null;
  let count = 0;
  const shown = ["si_1_2 unsent 1", "si_1_2", "si_1_3"].map((tag) => ({ tag, close: vi.fn() }));
  const aSubscription = (key: string) => {
    count += 1;
    const endpoint = `https://push.example/${count}`;
    return {
      endpoint,
      options: { applicationServerKey: bytesOf(key) },
      toJSON: () => ({ endpoint, keys: { p256dh: `p${count}`, auth: `a${count}` } }),
      unsubscribe: async () => {
        current = null;
        return true;
      },
    };
  };
  const posted: unknown[] = [];
  const registration = {
    active: { postMessage: (data: unknown) => posted.push(data) },
    getNotifications: async () => shown,
    pushManager: {
      getSubscription: async () => current,
      async subscribe({ applicationServerKey, userVisibleOnly }: PushSubscriptionOptionsInit) {
        if (!hasPushService) throw new DOMException("no push service", "AbortError");
        if (!userVisibleOnly) throw new DOMException("a silent push", "NotAllowedError");
        if (typeof applicationServerKey !== "string") throw new Error("no key");
        current ??= aSubscription(applicationServerKey);
        return current;
      },
    },
  };
  const container = Object.assign(new EventTarget(), {
    ready: ready.then(() => registration),
    getRegistration: async () => registration,
  });
  return {
    container: container as unknown as ServiceWorkerContainer,
    shown,
    posted,
    get endpoint() {
      return current?.endpoint ?? null;
    },
    says: (data: unknown, ports: MessagePort[] = []) =>
      container.dispatchEvent(Object.assign(new Event("message"), { data, ports })),
  };
}

/** The port in that browser, at a server with a key; what the server was asked. */
function opened(browser: ReturnType<typeof aBrowser> | null, key: () => string = () => KEY) {
  const asked: [path: string, body: unknown, token: string | null][] = [];
  const visited: string[] = [];
  const push = createPush({
    container: browser?.container,
    post: async ({ path, body, token, answer }) => {
      asked.push([path, body, token]);
      return v.parse(answer, path === "/push/get_key" ? { publicKey: key() } : undefined);
    },
    credentials: { read: () => ({ userID: "1", imToken: "im", chatToken: "chat" }) },
    addresses: () => ({ apiUrl: "https://im.example/api" }),
    visit: (conversationID) => visited.push(conversationID),
    watched: () => "si_1_9",
  });
  return { push, asked, visited };
}

beforeEach(() => {
  vi.stubGlobal("PushManager", class {});
  vi.stubGlobal("Notification", class {});
  vi.spyOn(console, "warn").mockImplementation(() => {});
});

describe("11-25 the subscription of a browser", () => {
  it("11-25 is made for the server's key and told to the server with the settings", async () => {
    const browser = aBrowser();
    const { push, asked } = opened(browser);
    await push.ready();
    await push.subscribe(SETTINGS);
    expect(asked).toEqual([
      ["/push/get_key", {}, "im"],
      [
        "/push/subscribe",
        {
          endpoint: browser.endpoint,
          p256dh: "p1",
          auth: "a1",
          previews: false,
          sound: true,
          language: "zh",
        },
        "im",
      ],
    ]);
  });

  it("11-25 tells the server's address only if notifications have buttons", async () => {
    const { push, asked } = opened(aBrowser());
    for (const maxActions of [0, 1]) {
      vi.stubGlobal("Notification", Object.assign(class {}, { maxActions }));
      await push.subscribe(SETTINGS);
    }
    const [without, told] = asked.filter(([path]) => path === "/push/subscribe").map(([, body]) => body);
    expect(without).not.toHaveProperty("address");
    expect(told).toEqual({ ...Object(without), address: "https://im.example/api" });
  });

  it("11-25 is possible when the worker is ready", async () => {
    let isReady = false;
    let start = () => {};
    const ready = new Promise<void>((resolve) => {
      start = resolve;
    });
    const asking = opened(aBrowser({ ready })).push.ready();
    void asking.then(() => {
      isReady = true;
    });
    await new Promise((resolve) => setTimeout(resolve));
    expect(isReady).toBe(false);
    start();
    await asking;
  });

  it("11-25 stays for the same key, and is replaced for another one", async () => {
    const browser = aBrowser();
    let key = KEY;
    const { push } = opened(browser, () => key);
    await push.subscribe(SETTINGS);
    await push.subscribe(SETTINGS);
    expect(browser.endpoint).toBe("https://push.example/1");
    key = OTHER;
    await push.subscribe(SETTINGS);
    expect(browser.endpoint).toBe("https://push.example/2");
  });

  it("11-25 ends in the browser and at the server", async () => {
    const browser = aBrowser();
    const { push, asked } = opened(browser);
    await push.unsubscribe();
    expect(asked).toEqual([]);
    await push.subscribe(SETTINGS);
    await push.unsubscribe();
    expect(browser.endpoint).toBeNull();
    expect(asked.at(-1)).toEqual(["/push/unsubscribe", { endpoint: "https://push.example/1" }, "im"]);
  });

  it("11-25 ends at sign-out without the server, and the notifications go", async () => {
    const browser = aBrowser();
    const { push, asked } = opened(browser);
    await push.subscribe(SETTINGS);
    const before = asked.length;
    await forgetPush(browser.container);
    expect(browser.endpoint).toBeNull();
    expect(asked).toHaveLength(before);
    for (const { close } of browser.shown) expect(close).toHaveBeenCalled();
    await forgetPush(undefined);
  });

  it("11-25 fails as unknown in a browser without a push service, or without pushes at all", async () => {
    const { push, asked } = opened(aBrowser({ hasPushService: false }));
    expect(failureCode(await push.subscribe(SETTINGS).catch((error: unknown) => error))).toBe("unknown");
    expect(asked).toHaveLength(1);
    const without = opened(null).push;
    await expect(without.ready()).rejects.toBeInstanceOf(Failure);
    await expect(without.subscribe(SETTINGS)).rejects.toBeInstanceOf(Failure);
    vi.stubGlobal("PushManager", undefined);
    Reflect.deleteProperty(globalThis, "PushManager");
    await expect(opened(aBrowser()).push.ready()).rejects.toBeInstanceOf(Failure);
  });

  it("11-25 opens the chat of a notification, and reports a lost subscription", () => {
    const browser = aBrowser();
    const { push, visited } = opened(browser);
    const heard: unknown[] = [];
    const stop = push.events((event) => heard.push(event));
    browser.says({ type: "push.open", conversationID: "si_1_2" });
    browser.says({ type: "push.open", conversationID: 5 });
    const postMessage = vi.fn();
    const ports = [{ postMessage } as unknown as MessagePort];
    browser.says({ type: "push.unsent", conversationID: "si_1_2", shareID: "reply" }, ports);
    // Without this answer the worker would show the reply in a second page.
    expect(postMessage.mock.calls).toEqual([[true]]);
    browser.says({ type: "push.unsent", conversationID: "si_1_2", shareID: "again" });
    browser.says({ type: "push.unsent", conversationID: "si_1_2" }, ports);
    expect(postMessage).toHaveBeenCalledTimes(1);
    browser.says({ type: "push.lost" });
    browser.says(null);
    expect([visited, heard]).toEqual([
      [
        "/chat?conversationID=si_1_2",
        "/share?shareID=reply&conversationID=si_1_2",
        "/share?shareID=again&conversationID=si_1_2",
      ],
      [{ type: "push.lost" }],
    ]);
    stop();
    browser.says({ type: "push.lost" });
    expect(heard).toHaveLength(1);
  });

  it("11-25 tells the worker which chat is on the page", () => {
    const browser = aBrowser();
    const stop = opened(browser).push.events(() => {});
    const postMessage = vi.fn();
    browser.says({ type: "push.watched" }, [{ postMessage } as unknown as MessagePort]);
    expect(postMessage).toHaveBeenCalledWith("si_1_9");
    browser.says({ type: "push.watched" });
    stop();
  });

  it("11-25 asks for the answer that has opened the page, and reports answers to calls", async () => {
    const browser = aBrowser();
    const heard: unknown[] = [];
    const stop = opened(browser).push.answers((event) => heard.push(event));
    await vi.waitFor(() => expect(browser.posted).toEqual([{ type: "push.opened" }]));
    browser.says({ type: "push.answered", roomID: "room" });
    browser.says({ type: "push.answered", roomID: 5 });
    browser.says({ type: "push.lost" });
    expect(heard).toEqual([{ type: "push.answered", roomID: "room" }]);
    stop();
    browser.says({ type: "push.answered", roomID: "room" });
    expect(heard).toHaveLength(1);
    opened(null).push.answers(() => {})();
  });

  it("11-25 closes the notifications when the user opens the page, without an unsent reply", async () => {
    const browser = aBrowser();
    const hidden = vi.spyOn(document, "hidden", "get").mockReturnValue(true);
    const stop = opened(browser).push.events(() => {});
    document.dispatchEvent(new Event("visibilitychange"));
    await new Promise((resolve) => setTimeout(resolve));
    for (const { close } of browser.shown) expect(close).not.toHaveBeenCalled();
    hidden.mockReturnValue(false);
    document.dispatchEvent(new Event("visibilitychange"));
    await vi.waitFor(() => expect(browser.shown[2]?.close).toHaveBeenCalled());
    expect(browser.shown[1]?.close).toHaveBeenCalled();
    expect(browser.shown[0]?.close).not.toHaveBeenCalled();
    stop();
  });

  it("11-25 closes the notifications from before the page was opened", async () => {
    const browser = aBrowser();
    vi.spyOn(document, "hidden", "get").mockReturnValue(false);
    const stop = opened(browser).push.events(() => {});
    await vi.waitFor(() => expect(browser.shown[2]?.close).toHaveBeenCalled());
    stop();
  });
});
