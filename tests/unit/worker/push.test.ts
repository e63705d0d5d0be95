import { afterEach, expect, it, vi } from "vitest";

interface Shown {
  tag: string;
  body: string;
  data: { count: number };
}

afterEach(() => vi.resetModules());

/** The worker in a browser without pages, and the notifications that it shows. */
async function install() {
  const listeners = new Map<string, (event: object) => void>();
  const shown = new Map<string, Shown>();
  vi.stubGlobal("NotificationEvent", class {});
  vi.stubGlobal("caches", { match: async () => undefined });
  vi.stubGlobal("__RELEASE__", { version: "1", files: [] });
  vi.stubGlobal("self", {
    addEventListener: (type: string, listener: (event: object) => void) => listeners.set(type, listener),
    clients: { matchAll: async () => [] },
    navigator: {},
    registration: {
      getNotifications: async ({ tag }: { tag: string }) => [shown.get(tag)].filter(Boolean),
      showNotification: async (_: string, options: Shown) => void shown.set(options.tag, options),
    },
  });
  await import("../../../src/worker/worker.ts");
  const push = (notice: object) => {
    let work: unknown;
    listeners.get("push")?.({
      data: { text: () => JSON.stringify(notice) },
      waitUntil: (promise: unknown) => {
        work = promise;
      },
    });
    return work;
  };
  /** Presses the button for a reply in a notification with this data. */
  const reply = (data: object, text: string) => {
    let work: unknown;
    listeners.get("notificationclick")?.({
      ...{ action: "reply", reply: text },
      notification: { title: "Anna", lang: "en", data, close: () => {} },
      waitUntil: (promise: unknown) => {
        work = promise;
      },
    });
    return work;
  };
  return { push, reply, shown };
}

const said = (text: string, sendTime: number) => ({
  type: "message",
  conversationID: "si_a_b",
  sender: "Anna",
  group: null,
  language: "en",
  isSilent: false,
  content: { kind: "text", text },
  sendTime,
});

it("11-25 messages that arrive together are all counted", async () => {
  const { push, shown } = await install();
  await Promise.all([push(said("Hello", 1)), push(said("Are you there?", 2)), push(said("Well", 3))]);
  const { body, data } = shown.get("si_a_b") ?? {};
  expect([body, data?.count]).toEqual(["Well\n3 new messages", 3]);
});

const noon = Date.UTC(2026, 10, 29, 12);
/** A call that rings for a minute, pushed at noon by the server's clock. */
const calling = {
  type: "call",
  roomID: "room",
  seconds: 60,
  mediaType: "voice",
  conversationID: "si_a_b",
  sender: "Anna",
  language: "en",
  isSilent: false,
  sendTime: noon,
};

it.each([
  ["rings on a device whose clock is ahead", 90_000, new Date(noon).toUTCString(), "Incoming voice call"],
  ["is missed if its push is too late", 90_000, new Date(noon + 90_000).toUTCString(), "Missed voice call"],
  ["rings on a device whose clock is right, without a question", 1000, null, "Incoming voice call"],
  ["counts by the device's clock if the server is away", 20_000, null, "Incoming voice call"],
])("R2 11-25 a pushed call %s", async (_, ahead, date, body) => {
  vi.useFakeTimers({ now: noon + ahead });
  const fetched = vi.fn(async () => {
    if (date === null) throw new TypeError("Failed to fetch");
    return new Response(null, { headers: { Date: date } });
  });
  vi.stubGlobal("fetch", fetched);
  const { push, shown } = await install();
  void push(calling);
  await vi.advanceTimersByTimeAsync(100);
  expect([...shown.values()].map((notification) => notification.body)).toEqual([body]);
  expect(fetched).toHaveBeenCalledTimes(ahead < 5000 ? 0 : 1);
});

const replied = {
  ...{ conversationID: "si_a_b", count: 1, line: "Hello", sendTime: 1 },
  permit: { secret: "secret", address: "https://im.test/api" },
};

it.each([
  ["11-25 a reply that is sent again has arrived if the server says that its push is used", "On my way", []],
  ["11-25 a reply to a push that is used is not sent", undefined, ["Not sent: On my way"]],
])("%s", async (_, unsent, bodies) => {
  const { reply, shown } = await install();
  const answer = { errCode: 1002, errMsg: "NoPermissionError", errDlt: "used" };
  const post = vi.fn(async (_url: string, _init: RequestInit) => Response.json(answer));
  vi.stubGlobal("fetch", post);
  await reply({ ...replied, ...(unsent && { unsent }) }, "On my way");
  expect([...shown.values()].map(({ body }) => body)).toEqual(bodies);
  const [[url, { body, credentials, referrerPolicy }] = ["", {}]] = post.mock.calls;
  expect(url).toBe("https://im.test/api/push/act");
  expect(JSON.parse(String(body))).toEqual({ secret: "secret", action: "reply", text: "On my way" });
  expect([credentials, referrerPolicy]).toEqual(["omit", "no-referrer"]);
});

it("11-25 a reply is sent a second time if the first one gets no answer", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  const { reply, shown } = await install();
  const answers = [
    () => Promise.reject(new TypeError("no network")),
    async () => Response.json({ errCode: 0 }),
  ];
  const post = vi.fn(async () => answers.shift()?.());
  vi.stubGlobal("fetch", post);
  const done = reply(replied, "On my way");
  await vi.waitFor(() => expect(post).toHaveBeenCalledTimes(1));
  await vi.advanceTimersByTimeAsync(3000);
  await done;
  expect(post).toHaveBeenCalledTimes(2);
  expect(shown.size).toBe(0);
});
