import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { failureCode } from "../../../../machines/domain/failure.ts";
import { setUpIm } from "../support/im-set-up.ts";
import { refusal } from "../support/scripted-worker.ts";

beforeEach(() => vi.spyOn(console, "warn").mockImplementation(() => {}));
afterEach(() => vi.restoreAllMocks());

const code = (promise: Promise<unknown>) => promise.then(() => "none", failureCode);

describe("login status", () => {
  it("7-14 0-11 is refused at once while the SDK is not ready", async () => {
    const { im } = setUpIm();
    expect(await code(im.loginStatus())).toBe("unknown");
  });

  it("7-14 is asked of the SDK when it is ready", async () => {
    const { im, worker } = setUpIm({ getLoginStatus: () => 3 });
    await im.start();
    expect(await im.loginStatus()).toBe("loggedIn");
    expect(worker().argsOf("getLoginStatus")).toHaveLength(1);
  });

  it("7-14 is logged out while the SDK refuses to say", async () => {
    const { im } = setUpIm({ getLoginStatus: () => Promise.reject(refusal(10008)) });
    await im.start();
    expect(await im.loginStatus()).toBe("loggedOut");
  });

  it("4-05 follows login and logout without asking again", async () => {
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

  it("4-09 a kick that comes while login is under way is not forgotten", async () => {
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
  it("4-02 7-15 9-10 9-11 gives the SDK user, token, addresses, platform 5 and the log level, and keeps it quiet", async () => {
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

  it("4-04 counts being logged in already as done", async () => {
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

  it("4-04 attempts at the same time are one", async () => {
    const { im, worker } = setUpIm();
    await Promise.all([im.login(), im.login(), im.login()]);
    expect(worker().argsOf("login")).toHaveLength(1);
  });

  it("4-04 never takes somebody else's login for the own", async () => {
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

  it("4-03 a refusal is a failure and leaves nobody logged in", async () => {
    const { im } = setUpIm({ login: () => Promise.reject(refusal(10005, "Error: 10001 Timeout")) });
    expect(await code(im.login())).toBe("timeout");
    expect(await im.loginStatus()).toBe("loggedOut");
  });

  it("4-06 without stored credentials says that the session ended, and starts nothing", async () => {
    const { im, workers, signInAs } = setUpIm();
    signInAs(null);
    expect(await code(im.login())).toBe("sessionEnded");
    expect(workers).toEqual([]);
  });
});

describe("the SDK's life", () => {
  it("7-16 logs out of the SDK", async () => {
    const { im, worker } = setUpIm({ logout: () => "" });
    await im.login();
    await im.logout();
    expect(worker().argsOf("logout")).toHaveLength(1);
  });

  it("4-28 a crash is told once, and logging in again starts a new worker", async () => {
    const { im, worker, workers, heard } = setUpIm();
    await im.login();
    worker().fail();
    expect(heard).toEqual([{ type: "im.crashed" }]);
    expect(await code(im.loginStatus())).toBe("unknown");
    await im.login();
    expect(workers).toHaveLength(2);
    expect(await im.loginStatus()).toBe("loggedIn");
  });

  it("4-17 stopped, it ends its worker and is not ready any more", async () => {
    const { im, worker, heard } = setUpIm();
    await im.login();
    await im.stop();
    expect(worker().terminated).toBe(true);
    expect(await code(im.loginStatus())).toBe("unknown");
    expect(heard).toEqual([]);
  });

  it("4-17 stopped while it starts, it does not come back as ready", async () => {
    const { im } = setUpIm();
    const started = code(im.start());
    await im.stop();
    expect(await started).toBe("unknown");
    expect(await code(im.loginStatus())).toBe("unknown");
  });

  it("7-51 who stops listening hears nothing more", async () => {
    const { im, worker } = setUpIm();
    const heard: unknown[] = [];
    const stop = im.connectionEvents((event) => heard.push(event));
    await im.login();
    worker().emit({ name: "OnConnecting" });
    stop();
    worker().emit({ name: "OnConnectSuccess" });
    expect(heard).toEqual([{ type: "im.connecting" }]);
  });

  it("7-51 one listener hears each event once, over any number of logins", async () => {
    const { im, worker, heard } = setUpIm();
    await im.login();
    await im.login();
    worker().emit({ name: "OnConnectSuccess" });
    expect(heard).toEqual([{ type: "im.connected" }]);
  });
});
