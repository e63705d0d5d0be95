// @vitest-environment jsdom
import { beforeEach, describe, expect, it, vi } from "vitest";
import { watchSync } from "../../../../src/adapters/openim/worker/sync-watch.ts";

const api = "http://parley.test/api";
const answers = {
  right: () => Response.json({ errCode: 0, errMsg: "", errDlt: "", data: {} }),
  refused: () => Response.json({ errCode: 500, errMsg: "ServerInternalError", errDlt: "" }),
  broken: () => new Response("Bad gateway", { status: 502 }),
  unreached: () => {
    throw new TypeError("Failed to fetch");
  },
};

/** The reported SDK events; `ask` sends a request that gets the given answer. */
function watched() {
  const told: string[] = [];
  /** Whether each sync that failed was the first of the device. */
  const failed: unknown[] = [];
  let answer: () => Response = answers.right;
  const watch = watchSync(
    ({ name, data }) => {
      told.push(name);
      if (name === "OnSyncServerFailed") failed.push(data);
    },
    async () => answer(),
  );
  const socketOf = () => {
    const socket = watch.ofSocket();
    return {
      send: (request: number) => socket.onSent({ request, isRefused: false }),
      receive: (request: number, isRefused = false) => socket.onReceived({ request, isRefused }),
      close: () => socket.onClosed(),
    };
  };
  return {
    told,
    failed,
    socketOf,
    ...socketOf(),
    hear: (name: string, data?: unknown) => watch.hear({ name, data, errCode: 0 }),
    ask: async (path: string, how: keyof typeof answers) => {
      answer = answers[how];
      await watch.fetch(`${api}${path}`).catch(() => {});
    },
  };
}

describe("8-31 the first sync of a device", () => {
  it.each([
    ["/conversation/get_incremental_conversations", "broken"],
    ["/conversation/get_owner_conversation", "refused"],
    ["/friend/get_incremental_friends", "broken"],
    ["/group/get_joined_group_list", "unreached"],
  ] as const)("fails at once when %s is %s, whatever the SDK reports", async (path, how) => {
    const { told, hear, ask } = watched();
    hear("OnSyncServerStart", true);
    await ask("/friend/get_friend_list", "right");
    expect(told).toEqual(["OnSyncServerStart"]);
    await ask(path, how);
    await ask(path, how);
    expect(told).toEqual(["OnSyncServerStart", "OnSyncServerFailed"]);
    hear("OnSyncServerProgress", 70);
    hear("OnNewConversation", []);
    hear("OnSyncServerFinish", true);
    expect(told).toEqual(["OnSyncServerStart", "OnSyncServerFailed", "OnNewConversation"]);
  });

  it("finishes when an unrelated request fails", async () => {
    const { told, hear, ask } = watched();
    hear("OnSyncServerStart", true);
    await ask("/user/get_users_info", "broken");
    hear("OnSyncServerFinish", true);
    await ask("/friend/get_friend_list", "broken");
    expect(told).toEqual(["OnSyncServerStart", "OnSyncServerFinish"]);
  });

  it("is distinguished from a later sync, which keeps the earlier data", async () => {
    const { told, hear, ask } = watched();
    hear("OnSyncServerStart", false);
    await ask("/conversation/get_incremental_conversations", "broken");
    hear("OnSyncServerFinish", false);
    expect(told).toEqual(["OnSyncServerStart", "OnSyncServerFinish"]);
  });
});

/** OpenIM's request numbers: the newest sequence numbers, messages, and what is unread. */
const [numbers, messages, unread] = [1001, 1002, 1006];

describe.each([
  ["messages", messages, unread],
  ["unread counts", unread, messages],
])("8-31 11-19 the %s of a sync", (_name, pulled, other) => {
  beforeEach(() => {
    vi.useFakeTimers();
  });

  const lost = {
    late: ({ receive }: ReturnType<typeof watched>) => {
      vi.advanceTimersByTime(9_900); // the SDK waits for ten seconds
      receive(pulled);
    },
    refused: ({ receive }: ReturnType<typeof watched>) => receive(pulled, true),
    "cut off": ({ close }: ReturnType<typeof watched>) => close(),
  };

  it.each(
    ([true, false] as const).flatMap((isFirst) =>
      (["late", "refused", "cut off"] as const).map(
        (how) => [isFirst ? "first" : "later", how, isFirst] as const,
      ),
    ),
  )("a %s sync fails once when they are %s, whatever the SDK reports", (_, how, isFirst) => {
    const watch = watched();
    const { told, hear, send, receive } = watch;
    hear("OnSyncServerStart", isFirst);
    send(numbers);
    receive(numbers);
    send(pulled);
    receive(pulled);
    send(pulled);
    expect(told).toEqual(["OnSyncServerStart"]);
    lost[how](watch);
    hear("OnSyncServerFinish", isFirst);
    expect(told).toEqual(["OnSyncServerStart", "OnSyncServerFailed"]);
    hear("OnSyncServerStart", isFirst);
    send(pulled);
    receive(pulled);
    vi.advanceTimersByTime(20_000);
    hear("OnSyncServerFinish", isFirst);
    expect(told.slice(2)).toEqual(["OnSyncServerStart", "OnSyncServerFinish"]);
  });

  it("a sync that was over is not reported as failed when older ones are late", () => {
    const { told, hear, send, close } = watched();
    hear("OnSyncServerStart", true);
    hear("OnSyncServerFinish", true);
    send(pulled);
    vi.advanceTimersByTime(20_000);
    close();
    expect(told).toEqual(["OnSyncServerStart", "OnSyncServerFinish"]);
  });

  it("the late end of the connection before does not fail a sync", () => {
    const { told, hear, socketOf, send, receive } = watched();
    const before = socketOf();
    hear("OnSyncServerStart", true);
    send(pulled);
    before.close();
    receive(pulled);
    hear("OnSyncServerFinish", true);
    expect(told).toEqual(["OnSyncServerStart", "OnSyncServerFinish"]);
  });

  it.each([true, false])("that fails says whether it was the first (%j)", (isFirst) => {
    const { failed, hear, send, receive } = watched();
    hear("OnSyncServerStart", isFirst);
    send(pulled);
    receive(pulled, true);
    expect(failed).toEqual([isFirst]);
  });

  it("still waits for them after the answer to another request", () => {
    const { told, hear, send, receive } = watched();
    hear("OnSyncServerStart", false);
    send(pulled);
    receive(numbers, true);
    expect(told).toEqual(["OnSyncServerStart"]);
    vi.advanceTimersByTime(20_000);
    expect(told).toEqual(["OnSyncServerStart", "OnSyncServerFailed"]);
  });

  it("fail it by their own answer, and not by that of another pull", () => {
    const { told, hear, send, receive } = watched();
    hear("OnSyncServerStart", true);
    send(pulled);
    send(other);
    receive(other);
    vi.advanceTimersByTime(5000);
    expect(told).toEqual(["OnSyncServerStart"]);
    vi.advanceTimersByTime(4000);
    expect(told).toEqual(["OnSyncServerStart", "OnSyncServerFailed"]);
  });

  it("a slow answer to another request fails no sync", () => {
    const { told, hear, send, close } = watched();
    hear("OnSyncServerStart", false);
    send(numbers);
    vi.advanceTimersByTime(20_000);
    close();
    hear("OnSyncServerFinish", false);
    expect(told).toEqual(["OnSyncServerStart", "OnSyncServerFinish"]);
  });
});
