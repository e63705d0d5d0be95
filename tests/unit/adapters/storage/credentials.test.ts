import { describe, expect, it } from "vitest";
import { Failure, type FailureCode } from "../../../../machines/domain/failure.ts";
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
    for (const name of ["IM_TOKEN", "IM_CHAT_TOKEN", "IM_USERID"]) expect(storage.getItem(name)).toBeNull();
    expect(storage.getItem("wsUrl")).toBe("ws://10.0.0.1");
  });

  it("3-30 fail with a Failure without browser storage", async () => {
    const credentials = createCredentials(closedStorage(), window);
    expect(await credentials.port.read()).toBeNull();
    expect(() => credentials.keep({ userID: "u1", imToken: "im-1", chatToken: "chat-1" })).toThrow(Failure);
    await expect(credentials.port.forget()).rejects.toThrow(Failure);
  });

  it.each<[string, FailureCode]>([
    ["QuotaExceededError", "deviceFull"],
    ["NS_ERROR_DOM_QUOTA_REACHED", "deviceFull"],
    ["SecurityError", "unknown"],
  ])("3-30 8-25 fail after a %s with the reason %s", (name, code) => {
    const storage = memoryStorage();
    storage.setItem = () => {
      throw new DOMException("", name);
    };
    const { keep } = createCredentials(storage, window);
    expect(() => keep({ userID: "u1", imToken: "im-1", chatToken: "chat-1" })).toThrow(new Failure(code));
  });

  it("4-18 report a sign-out in another tab, until the listener is removed", () => {
    const { storage, change, hear, heard, stop } = listening();
    change("parley:outbox:u1", null);
    expect(heard).toEqual([]);
    change("IM_TOKEN", null);
    expect(heard).toEqual(["credentials.gone"]);
    stop();
    storage.clear();
    hear(null);
    expect(heard).toHaveLength(1);

    const cleared = listening();
    cleared.storage.clear();
    cleared.hear(null);
    expect(cleared.heard).toEqual(["credentials.gone"]);
  });

  it("4-18 report a sign-in as another user in another tab, and none as the same user", () => {
    const same = listening();
    for (const [key, value] of [
      ["IM_USERID", "u1"],
      ["IM_CHAT_TOKEN", "chat-2"],
      ["IM_TOKEN", "im-2"],
    ] as const)
      same.change(key, value);
    expect(same.heard).toEqual([]);

    const other = listening();
    for (const [key, value] of [
      ["IM_USERID", "u2"],
      ["IM_CHAT_TOKEN", "chat-9"],
      ["IM_TOKEN", "im-9"],
    ] as const)
      other.change(key, value);
    expect(other.heard[0]).toBe("credentials.gone");
  });

  it("4-18 stay when the server ends an older login of this tab", async () => {
    const storage = memoryStorage(stored);
    const credentials = createCredentials(storage, window);
    credentials.use();
    storage.setItem("IM_TOKEN", "im-2");
    await credentials.port.forget(true);
    expect(await credentials.port.read()).toEqual({ userID: "u1" });
    credentials.use();
    await credentials.port.forget(true);
    expect(await credentials.port.read()).toBeNull();
  });

  it("4-18 leave no token of another kind when the server ends a login whose token is gone", async () => {
    const storage = memoryStorage(stored);
    const credentials = createCredentials(storage, window);
    credentials.use();
    storage.removeItem("IM_TOKEN");
    await credentials.port.forget(true);
    expect([storage.length, credentials.mediaToken()]).toEqual([0, null]);
  });

  it("0-02 open media with the IM token if there is no chat token", () => {
    const tokenOf = (chat: string) =>
      createCredentials(memoryStorage({ ...stored, IM_CHAT_TOKEN: chat }), window).mediaToken();
    expect(["chat-1", "", "undefined", "null"].map(tokenOf)).toEqual(["chat-1", "im-1", "im-1", "im-1"]);
  });

  it("4-14 are deleted on sign-out also if they are newer than the login of this tab", async () => {
    const storage = memoryStorage(stored);
    const credentials = createCredentials(storage, window);
    credentials.use();
    storage.setItem("IM_TOKEN", "im-2");
    await credentials.port.forget();
    expect(await credentials.port.read()).toBeNull();
  });
});

/** A tab that listens, and changes of the storage by another. */
function listening() {
  const tabs = new EventTarget();
  const heard: string[] = [];
  const storage = memoryStorage(stored);
  const credentials = createCredentials(storage, tabs as typeof window);
  const stop = credentials.port.events(({ type }) => heard.push(type));
  const hear = (key: string | null) => tabs.dispatchEvent(Object.assign(new Event("storage"), { key }));
  const change = (key: string, value: string | null) => {
    if (value === null) storage.removeItem(key);
    else storage.setItem(key, value);
    hear(key);
  };
  return { storage, heard, stop, hear, change };
}
