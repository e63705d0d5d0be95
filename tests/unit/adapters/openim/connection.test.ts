import { beforeEach, describe, expect, it, vi } from "vitest";
import type { ImPort } from "../../../../machines/ports/im.ts";
import { setUpLink } from "../support/im-set-up.ts";
import { customMessage, receivedText, revocation } from "../support/sdk-samples.ts";

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, "warn").mockImplementation(() => {});
});

const received = { name: "OnRecvNewMessages", data: [receivedText] };
const ringing = (clientMsgID: string, roomID: string) => {
  const invitation = { inviterUserID: "xa", inviteeUserIDList: ["xb"], roomID, mediaType: "audio" };
  const data = JSON.stringify({ customType: 200, data: invitation });
  return { name: "OnRecvNewMessages", data: [{ ...customMessage(clientMsgID, data), sendID: "xa" }] };
};

function listen(im: Pick<ImPort, "connectionEvents" | "syncEvents"> & Partial<ImPort>): string[] {
  const heard: string[] = [];
  for (const stream of [im.connectionEvents, im.syncEvents, im.messageEvents, im.signalEvents])
    stream?.(({ type }) => heard.push(type));
  return heard;
}

describe("the connection", () => {
  it("4-13 4-20 reports connection and sync events before the rest is loaded", async () => {
    const { link, worker } = setUpLink();
    await link.port.login();
    const heard = listen(link.port);
    worker().emit(
      { name: "OnConnectSuccess" },
      { name: "OnSyncServerStart", data: true },
      received,
      { name: "OnSyncServerFinish" },
      { name: "OnKickedOffline" },
    );
    expect(heard).toEqual(["im.syncStarted", "im.connected", "im.kicked", "im.syncFinished"]);
    expect(await link.port.loginStatus()).toBe("loggedOut");
  });

  it("4-20 reports a reinstall only if the event says so", async () => {
    const { link, worker } = setUpLink();
    await link.port.login();
    const reinstalls: boolean[] = [];
    link.port.syncEvents((event) => {
      if (event.type === "im.syncStarted") reinstalls.push(event.reinstall);
    });
    for (const data of [true, false, undefined]) worker().emit({ name: "OnSyncServerStart", data });
    expect(reinstalls).toEqual([true, false, false]);
  });

  it("4-01 sends the login before the SDK is ready", async () => {
    const { link, worker } = setUpLink();
    const login = link.port.login();
    expect(worker().calls.map(({ name }) => name)).toEqual(["login"]);
    await expect(link.port.loginStatus()).rejects.toThrow();
    await login;
    expect(await link.port.loginStatus()).toBe("loggedIn");
  });

  it("logs out and stops the SDK without the rest", async () => {
    const { link, workers } = setUpLink({ logout: () => "" });
    await link.port.login();
    await link.port.logout();
    expect(await link.port.loginStatus()).toBe("loggedOut");
    await link.port.stop();
    expect(workers.map(({ terminated }) => terminated)).toEqual([true]);
  });
});

describe("4-14 8-36 unsent messages at sign-out", () => {
  const UNSENT = [
    { conversationID: "si_a_b", clientMsgID: "a1" },
    { conversationID: "si_a_b", clientMsgID: "a2" },
  ];

  it("leave the SDK's database before it logs out, also if it has not made all of them", async () => {
    let answer: ((value: string) => void) | undefined;
    const { link, worker } = setUpLink({
      logout: () => "",
      deleteMessageFromLocalStorage(message) {
        if (JSON.stringify(message) === JSON.stringify(UNSENT[0])) throw new Error("no such message");
        return new Promise((resolve) => {
          answer = resolve;
        });
      },
    });
    await link.port.login();
    link.port.dropUnsent(UNSENT);
    const leaving = link.port.logout();
    await vi.waitFor(() => expect(answer).toBeDefined());
    expect(worker().argsOf("logout")).toEqual([]);
    answer?.("");
    await leaving;
    expect(worker().argsOf("logout")).toHaveLength(1);
  });

  it("are not asked for while the SDK has no login", async () => {
    const { link, workers } = setUpLink();
    link.port.dropUnsent(UNSENT);
    expect(workers).toEqual([]);
  });
});

describe("the first sync", () => {
  const START = { name: "OnSyncServerStart", data: true };
  const later = { ...START, data: false };

  it("is waited for from the login on, also before it starts, and once only", async () => {
    const { link, join, worker } = setUpLink();
    await link.port.login();
    const im = join();
    const asked = [im.firstSync()];
    worker().emit(START);
    asked.push(im.firstSync());
    worker().emit({ name: "OnSyncServerFinish" });
    expect(await Promise.all(asked)).toEqual([true, true]);
    worker().emit(later);
    expect(await im.firstSync()).toBe(false);
  });

  it("is waited for again after a failure, when it starts again or after a new login", async () => {
    const { link, join, worker } = setUpLink();
    await link.port.login();
    const im = join();
    const failed = im.firstSync();
    worker().emit(later, { name: "OnSyncServerFailed" });
    expect(await failed).toBe(false);
    expect(await im.firstSync()).toBe(false);
    worker().emit(later);
    const again = im.firstSync();
    worker().emit({ name: "OnSyncServerFailed" });
    expect(await again).toBe(false);
    await link.port.login();
    const last = im.firstSync();
    worker().emit(later, { name: "OnSyncServerFinish" });
    expect(await last).toBe(true);
  });

  it.each(["logout", "stop"] as const)(
    "is not waited for after %s, and again for the next user",
    async (leave) => {
      const { link, join, worker } = setUpLink({ logout: () => "" });
      await link.port.login();
      const im = join();
      worker().emit(START, { name: "OnSyncServerFinish" });
      await link.port[leave]();
      await link.port.login();
      const asked = im.firstSync();
      await link.port[leave]();
      expect(await asked).toBe(false);
      await link.port.login();
      const last = im.firstSync();
      worker().emit(START, { name: "OnSyncServerFinish" });
      expect(await last).toBe(true);
    },
  );
});

describe("a connection without a sync", () => {
  const stuck = { name: "OnConnectSuccess" };
  const script = { logout: () => "", networkStatusChanged: () => "" };
  const RECONNECT = "networkStatusChanged";

  it("4-28 is no concern of the SDK that follows a crash", async () => {
    const { link, worker, workers } = setUpLink(script);
    await link.port.login();
    worker().emit(stuck);
    worker().fail();
    await link.port.login();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(workers.flatMap((each) => each.argsOf(RECONNECT))).toEqual([]);
  });

  it.each(["logout", "stop"] as const)("is no concern of the next user after %s", async (leave) => {
    const { link, worker, workers } = setUpLink(script);
    await link.port.login();
    worker().emit(stuck);
    await link.port[leave]();
    await vi.advanceTimersByTimeAsync(60_000);
    await link.port.login();
    expect(workers.flatMap((each) => each.argsOf(RECONNECT))).toEqual([]);
  });

  it("is no concern of the user who signs in at once after the app has stopped", async () => {
    const { link, worker } = setUpLink(script);
    await link.port.login();
    worker().emit(stuck);
    await link.port.stop();
    await link.port.login();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(worker().argsOf(RECONNECT)).toEqual([]);
  });

  it("4-01 ends the login and the sync of the SDK that is replaced", async () => {
    const { link, worker } = setUpLink(script);
    await link.port.login();
    worker().emit({ name: "OnSyncServerStart", data: false });
    for (const patience of [2000, 4000, 8000, 16_000]) {
      worker().emit(stuck);
      await vi.advanceTimersByTimeAsync(patience);
    }
    expect(worker().terminated).toBe(true);
    expect(listen(link.port)).toEqual([]);
    await link.port.login();
    expect(worker().argsOf("login")).toHaveLength(1);
  });
});

it("8-31 forgets a failed first sync when the app stops", async () => {
  const { link, worker } = setUpLink();
  await link.port.login();
  worker().emit({ name: "OnSyncServerStart", data: true }, { name: "OnSyncServerFailed", data: true });
  expect(await link.port.loginStatus()).toBe("loggedIn");
  await link.port.stop();
  await expect(link.port.loginStatus()).rejects.toThrow();
});

describe("the signed-in part", () => {
  it("receives all events from its start, also during a sync", async () => {
    const { link, join, worker } = setUpLink();
    await link.port.login();
    worker().emit({ name: "OnSyncServerStart", data: false });
    const heard = listen(join());
    worker().emit(received, { name: "OnConnectSuccess" }, { name: "OnSyncServerFinish" });
    // A listener that starts during a sync receives its start event.
    expect(heard).toEqual(["im.syncStarted", "im.connected", "im.messages", "im.syncFinished"]);
  });

  it("ignores a message that was reported before its start", async () => {
    const { link, join, worker } = setUpLink();
    await link.port.login();
    worker().emit(received);
    const heard = listen(join());
    worker().emit(received);
    expect(heard).toEqual([]);
  });

  it("R22 reports the invitations that arrived before its start, the second one delayed", async () => {
    const { link, join, worker } = setUpLink();
    await link.port.login();
    worker().emit(ringing("s1", "r1"), ringing("s2", "r2"));
    const heard = listen(join());
    expect(heard).toEqual(["signal.invite"]);
    vi.advanceTimersByTime(1000);
    expect(heard).toEqual(["signal.invite", "signal.invite"]);
  });

  it.each(["logout", "stop"] as const)(
    "reports a message to the next user after %s, although the last user had it too",
    async (leave) => {
      const { link, join, worker } = setUpLink({ logout: () => "" });
      await link.port.login();
      const heard = listen(join());
      worker().emit(received, received);
      await link.port[leave]();
      await link.port.login();
      worker().emit(received);
      expect(heard).toEqual(["im.messages", "im.messages"]);
    },
  );

  it.each(["logout", "stop"] as const)(
    "reports a revocation to the next user after %s, although the last user had it too",
    async (leave) => {
      const { link, join, worker } = setUpLink({ logout: () => "" });
      await link.port.login();
      const heard = listen(join());
      const revoked = { name: "OnNewRecvMessageRevoked", data: revocation };
      worker().emit(revoked, revoked);
      await link.port[leave]();
      await link.port.login();
      worker().emit(revoked);
      expect(heard).toEqual(["im.revoked", "im.revoked"]);
    },
  );

  it.each(["logout", "stop"] as const)("drops the delayed invitation of a user after %s", async (leave) => {
    const { link, join, worker } = setUpLink({ logout: () => "" });
    await link.port.login();
    worker().emit(ringing("s1", "r1"), ringing("s2", "r2"));
    await link.port[leave]();
    const heard = listen(join());
    vi.advanceTimersByTime(1000);
    expect(heard).toEqual([]);
  });
});
