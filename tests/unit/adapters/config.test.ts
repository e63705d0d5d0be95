import { describe, expect, it } from "vitest";
import {
  builtOrigins,
  readAddresses,
  readScreenShare,
  readStorageOrigins,
} from "../../../src/adapters/config.ts";
import { closedStorage, memoryStorage } from "./support/memory-storage.ts";

const origin = "https://im.example.com";

describe("sharing the screen", () => {
  it.each([
    [{}, {}, true],
    [{}, { VITE_SCREEN_SHARE: "off" }, false],
    [{}, { VITE_SCREEN_SHARE: "" }, true],
    [{ screenShare: "off" }, {}, false],
    [{ screenShare: "on" }, { VITE_SCREEN_SHARE: "off" }, true],
  ])("7-40 is allowed unless this browser or the build forbids it: %j %j", (stored, env, isAllowed) => {
    expect(readScreenShare({ overrides: memoryStorage(stored), env })).toBe(isAllowed);
  });

  it("7-40 is decided by the build if the storage is closed", () => {
    expect(readScreenShare({ overrides: closedStorage(), env: { VITE_SCREEN_SHARE: "off" } })).toBe(false);
  });
});

describe("server URLs", () => {
  it("3-37 use the page's own host by default", () => {
    expect(readAddresses({ overrides: memoryStorage(), env: {}, origin })).toEqual({
      apiUrl: "https://im.example.com/api",
      wsUrl: "wss://im.example.com/msg_gateway",
      chatUrl: "https://im.example.com/chat",
      logLevel: 5,
    });
  });

  it("3-37 use http and the port of the page", () => {
    const local = readAddresses({ overrides: memoryStorage(), env: {}, origin: "http://192.168.1.7:5173" });
    expect(local.wsUrl).toBe("ws://192.168.1.7:5173/msg_gateway");
  });

  it("3-37 use the host that the build names", () => {
    for (const host of ["other.example.org", "https://other.example.org", "https://other.example.org/"]) {
      expect(
        readAddresses({ overrides: memoryStorage(), env: { VITE_PARLEY_HOST: host }, origin }),
      ).toMatchObject({
        apiUrl: "https://other.example.org/api",
        wsUrl: "wss://other.example.org/msg_gateway",
        chatUrl: "https://other.example.org/chat",
      });
    }
  });

  it("3-37 use each URL that the build names", () => {
    const env = {
      VITE_PARLEY_HOST: "other.example.org",
      VITE_API_URL: "https://api.example.org",
      VITE_WS_URL: "wss://ws.example.org",
      VITE_CHAT_URL: "",
    };
    expect(readAddresses({ overrides: memoryStorage(), env, origin })).toMatchObject({
      apiUrl: "https://api.example.org",
      wsUrl: "wss://ws.example.org",
      chatUrl: "https://other.example.org/chat",
    });
  });

  it("3-35 3-36 prefer the user's overrides wsUrl, apiUrl, chatUrl and logLevel", () => {
    const overrides = memoryStorage({
      wsUrl: "ws://10.0.0.1:10001",
      apiUrl: "http://10.0.0.1:10002/",
      chatUrl: "http://10.0.0.1:10008",
      logLevel: "2",
    });
    const env = { VITE_PARLEY_HOST: "other.example.org" };
    expect(readAddresses({ overrides, env, origin })).toEqual({
      wsUrl: "ws://10.0.0.1:10001",
      apiUrl: "http://10.0.0.1:10002",
      chatUrl: "http://10.0.0.1:10008",
      logLevel: 2,
    });
  });

  it("3-38 9-11 have log level 5 unless a level from 0 to 6 is set", () => {
    for (const logLevel of ["", "7", "-1", "loud", "1e0"])
      expect(readAddresses({ overrides: memoryStorage({ logLevel }), env: {}, origin }).logLevel).toBe(5);
    expect(readAddresses({ overrides: memoryStorage({ logLevel: "0" }), env: {}, origin }).logLevel).toBe(0);
  });

  it("3-35 are read without the blanks that a user has pasted around them", () => {
    const overrides = memoryStorage({ chatUrl: " http://10.0.0.1:10008 ", apiUrl: " " });
    expect(readAddresses({ overrides, env: {}, origin })).toMatchObject({
      apiUrl: `${origin}/api`,
      chatUrl: "http://10.0.0.1:10008",
    });
  });

  it("3-35 work without local storage", () => {
    expect(readAddresses({ overrides: closedStorage(), env: {}, origin }).chatUrl).toBe(`${origin}/chat`);
  });
});

describe("storage origins", () => {
  it("3-37 are the page's own server by default", () => {
    expect(readStorageOrigins({ overrides: memoryStorage(), env: {}, origin })).toEqual({
      built: new Set([origin]),
      chosen: new Set(),
    });
    expect(builtOrigins({})).toEqual(new Set());
  });

  it("3-37 are the build's servers and its extra storage origins", () => {
    const env = {
      VITE_API_URL: "https://im.example.org/api",
      VITE_CHAT_URL: "https://chat.example.org:8443/chat",
      VITE_STORAGE_ORIGINS: "https://minio.example.org:9000, http://cdn.example.org/faces nonsense data:x",
    };
    expect([...builtOrigins(env)]).toEqual([
      "https://im.example.org",
      "https://chat.example.org:8443",
      "https://minio.example.org:9000",
      "http://cdn.example.org",
    ]);
  });

  it("3-35 3-36 include the origins that a running client names, separately", () => {
    const overrides = memoryStorage({
      apiUrl: "http://10.0.0.1:10002/",
      chatUrl: "http://10.0.0.1:10008",
      storageOrigins: "http://10.0.0.1:10005",
    });
    expect(readStorageOrigins({ overrides, env: {}, origin }).chosen).toEqual(
      new Set(["http://10.0.0.1:10002", "http://10.0.0.1:10008", "http://10.0.0.1:10005"]),
    );
    expect(readStorageOrigins({ overrides: closedStorage(), env: {}, origin }).chosen).toEqual(new Set());
  });
});
