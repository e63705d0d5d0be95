import { describe, expect, it } from "vitest";
import { Failure } from "../../../../machines/domain/failure.ts";
import { createCredentials } from "../../../../src/adapters/storage/credentials.ts";
import { closedStorage, memoryStorage } from "../support/memory-storage.ts";

const stored = { IM_TOKEN: "im-1", IM_CHAT_TOKEN: "chat-1", IM_USERID: "u1" };
const window = new EventTarget() as Pick<Window, "addEventListener" | "removeEventListener">;

describe("credentials", () => {
  it("3-30 3-31 are stored under the names that openim-h5 uses", () => {
    const storage = memoryStorage();
    createCredentials(storage, window).keep({ userID: "u1", imToken: "im-1", chatToken: "chat-1" });
    const entries = Object.keys(stored).map((key) => [key, storage.getItem(key)]);
    expect(Object.fromEntries(entries)).toEqual(stored);
  });

  it("3-30 are read completely, but charts get only the user id", async () => {
    const credentials = createCredentials(memoryStorage(stored), window);
    expect(credentials.read()).toEqual({ userID: "u1", imToken: "im-1", chatToken: "chat-1" });
    expect(await credentials.port.read()).toEqual({ userID: "u1" });
  });

  it.each(Object.keys(stored))("3-31 are null without %s", async (key) => {
    for (const value of ["", "undefined", "null"]) {
      const credentials = createCredentials(memoryStorage({ ...stored, [key]: value }), window);
      expect(await credentials.port.read()).toBeNull();
    }
  });

  it("4-14 are deleted, and other entries stay", async () => {
    const storage = memoryStorage({ ...stored, wsUrl: "ws://10.0.0.1" });
    const credentials = createCredentials(storage, window);
    await credentials.port.forget();
    expect(await credentials.port.read()).toBeNull();
    expect(storage.getItem("wsUrl")).toBe("ws://10.0.0.1");
  });

  it("3-30 fail with a Failure without browser storage", async () => {
    const credentials = createCredentials(closedStorage(), window);
    expect(await credentials.port.read()).toBeNull();
    expect(() => credentials.keep({ userID: "u1", imToken: "im-1", chatToken: "chat-1" })).toThrow(Failure);
    await expect(credentials.port.forget()).rejects.toThrow(Failure);
  });

  it("4-18 report a sign-out in another tab once, until the listener is removed", () => {
    const tabs = new EventTarget();
    const heard: string[] = [];
    const credentials = createCredentials(memoryStorage(stored), tabs as typeof window);
    const stop = credentials.port.events(({ type }) => heard.push(type));
    const change = (key: string | null, oldValue: string | null, newValue: string | null) =>
      tabs.dispatchEvent(Object.assign(new Event("storage"), { key, oldValue, newValue }));

    change("IM_USERID", "u1", null);
    change("IM_CHAT_TOKEN", "chat-1", null);
    change("IM_TOKEN", "im-1", null);
    expect(heard).toEqual(["credentials.gone"]);

    change("IM_TOKEN", null, "im-2");
    change("IM_TOKEN", "im-2", "im-3");
    change("parley:outbox:u1", "[]", null);
    expect(heard).toHaveLength(1);

    change(null, null, null);
    expect(heard).toHaveLength(2);

    stop();
    change("IM_TOKEN", "im-3", null);
    expect(heard).toHaveLength(2);
  });
});
