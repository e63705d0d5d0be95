// @vitest-environment jsdom
import { afterEach, describe, expect, it } from "vitest";
import { createAddress } from "../../../../src/adapters/platform/address.ts";
import { createMeetingKeys } from "../../../../src/adapters/storage/meeting-keys.ts";
import { closedStorage, memoryStorage } from "../support/memory-storage.ts";

const ORIGIN = "https://parley.example";
const ID = "0123456789abcdef0123456789abcdef";
const KEY = "A-z_09A-z_09A-z_09A-z_";
const PLAIN = `${ORIGIN}/meeting?roomID=${ID}`;
const WHOLE = `${PLAIN}#${KEY}`;

const keysIn = (storage: Storage) => createMeetingKeys(storage, ORIGIN);
const roomOf = (number: number) => number.toString(16).padStart(32, "0");

describe("keys of encrypted meetings", () => {
  it("11-44 survive a reload, and one key is made of 128 random bits", () => {
    const storage = memoryStorage();
    const keys = keysIn(storage);
    expect(keys.take(WHOLE)).toBe(PLAIN);
    keys.make({ roomID: roomOf(1) });
    keys.make({ roomID: roomOf(2) });
    const links = [1, 2].map((number) => keys.linkOf(roomOf(number)));
    const many = Array.from({ length: 200 }, () => {
      keys.make({ roomID: roomOf(4) });
      return keys.linkOf(roomOf(4));
    });
    for (const link of [...links, ...many])
      expect(link).toMatch(/^https:\/\/parley\.example\/meeting\?roomID=\w{32}#[\w-]{22}$/);
    keys.drop({ roomID: roomOf(4) });
    expect(new Set(links.map((link) => link.split("#")[1])).size).toBe(2);
    const reloaded = keysIn(storage);
    expect([ID, roomOf(1), roomOf(2), roomOf(3)].map(reloaded.linkOf)).toEqual([
      WHOLE,
      ...links,
      `${ORIGIN}/meeting?roomID=${roomOf(3)}`,
    ]);
    expect([reloaded.keyOf(ID)?.reveal(), reloaded.keyOf(roomOf(3))]).toEqual([KEY, null]);
  });

  it("11-44 are kept without access to storage, too", () => {
    const keys = keysIn(closedStorage());
    keys.take(WHOLE);
    expect(keys.linkOf(ID)).toBe(WHOLE);
    expect(keysIn(memoryStorage({ "parley:meeting-keys": "[[1" })).linkOf(ID)).toBe(PLAIN);
  });

  it("11-44 are at most twenty", () => {
    const keys = keysIn(memoryStorage());
    for (let number = 0; number < 25; number++) keys.make({ roomID: roomOf(number) });
    const kept = Array.from({ length: 25 }, (_, number) => keys.keyOf(roomOf(number)) !== null);
    expect(kept.filter(Boolean)).toHaveLength(20);
    expect([kept.at(0), kept.at(-1)]).toEqual([false, true]);
  });

  it("11-44 are reported when they come and go, each to its own meeting", () => {
    const keys = keysIn(memoryStorage());
    const heard: string[] = [];
    const stop = keys.watch({ roomID: ID }, (key) => heard.push(key));
    keys.make({ roomID: roomOf(1) });
    keys.take(WHOLE);
    keys.drop({ roomID: ID });
    stop();
    keys.take(WHOLE);
    expect(heard).toEqual(["none", "kept", "none"]);
  });

  it("11-44 are dropped at sign-out, except the key of a link that was only opened", () => {
    const storage = memoryStorage();
    const keys = keysIn(storage);
    keys.make({ roomID: roomOf(1) });
    keys.take(WHOLE);
    keys.forget();
    expect([keys.linkOf(ID), keys.keyOf(roomOf(1))]).toEqual([WHOLE, null]);
    keys.keyOf(ID);
    keys.forget();
    expect([keys.linkOf(ID), storage.length]).toEqual([PLAIN, 0]);
  });
});

describe("a meeting that was encrypted", () => {
  it("11-44 is known as such after its key is gone, until its whole link is opened", () => {
    const keys = keysIn(memoryStorage());
    keys.take(WHOLE);
    keys.keyOf(ID);
    const heard: string[] = [];
    keys.watch({ roomID: ID }, (key) => heard.push(key));
    keys.forget();
    keys.take(WHOLE);
    expect(heard).toEqual(["kept", "lost", "kept"]);
  });

  it("11-44 is known as such after the keys of twenty others have pushed its key out", () => {
    const keys = keysIn(memoryStorage());
    keys.take(WHOLE);
    for (let number = 0; number < 20; number++) keys.make({ roomID: roomOf(number) });
    const heard: string[] = [];
    keys.watch({ roomID: ID }, (key) => heard.push(key));
    keys.take(WHOLE);
    expect(heard).toEqual(["lost", "kept"]);
  });

  it("11-44 keeps its key while the user is in it, also after a reload", () => {
    const storage = memoryStorage();
    const keys = keysIn(storage);
    keys.take(WHOLE);
    keys.keyOf(ID);
    expect([keys.linkOf(ID), keysIn(storage).linkOf(ID)]).toEqual([WHOLE, WHOLE]);
  });

  it("11-44 keeps the key of a link that was only opened through a reload and a sign-out", () => {
    const storage = memoryStorage();
    keysIn(storage).take(WHOLE);
    const reloaded = keysIn(storage);
    reloaded.forget();
    expect(reloaded.linkOf(ID)).toBe(WHOLE);
  });

  it("11-44 keeps the key that its maker made, whatever link is opened, also after a reload", () => {
    const storage = memoryStorage();
    const keys = keysIn(storage);
    keys.make({ roomID: ID });
    const link = keys.linkOf(ID);
    keys.take(WHOLE);
    const reloaded = keysIn(storage);
    reloaded.take(WHOLE);
    expect([keys.linkOf(ID), reloaded.linkOf(ID)]).toEqual([link, link]);
  });
});

describe("the address", () => {
  afterEach(() => history.replaceState(null, "", "/"));

  const opened = (address: string) => {
    history.replaceState(null, "", address);
    const keys = createMeetingKeys(memoryStorage(), location.origin);
    const length = history.length;
    const place = createAddress(history, keys.take).currentPlace();
    expect(history.length).toBe(length);
    return { place, keys };
  };

  it("11-44 loses the key of a meeting when the app reads it", () => {
    const { place, keys } = opened(`/meeting?roomID=${ID}#${KEY}`);
    expect(place).toEqual({ path: "/meeting", search: `roomID=${ID}` });
    expect(location.href).toBe(`${location.origin}/meeting?roomID=${ID}`);
    expect(keys.linkOf(ID)).toBe(`${location.href}#${KEY}`);
  });

  it("11-44 with a damaged key leads to no meeting", () => {
    const { place, keys } = opened(`/meeting?roomID=${ID}#${KEY.slice(1)}`);
    expect(place).toEqual({ path: "/meeting", search: "roomID=damaged" });
    expect([location.hash, keys.keyOf(ID)]).toEqual(["", null]);
  });

  it.each([["/login#top"], [`/meeting?roomID=${ID}`]])("11-44 %s stays as it is", (address) => {
    opened(address);
    expect(location.href).toBe(`${location.origin}${address}`);
  });
});
