import { getSDK } from "@openim/wasm-client-sdk";
import { describe, expect, it, vi } from "vitest";
import { patchSdk } from "../../../../src/adapters/openim/worker/quirks.ts";

/** The SDK object with a global object that has the functions of the wasm. */
function setUp(login: () => unknown) {
  const calls: unknown[][] = [];
  let tell: (event: string) => void = () => {};
  vi.stubGlobal("self", {
    commonEventFunc: (listener: typeof tell) => {
      tell = listener;
    },
    initSDK: (...args: unknown[]) => calls.push(["initSDK", ...args]),
    login: (...args: unknown[]) => {
      calls.push(["login", ...args]);
      return login();
    },
  });
  const sdk = getSDK();
  patchSdk(sdk);
  const emitted: unknown[][] = [];
  sdk.emit = (...args) => {
    emitted.push(args);
    return sdk;
  };
  return { sdk, calls, emitted, tell: (event: unknown) => tell(JSON.stringify(event)) };
}

const person = {
  userID: "ann",
  token: "secret",
  platformID: 5,
  apiAddr: "https://im.test/api",
  wsAddr: "wss://im.test/ws",
  logLevel: 5,
  isLogStandardOutput: false,
};

describe("the SDK's call that mutes a group", () => {
  it("passes as many arguments as the wasm takes", async () => {
    const { sdk } = setUp(() => "");
    const mute = vi.fn(async () => "done");
    Reflect.set(self, "changeGroupMute", mute);
    const params = { groupID: "g", isMute: true };
    expect(await sdk.changeGroupMute(params, "operation")).toEqual({ data: "done" });
    expect(mute.mock.calls).toEqual([["operation", "g", true]]);
  });
});

describe("the SDK login", () => {
  it("4-01 calls the wasm at once, without waiting for the database worker", async () => {
    const { sdk, calls } = setUp(() => "logged in");
    expect(await sdk.login(person, "operation")).toBe("logged in");
    const { userID, token, ...config } = person;
    expect(calls[0]?.slice(0, 2)).toEqual(["initSDK", "operation"]);
    expect(JSON.parse(String(calls[0]?.[2]))).toMatchObject({ ...config, dataDir: "./" });
    expect(String(calls[0]?.[2])).not.toContain(token);
    expect(calls[1]).toEqual(["login", "operation", userID, token]);
  });

  it("4-60 emits the wasm's events, with JSON or text data", async () => {
    const { sdk, emitted, tell } = setUp(() => "");
    await sdk.login(person);
    tell({ event: "OnSyncServerStart", data: "true", errCode: 0 });
    tell({ event: "OnUserTokenInvalid", data: "1503 token", errCode: 0 });
    expect(emitted).toEqual([
      ["OnSyncServerStart", { data: true, errCode: 0 }],
      ["OnUserTokenInvalid", { data: "1503 token", errCode: 0 }],
    ]);
  });
});
