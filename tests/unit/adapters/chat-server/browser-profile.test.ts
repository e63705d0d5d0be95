import { describe, expect, it } from "vitest";
import { prefixOf, readPage, storeOf } from "../../../../src/adapters/chat-server/browser-profile.ts";
import { createCredentials } from "../../../../src/adapters/storage/credentials.ts";
import { memoryStorage } from "../support/memory-storage.ts";

describe("11-03 the profile of a page", () => {
  const at = (search: string, name = "") => {
    const window = { name };
    return { ...readPage({ location: { search }, window }), window };
  };

  it("is read from the address, and is empty by default", () => {
    expect(at("?profile=left").profile).toBe("left");
    expect(at("?x=1&profile=Right_2-b").profile).toBe("Right_2-b");
    expect(at("").profile).toBe("");
    expect(at("?conversationID=profile").profile).toBe("");
  });

  it("is remembered in the window name until the address names another", () => {
    const { window } = at("?profile=left");
    expect(at("", window.name).profile).toBe("left");
    const other = at("?profile=right", window.name);
    expect(at("", other.window.name).profile).toBe("right");
    const ended = at("?profile=off", window.name);
    expect([ended.profile, ended.window.name]).toEqual(["", ""]);
  });

  it("rejects names that could read other data, and ignores other window names", () => {
    for (const name of ["a:b", "a/b", "x".repeat(33), "左"])
      expect(at(`?profile=${encodeURIComponent(name)}`).profile).toBe("");
    expect(at("", "xstateinspector").profile).toBe("");
    expect(at("", "parley?profile=a%3Ab").profile).toBe("");
    expect(at("", "xstateinspector").window.name).toBe("xstateinspector");
  });

  it("11-04 is remembered with the inspect option, which must be requested", () => {
    expect(at("").inspect).toBeNull();
    expect(at("?inspect").inspect).toBe("");
    const asked = at("?profile=left&inspect=texts");
    expect(asked.inspect).toBe("texts");
    expect(at("", asked.window.name)).toMatchObject({ profile: "left", inspect: "texts" });
    expect(at("?inspect=off", asked.window.name)).toMatchObject({ profile: "left", inspect: null });
  });
});

describe("11-09 the external inspector option", () => {
  it("is read only from the address and never remembered", () => {
    const window = { name: "" };
    expect(readPage({ location: { search: "?inspect=stately&profile=left" }, window }).inspect).toBe(
      "stately",
    );
    expect(readPage({ location: { search: "" }, window })).toEqual({ profile: "left", inspect: null });
    const named = { name: "parley?inspect=stately" };
    expect(readPage({ location: { search: "" }, window: named }).inspect).toBeNull();
    expect(named.name).toBe("");
  });
});

describe("11-03 the storage of a profile", () => {
  it("has its own entries under ordinary key names", () => {
    const storage = memoryStorage();
    const left = storeOf(storage, "left");
    const right = storeOf(storage, "right");
    storage.setItem("sound", "off");
    left.setItem("sound", "on");
    left.setItem("language", "zh");
    expect([storage.getItem("sound"), left.getItem("sound"), right.getItem("sound")]).toEqual([
      "off",
      "on",
      null,
    ]);
    expect(Array.from({ length: left.length }, (_, index) => left.key(index)).sort()).toEqual([
      "language",
      "sound",
    ]);
    expect([left.key(2), right.length, right.key(0)]).toEqual([null, 0, null]);
    left.removeItem("sound");
    expect([storage.getItem("sound"), left.getItem("sound")]).toEqual(["off", null]);
  });

  it("keeps other profiles' entries when it is cleared", () => {
    const storage = memoryStorage();
    storage.setItem("own", "1");
    storeOf(storage, "left").setItem("own", "2");
    storeOf(storage, "left2").setItem("own", "3");
    storeOf(storage, "left").clear();
    expect([storage.getItem("own"), storeOf(storage, "left").getItem("own")]).toEqual(["1", null]);
    expect(storeOf(storage, "left2").getItem("own")).toBe("3");
  });

  it("is the browser's storage without a profile", () => {
    const storage = memoryStorage();
    expect(storeOf(storage, "")).toBe(storage);
    expect(prefixOf("")).toBe("");
  });

  it("includes credentials: a sign-out is reported only to tabs of the same profile", () => {
    const storage = memoryStorage();
    const window = new EventTarget();
    const heard = { left: 0, right: 0 };
    const stops = (["left", "right"] as const).map((profile) => {
      const credentials = createCredentials(storeOf(storage, profile), window);
      credentials.keep({ userID: profile, imToken: "im", chatToken: "chat" });
      return credentials.port.events(() => {
        heard[profile] += 1;
      });
    });
    const removed = Array.from({ length: storage.length }, (_, index) => storage.key(index)).find(
      (key) => key?.startsWith(prefixOf("left")) && key.endsWith("IM_TOKEN"),
    );
    storage.removeItem(removed ?? "");
    window.dispatchEvent(Object.assign(new Event("storage"), { key: removed }));
    expect(heard).toEqual({ left: 1, right: 0 });
    for (const stop of stops) stop();
  });
});
