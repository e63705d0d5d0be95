import { beforeEach, describe, expect, it, vi } from "vitest";
import { failureCode } from "../../../../machines/domain/failure.ts";
import { setUpIm } from "../support/im-set-up.ts";
import { refusal } from "../support/scripted-worker.ts";

beforeEach(() => vi.spyOn(console, "warn").mockImplementation(() => {}));

const code = (promise: Promise<unknown>) => promise.then(() => "none", failureCode);

describe("login status", () => {
  it("7-14 0-11 fails at once while the SDK is not ready", async () => {
    const { im } = setUpIm();
    expect(await code(im.loginStatus())).toBe("unknown");
  });

  it("7-14 is read from the SDK when it is ready", async () => {
    const { im, worker } = setUpIm({ getLoginStatus: () => 3 });
    await im.start();
    expect(await im.loginStatus()).toBe("loggedIn");
    expect(worker().argsOf("getLoginStatus")).toHaveLength(1);
  });

  it("7-14 is logged out while the SDK refuses the request", async () => {
    const { im } = setUpIm({ getLoginStatus: () => Promise.reject(refusal(10008)) });
    await im.start();
    expect(await im.loginStatus()).toBe("loggedOut");
  });

  it("4-05 follows login and logout without another request", async () => {
    const { im, worker } = setUpIm({ logout: () => "" });
    await im.login();
    expect(await im.loginStatus()).toBe("loggedIn");
    await im.logout();
    expect(await im.loginStatus()).toBe("loggedOut");
    expect(worker().argsOf("getLoginStatus")).toHaveLength(1);
  });

  it.each(["OnKickedOffline", "OnUserTokenExpired", "OnUserTokenInvalid"])(
    "4-13 is logged out after %s",
    async (name) => {
      const { im, worker } = setUpIm();
      await im.login();
      worker().emit({ name });
      expect(await im.loginStatus()).toBe("loggedOut");
    },
  );

  it("4-09 is logged out after a kick during the login", async () => {
    const set = setUpIm({
      login: () => {
        set.worker().emit({ name: "OnKickedOffline" });
        return "";
      },
    });
    await set.im.login();
    expect(await set.im.loginStatus()).toBe("loggedOut");
  });
});

describe("login", () => {
  it("4-02 7-15 9-10 9-11 passes user, token, URLs, platform 5 and log level to the SDK and turns off its log output", async () => {
    const { im, worker } = setUpIm();
    await im.login();
    expect(worker().argsOf("login")).toEqual([
      [
        {
          userID: "xa",
          token: "token-a",
          platformID: 5,
          apiAddr: "https://im.test/api",
          wsAddr: "wss://im.test/ws",
          logLevel: 5,
          isLogStandardOutput: false,
        },
      ],
    ]);
  });

  it("4-04 succeeds when the user is already logged in", async () => {
    let isFirst = true;
    const { im, workers } = setUpIm({
      login: () => {
        if (!isFirst) throw refusal(10102, "login repeat");
        isFirst = false;
        return "";
      },
    });
    await im.login();
    await im.login();
    expect(await im.loginStatus()).toBe("loggedIn");
    expect(workers).toHaveLength(1);
  });

  it("4-04 runs once for simultaneous calls", async () => {
    const { im, worker } = setUpIm();
    await Promise.all([im.login(), im.login(), im.login()]);
    expect(worker().argsOf("login")).toHaveLength(1);
  });

  it("4-04 does not mistake another user's login for its own", async () => {
    const loggedIn: unknown[] = [];
    const { im, workers, signInAs } = setUpIm({
      login: (params) => {
        if (loggedIn.length === 1) {
          loggedIn.push("refused");
          throw refusal(10102, "login repeat");
        }
        loggedIn.push(params);
        return "";
      },
    });
    await im.login();
    signInAs("xb");
    await im.login();
    expect(loggedIn.at(-1)).toMatchObject({ userID: "xb", token: "token-of-xb" });
    expect(workers.map(({ terminated }) => terminated)).toEqual([true, false]);
    expect(await im.loginStatus()).toBe("loggedIn");
  });

  it("4-03 fails and stays logged out when it is refused", async () => {
    const { im } = setUpIm({ login: () => Promise.reject(refusal(10005, "Error: 10001 Timeout")) });
    expect(await code(im.login())).toBe("timeout");
    expect(await im.loginStatus()).toBe("loggedOut");
  });

  it("4-06 fails with sessionEnded and starts nothing without stored credentials", async () => {
    const { im, workers, signInAs } = setUpIm();
    signInAs(null);
    expect(await code(im.login())).toBe("sessionEnded");
    expect(workers).toEqual([]);
  });
});

describe("the SDK's lifecycle", () => {
  it("7-16 logs out of the SDK", async () => {
    const { im, worker } = setUpIm({ logout: () => "" });
    await im.login();
    await im.logout();
    expect(worker().argsOf("logout")).toHaveLength(1);
  });

  it("4-28 reports a crash once, and starts a new worker on the next login", async () => {
    const { im, worker, workers, heard } = setUpIm();
    await im.login();
    worker().fail();
    expect(heard).toEqual([{ type: "im.crashed" }]);
    expect(await code(im.loginStatus())).toBe("unknown");
    await im.login();
    expect(workers).toHaveLength(2);
    expect(await im.loginStatus()).toBe("loggedIn");
  });

  it("4-17 ends the worker on stop and is not ready any more", async () => {
    const { im, worker, heard } = setUpIm();
    await im.login();
    await im.stop();
    expect(worker().terminated).toBe(true);
    expect(await code(im.loginStatus())).toBe("unknown");
    expect(heard).toEqual([]);
  });

  it("4-17 reports no sync of an SDK that was stopped to the next listener", async () => {
    const { im, worker } = setUpIm();
    await im.login();
    worker().emit({ name: "OnSyncServerStart", data: true });
    const heard = () => {
      const types: string[] = [];
      im.syncEvents(({ type }) => types.push(type))();
      return types;
    };
    expect(heard()).toEqual(["im.syncStarted"]);
    await im.stop();
    expect(heard()).toEqual([]);
  });

  it("4-17 is not ready after a stop during the start", async () => {
    const { im } = setUpIm();
    const started = code(im.start());
    await im.stop();
    expect(await started).toBe("unknown");
    expect(await code(im.loginStatus())).toBe("unknown");
  });

  it("7-51 sends no events to a removed listener", async () => {
    const { im, worker } = setUpIm();
    const heard: unknown[] = [];
    const stop = im.connectionEvents((event) => heard.push(event));
    await im.login();
    worker().emit({ name: "OnConnecting" });
    stop();
    worker().emit({ name: "OnConnectSuccess" });
    expect(heard).toEqual([{ type: "im.connecting" }]);
  });

  it("7-51 sends each event once to a listener, after any number of logins", async () => {
    const { im, worker, heard } = setUpIm();
    await im.login();
    await im.login();
    worker().emit({ name: "OnConnectSuccess" });
    expect(heard).toEqual([{ type: "im.connected" }]);
  });
});
