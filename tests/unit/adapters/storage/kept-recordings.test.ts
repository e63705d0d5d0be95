import fc from "fast-check";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { RecordingToKeep } from "../../../../machines/ports/recorder.ts";
import { createOwnFiles, type OwnFiles } from "../../../../src/adapters/storage/own-files.ts";
import { createStorage } from "../../../../src/adapters/storage/storage.ts";
import { fileKey } from "../../../../src/adapters/storage/storage-keys.ts";
import { closedStorage, memoryStorage } from "../support/memory-storage.ts";

const KEY = "parley:recordings:u1";

let local: Storage;
let files: OwnFiles;
const open = () => createStorage({ session: memoryStorage(), local, files });

beforeEach(() => {
  let count = 0;
  vi.spyOn(URL, "createObjectURL").mockImplementation(() => `blob:${++count}`);
  vi.spyOn(URL, "revokeObjectURL").mockImplementation(() => {});
  vi.spyOn(console, "warn").mockImplementation(() => {});
  local = memoryStorage();
  files = createOwnFiles(() => undefined);
});

const aRecording = (conversationID: string, changes: Partial<RecordingToKeep> = {}): RecordingToKeep => ({
  userID: "u1",
  conversationID,
  clientMsgID: `said in ${conversationID}`,
  bytes: new Blob(["some words"], { type: "audio/webm" }),
  enclosure: { type: "voice", mime: "audio/webm", bytes: 10, preview: "", seconds: 4, levels: [0.25, 1] },
  ...changes,
});
const read = (conversationID: string, userID = "u1") => open().readRecording({ userID, conversationID });
const bytesOf = (clientMsgID: string) => files.read(fileKey("u1", clientMsgID));

describe("an unsent recording", () => {
  it("4-63 is found by user and conversation, with its duration and levels", async () => {
    const kept = await open().keepRecording(aRecording("si_a"));
    expect(kept.enclosure.preview).toBe("blob:1");
    expect(await read("si_a")).toEqual(kept);
    expect(await read("si_b")).toBeNull();
    expect(await read("si_a", "u2")).toBeNull();
    expect(await (await bytesOf(kept.clientMsgID))?.text()).toBe("some words");
  });

  it("4-63 replaces an earlier recording of the conversation", async () => {
    await open().keepRecording(aRecording("si_a"));
    await open().keepRecording(aRecording("si_a", { clientMsgID: "newer" }));
    expect((await read("si_a"))?.clientMsgID).toBe("newer");
    expect(await bytesOf("said in si_a")).toBeNull();
  });

  it("4-63 is found while the bytes of an earlier one are still being deleted", async () => {
    await open().keepRecording(aRecording("si_a"));
    const { drop } = files;
    let end = () => {};
    vi.spyOn(files, "drop").mockImplementation(async (key) => {
      await new Promise<void>((resolve) => {
        end = resolve;
      });
      return drop(key);
    });
    const keeping = open().keepRecording(aRecording("si_a", { clientMsgID: "newer" }));
    expect((await read("si_a"))?.clientMsgID).toBe("newer");
    end();
    await keeping;
    expect((await read("si_a"))?.clientMsgID).toBe("newer");
  });

  it("4-63 counts as stored when its bytes are", async () => {
    const order: string[] = [];
    const { keep } = files;
    vi.spyOn(files, "keep").mockImplementation(async (...file) => {
      await keep(...file);
      await new Promise((resolve) => setImmediate(resolve));
      order.push("bytes");
    });
    await open().keepRecording(aRecording("si_a"));
    order.push("stored");
    expect(order).toEqual(["bytes", "stored"]);
  });

  it("4-63 keeps its bytes when it is stored again under the same id", async () => {
    await open().keepRecording(aRecording("si_a"));
    await open().keepRecording(aRecording("si_a"));
    expect(await bytesOf("said in si_a")).not.toBeNull();
  });

  it("4-63 is dropped with its bytes when it is the oldest of too many", async () => {
    for (let index = 0; index < 20; index += 1) await open().keepRecording(aRecording(`si_${index}`));
    expect(await read("si_0")).not.toBeNull();
    await open().keepRecording(aRecording("si_20"));
    const told: (readonly string[])[] = [];
    open().watchRecordings({ userID: "u1" }, ({ conversationIDs }) => told.push(conversationIDs))();
    expect(told.map((ids) => [ids.length, ids.includes("si_0")])).toEqual([[20, false]]);
    expect(await read("si_0")).toBeNull();
    expect(await bytesOf("said in si_0")).toBeNull();
    expect(await read("si_1")).not.toBeNull();
  });

  it.each([1, 60])("4-63 of %d seconds is found by the next page", async (seconds) => {
    const { enclosure } = aRecording("si_a");
    await open().keepRecording(aRecording("si_a", { enclosure: { ...enclosure, seconds } }));
    expect((await read("si_a"))?.enclosure.seconds).toBe(seconds);
  });

  it("4-63 loses its bytes when it is deleted, but leaves them to the outbox when it is sent", async () => {
    await open().keepRecording(aRecording("si_a"));
    await open().keepRecording(aRecording("si_b"));
    await open().dropRecording({ userID: "u1", conversationID: "si_a" });
    await open().releaseRecording({ userID: "u1", conversationID: "si_b" });
    expect([await read("si_a"), await read("si_b")]).toEqual([null, null]);
    expect(await bytesOf("said in si_a")).toBeNull();
    expect(await bytesOf("said in si_b")).not.toBeNull();
    expect(local.length).toBe(0);
  });

  it("8-36 keeps its bytes when the outbox deletes unused bytes", async () => {
    await open().keepRecording(aRecording("si_a"));
    const sweep = vi.spyOn(files, "sweep");
    await open().readOutbox({ userID: "u1" });
    const [, isWanted] = sweep.mock.calls[0] ?? [];
    expect(isWanted?.(fileKey("u1", "said in si_a"))).toBe(true);
    expect(isWanted?.(fileKey("u1", "another"))).toBe(false);
  });

  it("4-63 is reported to the conversation list at once and on each change", async () => {
    const store = open();
    await store.keepRecording(aRecording("si_a"));
    const told: (readonly string[])[] = [];
    const stop = store.watchRecordings({ userID: "u1" }, ({ conversationIDs }) => told.push(conversationIDs));
    await store.keepRecording(aRecording("si_b"));
    await store.keepRecording(aRecording("si_c", { userID: "u2" }));
    await store.releaseRecording({ userID: "u1", conversationID: "si_a" });
    await store.dropRecording({ userID: "u1", conversationID: "si_b" });
    stop();
    await store.keepRecording(aRecording("si_a"));
    expect(told).toEqual([["si_a"], ["si_b", "si_a"], ["si_b"], []]);
  });

  it("4-63 is null if the browser deleted its bytes", async () => {
    await open().keepRecording(aRecording("si_a"));
    await files.drop(fileKey("u1", "said in si_a"));
    expect(await read("si_a")).toBeNull();
    expect(local.length).toBe(0);
  });

  it("4-17 is deleted with its bytes for all users on sign-out", async () => {
    await open().keepRecording(aRecording("si_a"));
    await open().keepRecording(aRecording("si_a", { userID: "u2", clientMsgID: "theirs" }));
    local.setItem("parley:sound", "off");
    open().forgetRecordings();
    expect([local.length, local.key(0)]).toEqual([1, "parley:sound"]);
    expect(await bytesOf("said in si_a")).toBeNull();
    expect(await files.read(fileKey("u2", "theirs"))).toBeNull();
  });

  it("4-63 can be played and sent without browser storage", async () => {
    local = closedStorage();
    const kept = await open().keepRecording(aRecording("si_a"));
    expect(kept.enclosure.preview).toBe("blob:1");
    expect(await bytesOf(kept.clientMsgID)).not.toBeNull();
    expect(await read("si_a")).toBeNull();
    expect(() => open().forgetRecordings()).not.toThrow();
  });

  it("4-63 is found beside invalid entries, and no stored value throws", async () => {
    await open().keepRecording(aRecording("si_a"));
    const [good] = JSON.parse(local.getItem(KEY) ?? "[]");
    const broken = [
      null,
      {},
      { ...good, seconds: 61 },
      { ...good, levels: ["loud"] },
      { ...good, levels: [1.5] },
      { ...good, clientMsgID: "" },
      { ...good, bytes: -1 },
    ];
    local.setItem(KEY, JSON.stringify([...broken, good]));
    expect((await read("si_a"))?.enclosure.levels).toEqual(good.levels);
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.string(), fc.json()), async (text) => {
        local.setItem(KEY, text);
        expect(await read("si_a")).toBeNull();
      }),
    );
  });
});
