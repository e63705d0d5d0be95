import { beforeEach, describe, expect, it, vi } from "vitest";
import { NO_EMOJIS } from "../../../../machines/domain/emoji.ts";
import { Failure } from "../../../../machines/domain/failure.ts";
import type { OutgoingAttachment } from "../../../../machines/domain/outgoing-attachment.ts";
import { createKeptDrafts } from "../../../../src/adapters/openim/send/unsaved-drafts.ts";
import { createOwnFiles } from "../../../../src/adapters/storage/own-files.ts";
import { createStorage } from "../../../../src/adapters/storage/storage.ts";
import { fileKey } from "../../../../src/adapters/storage/storage-keys.ts";
import { aConversation, aMessage } from "../../../fakes/world.ts";
import { memoryDatabases, memoryKeyRange } from "../support/memory-database.ts";
import { closedStorage, memoryStorage } from "../support/memory-storage.ts";

const item = { clientMsgID: "a1", conversationID: "si_a_b", text: "hi", replyTo: null };

describe("storage", () => {
  it("1-12 keeps the language for the browser session", () => {
    const session = memoryStorage();
    const local = memoryStorage();
    createStorage({ session, local }).writeLanguage("zh");
    expect(createStorage({ session, local }).readLanguage()).toBe("zh");
    expect(createStorage({ session: memoryStorage(), local }).readLanguage()).toBeNull();
  });

  it("11-66 keeps the link that led to the sign-in for this tab, and reads anything but a link as none", () => {
    const browser = { session: memoryStorage(), local: memoryStorage() };
    const link = { path: "/meeting", search: "roomID=a%3Fb%23c" };
    createStorage(browser).writeLink(link);
    expect(createStorage(browser).readLink()).toEqual(link);
    const key = browser.session.key(0) ?? "";
    for (const text of [
      "",
      "?",
      "/",
      "/contact",
      "/login?baseData=1",
      "//meeting.example/meeting",
      "https://meeting.example/meeting?roomID=7",
      "javascript:alert(1)",
      "/meeting/../contact",
      " /meeting",
      "/meetings",
      "null",
      '{"path":"/meeting"}',
    ]) {
      browser.session.setItem(key, text);
      expect(createStorage(browser).readLink(), text).toBeNull();
    }
    // A fragment may be the key of a meeting, and has another place.
    browser.session.setItem(key, "/meeting?roomID=7#key");
    expect(createStorage(browser).readLink()).toEqual({ path: "/meeting", search: "roomID=7" });
    createStorage(browser).writeLink(null);
    expect(browser.session.length + browser.local.length).toBe(0);
    const closed = createStorage({ session: closedStorage(), local: closedStorage() });
    closed.writeLink(link);
    expect(closed.readLink()).toBeNull();
  });

  it("2-66 11-54 keeps the notification settings of this device, all on by default", () => {
    const browser = { session: memoryStorage(), local: memoryStorage() };
    const on = { sound: true, notifications: true, previews: true };
    expect(createStorage(browser).readAlerts()).toEqual(on);
    for (const name of ["sound", "notifications", "previews"]) {
      createStorage(browser).writeAlerts({ ...on, [name]: false });
      expect(createStorage(browser).readAlerts()).toEqual({ ...on, [name]: false });
    }
    createStorage(browser).writeAlerts(on);
    expect(createStorage(browser).readAlerts()).toEqual(on);
    expect(browser.local.length).toBe(0);
  });

  it("11-23 keeps theme, text size and wallpaper on this device, and reads an unknown value as the default", () => {
    const browser = { session: memoryStorage(), local: memoryStorage() };
    expect(createStorage(browser).readAppearance()).toEqual({
      theme: "system",
      textSize: "standard",
      wallpaper: "drawings",
    });
    createStorage(browser).writeAppearance({ theme: "dark", textSize: "large", wallpaper: "waves" });
    expect(createStorage(browser).readAppearance()).toEqual({
      theme: "dark",
      textSize: "large",
      wallpaper: "waves",
    });
    browser.local.setItem(browser.local.key(0) ?? "", "neon,large,more");
    expect(createStorage(browser).readAppearance()).toEqual({
      theme: "system",
      textSize: "large",
      wallpaper: "drawings",
    });
    const closed = createStorage({ session: closedStorage(), local: closedStorage() });
    closed.writeAppearance({ theme: "dark", textSize: "large", wallpaper: "waves" });
    expect(closed.readAppearance()).toEqual({ theme: "system", textSize: "standard", wallpaper: "drawings" });
  });

  it("2-66 keeps the sound off that an earlier version has stored", () => {
    const local = memoryStorage();
    local.setItem("parley:sound", "off");
    expect(createStorage({ session: memoryStorage(), local }).readAlerts().sound).toBe(false);
  });

  it("11-54 keeps that the user has declined notifications on this device", () => {
    const browser = { session: memoryStorage(), local: memoryStorage() };
    expect(createStorage(browser).readDeclined()).toBe(false);
    createStorage(browser).writeDeclined();
    expect(createStorage(browser).readDeclined()).toBe(true);
  });

  it("2-66 keeps the sound on without browser storage", () => {
    const storage = createStorage({ session: closedStorage(), local: closedStorage() });
    storage.writeAlerts({ sound: false, notifications: false, previews: false });
    expect(storage.readAlerts().sound).toBe(true);
  });

  it("8-36 keeps the outbox of each user separately", async () => {
    const browser = { session: memoryStorage(), local: memoryStorage() };
    await createStorage(browser).writeOutbox({ userID: "u1", items: [item, { ...item, replyTo: "b2" }] });
    expect(await createStorage(browser).readOutbox({ userID: "u1" })).toEqual([
      item,
      { ...item, replyTo: "b2" },
    ]);
    expect(await createStorage(browser).readOutbox({ userID: "u2" })).toEqual([]);
  });

  it("8-36 keeps the failure of a message and its time", async () => {
    const browser = { session: memoryStorage(), local: memoryStorage() };
    const failed = { failure: "blockedByPeer", sendTime: 7 } as const;
    await createStorage(browser).writeOutbox({ userID: "u1", items: [{ ...item, failed }] });
    expect(await createStorage(browser).readOutbox({ userID: "u1" })).toEqual([{ ...item, failed }]);
  });

  it("2-97 keeps an unsent call record", async () => {
    const browser = { session: memoryStorage(), local: memoryStorage() };
    const call = { roomID: "r1", mediaType: "voice", result: "noAnswer", durationSeconds: 0 } as const;
    const ofCallee = { ...call, isByCallee: true, ringSeconds: 9 } as const;
    const items = [call, ofCallee].map((one) => ({ ...item, text: "", call: one }));
    await createStorage(browser).writeOutbox({ userID: "u1", items });
    expect(await createStorage(browser).readOutbox({ userID: "u1" })).toEqual(items);
  });

  it("8-36 keeps that a message follows an earlier one, its album and its mentions", async () => {
    const browser = { session: memoryStorage(), local: memoryStorage() };
    const mentions = [{ userID: "u2", name: "Anna" }];
    const items = [{ ...item, follows: true as const, albumID: "l1", mentions }];
    await createStorage(browser).writeOutbox({ userID: "u1", items });
    expect(await createStorage(browser).readOutbox({ userID: "u1" })).toEqual(items);
  });

  describe("2-97 a current call", () => {
    const call = { roomID: "r1", mediaType: "voice", peerID: "u2", startedAt: 1000, partedAt: null } as const;
    const kept = { userID: "u1", call };
    beforeEach(() => void vi.useFakeTimers({ now: 5000 }));

    it("R20 is read once by the next page, with the time it was left", async () => {
      const browser = { session: memoryStorage(), local: memoryStorage() };
      const storage = createStorage(browser);
      storage.keepCall(kept);
      vi.advanceTimersByTime(500);
      storage.leaveCall();
      vi.advanceTimersByTime(60_000);
      const next = createStorage(browser);
      expect(await next.takeCall({ userID: "u2" })).toBeNull();
      expect(await next.takeCall({ userID: "u1" })).toEqual({ ...call, leftAt: 5500 });
      expect(await next.takeCall({ userID: "u1" })).toBeNull();
    });

    it("11-25 says whether its record is stored already", async () => {
      const browser = { session: memoryStorage(), local: memoryStorage() };
      createStorage(browser).keepCall({ ...kept, call: { ...call, isRecorded: true } });
      const left = await createStorage(browser).takeCall({ userID: "u1" });
      expect(left).toEqual({ ...call, isRecorded: true, leftAt: 5000 });
    });

    it("R20 says whether this user accepted it", async () => {
      const browser = { session: memoryStorage(), local: memoryStorage() };
      createStorage(browser).keepCall({ ...kept, call: { ...call, isIncoming: true } });
      expect(await createStorage(browser).takeCall({ userID: "u1" })).toMatchObject({ isIncoming: true });
    });

    it("R20 is read after a crash with an error of at most a second", async () => {
      const browser = { session: memoryStorage(), local: memoryStorage() };
      createStorage(browser).keepCall(kept);
      vi.advanceTimersByTime(61_900);
      const left = await createStorage(browser).takeCall({ userID: "u1" });
      expect(left?.leftAt).toBe(66_000);
    });

    it("is written by one timer, and by none after the user has left it", () => {
      const storage = createStorage({ session: memoryStorage(), local: memoryStorage() });
      storage.keepCall(kept);
      storage.keepCall({ ...kept, call: { ...call, partedAt: 2000 } });
      expect(vi.getTimerCount()).toBe(1);
      storage.leaveCall();
      expect(vi.getTimerCount()).toBe(0);
    });

    it("is deleted when it ends", async () => {
      const browser = { session: memoryStorage(), local: memoryStorage() };
      const storage = createStorage(browser);
      storage.keepCall(kept);
      storage.keepCall({ ...kept, call: { ...call, partedAt: 2000 } });
      storage.dropCall({ userID: "u1" });
      vi.advanceTimersByTime(10_000);
      storage.leaveCall();
      expect(browser.local.length).toBe(0);
    });

    it("works without browser storage and with an invalid entry", async () => {
      const closed = createStorage({ session: closedStorage(), local: closedStorage() });
      closed.keepCall(kept);
      closed.leaveCall();
      closed.dropCall({ userID: "u1" });
      expect(await closed.takeCall({ userID: "u1" })).toBeNull();
      const local = memoryStorage();
      local.setItem("parley:call:u1", '{"roomID":7}');
      expect(await createStorage({ session: memoryStorage(), local }).takeCall({ userID: "u1" })).toBeNull();
      expect(local.length).toBe(0);
    });
  });

  it("11-41 reads the meeting that an earlier page of the same tab and user was in", () => {
    const browser = { session: memoryStorage(), local: memoryStorage() };
    const [meeting, other] = [{ userID: "u1", roomID: "r1" }, { userID: "u2" }];
    createStorage(browser).keepMeeting(meeting);
    const next = createStorage(browser);
    expect([next.leftMeeting(meeting), next.leftMeeting(other)]).toEqual(["r1", null]);
    expect(browser.local.length).toBe(0);
    next.dropMeeting();
    expect([next.leftMeeting(meeting), browser.session.length]).toEqual([null, 0]);
    browser.session.setItem("parley:meeting", "{");
    expect(next.leftMeeting(meeting)).toBeNull();
    const closed = createStorage({ session: closedStorage(), local: closedStorage() });
    closed.keepMeeting(meeting);
    closed.dropMeeting();
    expect(closed.leftMeeting(meeting)).toBeNull();
  });

  it("11-67 reads the form that an earlier page of the same tab and user left", () => {
    const browser = { session: memoryStorage(), local: memoryStorage() };
    const [own, form] = [
      { userID: "u1", formID: "f1" },
      { text: " Hi ", picked: ["u3"] },
    ];
    const other = { userID: "u1", formID: "f2" };
    createStorage(browser).keepForm({ ...own, form });
    const next = createStorage(browser);
    expect([next.leftForm(own), next.leftForm(other)]).toEqual([form, null]);
    expect(next.leftForm({ ...own, userID: "u2" })).toBeNull();
    expect(browser.local.length).toBe(0);
    next.dropForm(other);
    expect(next.leftForm(own)).toEqual(form);
    next.dropForm(own);
    expect([next.leftForm(own), browser.session.length]).toEqual([null, 0]);
    for (const stored of ["{", "null", '{"userID":"u1","form":{"text":1,"picked":[]}}']) {
      browser.session.setItem("parley:form:f1", stored);
      expect(next.leftForm(own)).toBeNull();
    }
  });

  it("11-67 4-15 signing out drops all forms", () => {
    const browser = { session: memoryStorage(), local: memoryStorage() };
    const storage = createStorage(browser);
    for (const formID of ["f1", "f2"])
      storage.keepForm({ userID: "u1", formID, form: { text: "Hi", picked: [] } });
    storage.forgetDrafts();
    expect(browser.session.length).toBe(0);
  });

  it("4-15 signing out drops the texts that were not sent, of each chat", () => {
    const browser = { session: memoryStorage(), local: memoryStorage() };
    for (const userID of ["u1", "u2"])
      createKeptDrafts(browser.local, () => userID).keep("si_a", "Do not tell Ben");
    createStorage(browser).forgetDrafts();
    expect(browser.local.length).toBe(0);
  });

  it("4-63 a forced sign-out keeps the texts that were not sent, and drops the forms", () => {
    const browser = { session: memoryStorage(), local: memoryStorage() };
    const storage = createStorage(browser);
    const drafts = createKeptDrafts(browser.local, () => "u1");
    drafts.keep("si_a", "Dear A");
    storage.keepForm({ userID: "u1", formID: "f1", form: { text: "Hi", picked: [] } });
    storage.forgetDrafts(true);
    expect(drafts.all()).toEqual([["si_a", "Dear A"]]);
    expect(browser.session.length).toBe(0);
  });

  it("4-14 8-36 a sign-out drops the unsent messages of the user, and names them; those of others stay", async () => {
    const local = memoryStorage();
    const storage = createStorage({ session: memoryStorage(), local });
    const other = { ...item, clientMsgID: "b1" };
    await storage.writeOutbox({ userID: "u1", items: [item] });
    await storage.writeOutbox({ userID: "u2", items: [other] });
    expect(storage.forgetOutbox({ userID: "u1" })).toEqual([{ clientMsgID: "a1", conversationID: "si_a_b" }]);
    const next = createStorage({ session: memoryStorage(), local });
    expect(await next.readOutbox({ userID: "u1" })).toEqual([]);
    expect(await next.readOutbox({ userID: "u2" })).toEqual([other]);
  });

  it("4-14 8-36 a sign-out while a video is stored drops its bytes and its poster", async () => {
    const local = memoryStorage();
    const { factory, databases } = memoryDatabases();
    vi.stubGlobal("IDBKeyRange", memoryKeyRange);
    const storage = createStorage({ session: memoryStorage(), local, files: createOwnFiles(() => factory) });
    const storing = storage.keepBytes({
      userID: "u1",
      clientMsgID: "a1",
      bytes: new Blob(["v"]),
      poster: new Blob(["p"]),
    });
    storage.forgetOutbox({ userID: "u1" });
    await storing;
    expect(databases.get("parley-files")?.stores.get("files")?.size).toBe(0);
    vi.unstubAllGlobals();
  });

  it("keeps what each user saw, heard, looked for and chose on this device apart", async () => {
    const browser = { session: memoryStorage(), local: memoryStorage() };
    const [mine, other] = [{ userID: "u1" }, { userID: "u2" }];
    const viewed = { friend: ["bob_1"], group: [] };
    const memory = { recent: ["🦉"], tone: 3, stickers: [] } as const;
    const storage = createStorage(browser);
    await storage.writeViewed({ ...mine, viewed });
    await storage.writeSearches({ ...mine, searches: ["tea"] });
    await storage.writeEmojis({ ...mine, memory });
    await storage.keepHeard({ ...mine, clientMsgID: "a1" });
    const next = createStorage(browser);
    const read = async (whose: { userID: string }) => [
      await next.readViewed(whose),
      await next.readSearches(whose),
      await next.readEmojis(whose),
      await next.readHeard(whose),
    ];
    expect(await read(mine)).toEqual([viewed, ["tea"], memory, ["a1"]]);
    expect(await read(other)).toEqual([{ friend: [], group: [] }, [], NO_EMOJIS, []]);
  });

  it("shows the chats and messages of the last page at once, to their user", async () => {
    const browser = { session: memoryStorage(), local: memoryStorage(), page: new EventTarget() };
    const storage = createStorage(browser);
    const [row, message] = [aConversation(), aMessage()];
    storage.keepRows({ userID: "u1", rows: [row] });
    storage.keepPage({ userID: "u1", conversationID: message.conversationID, messages: [message] });
    browser.page.dispatchEvent(new Event("pagehide"));
    const next = createStorage(browser);
    const shown = async (userID: string) => [
      (await next.readRows({ userID })).map(({ showName }) => showName),
      await new Promise((resolve) => next.watchPages({ userID }, ({ pages }) => resolve(Object.keys(pages)))),
    ];
    expect(await shown("u1")).toEqual([[row.showName], [message.conversationID]]);
    expect(await shown("u2")).toEqual([[], []]);
  });

  it("shows no messages of the last page to a view that has closed", async () => {
    const browser = { session: memoryStorage(), local: memoryStorage(), page: new EventTarget() };
    const storage = createStorage(browser);
    const told: string[] = [];
    const watch = (name: string) => storage.watchPages({ userID: "u1" }, () => void told.push(name));
    watch("closed at once")();
    const stop = watch("closed later");
    watch("open");
    await vi.waitFor(() => expect(told).toContain("open"));
    stop();
    storage.keepPage({ userID: "u1", conversationID: "si_a", messages: [aMessage()] });
    browser.page.dispatchEvent(new Event("pagehide"));
    expect(told).toEqual(["closed later", "open", "open"]);
  });

  it("8-36 deletes the outbox entry when all is sent", async () => {
    const local = memoryStorage();
    const storage = createStorage({ session: memoryStorage(), local });
    await storage.writeOutbox({ userID: "u1", items: [item] });
    await storage.writeOutbox({ userID: "u1", items: [] });
    expect(local.length).toBe(0);
  });

  it.each(["{", "null", "{}", '[{"clientMsgID":"a1"}]', '[{"clientMsgID":"","conversationID":"c"}]'])(
    "8-36 reads the invalid outbox %s as empty",
    async (text) => {
      const local = memoryStorage({ "parley:outbox:u1": text });
      const storage = createStorage({ session: memoryStorage(), local });
      expect(await storage.readOutbox({ userID: "u1" })).toEqual([]);
    },
  );

  it("8-36 keeps the messages beside one that this version of Parley cannot read", async () => {
    const newer = { ...item, clientMsgID: "a2", enclosure: { type: "hologram" } };
    const local = memoryStorage({ "parley:outbox:u1": JSON.stringify([item, newer, null]) });
    const storage = createStorage({ session: memoryStorage(), local });
    expect(await storage.readOutbox({ userID: "u1" })).toEqual([item]);
  });

  it("1-12 works without browser storage", async () => {
    vi.spyOn(console, "warn").mockImplementation(() => {});
    const storage = createStorage({ session: closedStorage(), local: closedStorage() });
    storage.writeLanguage("en");
    expect(storage.readLanguage()).toBeNull();
    expect(await storage.readOutbox({ userID: "u1" })).toEqual([]);
    await expect(storage.writeOutbox({ userID: "u1", items: [item] })).rejects.toThrow(Failure);
  });

  it("says in the console that a full storage does not keep unsent messages, without their text", async () => {
    const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
    const local = memoryStorage();
    local.setItem = () => {
      throw new DOMException("full", "QuotaExceededError");
    };
    const storage = createStorage({ session: memoryStorage(), local });
    const secret = { ...item, text: "The code is 4711" };
    await expect(storage.writeOutbox({ userID: "u1", items: [secret] })).rejects.toThrow(Failure);
    expect(warn.mock.calls).toEqual([["storage: unsent messages last as long as the page"]]);
  });
});

describe("the unsent card of a meeting", () => {
  const roomID = "0123456789abcdef0123456789abcdef";
  const cardOf = (id: string) => ({
    ...item,
    text: "",
    enclosure: { type: "meeting" as const, meeting: { roomID: id, subject: "Plan", extra: {} } },
  });
  const reload = async (id: string) => {
    const files = createOwnFiles(() => undefined);
    const storage = createStorage({ session: memoryStorage(), local: memoryStorage(), files });
    await storage.writeOutbox({ userID: "u1", items: [cardOf(id)] });
    return storage.readOutbox({ userID: "u1" });
  };

  it("1-10 is sent by the next page", async () => {
    expect(await reload(roomID)).toEqual([cardOf(roomID)]);
  });

  it("1-10 is dropped if its id is broken", async () => {
    vi.spyOn(console, "warn").mockImplementation(() => {});
    expect(await reload("../x")).toEqual([]);
  });
});

describe("an unsent attachment", () => {
  const source = { conversationID: "g", clientMsgID: "m" };
  const sized = { width: 1, height: 1 };
  const aFile = { name: "a", bytes: 1, preview: "" };

  it.each<OutgoingAttachment>([
    { ...aFile, type: "picture", mime: "image/png", ...sized },
    { ...aFile, type: "picture", mime: "image/svg+xml", width: 0, height: 0 },
    { ...aFile, type: "video", mime: "video/mp4", ...sized, seconds: 0.4, poster: "" },
    { type: "voice", mime: "audio/webm", bytes: 1, preview: "", seconds: 1, levels: [0, 0.25, 1] },
    { ...aFile, type: "file", mime: "text/plain", bytes: 0 },
    { type: "card", card: { userID: "7", nickname: "", faceURL: "" } },
    { type: "location", name: "", address: "", point: { latitude: -1, longitude: 0 } },
    { type: "face", sticker: "hello" },
    { type: "forward", source },
    { type: "forward", source, from: "Ben" },
    { type: "merged", title: "", lines: [], sources: [source] },
  ])("8-36 is sent as it is by the next page: %o", async (enclosure) => {
    const browser = { session: memoryStorage(), local: memoryStorage() };
    const items = [{ ...item, text: "", enclosure }];
    await createStorage(browser).writeOutbox({ userID: "u1", items });
    expect(await createStorage(browser).readOutbox({ userID: "u1" })).toEqual(items);
  });
});

describe("the bytes of an unsent attachment", () => {
  const bytes = new Blob(["a cat"], { type: "image/png" });
  const enclosure = {
    type: "picture" as const,
    name: "cat.png",
    mime: "image/png",
    bytes: 5,
    width: 4,
    height: 3,
    preview: "blob:of-an-earlier-visit",
  };
  const draft = { ...item, text: "", enclosure };
  const setUp = () => {
    const files = createOwnFiles(() => undefined);
    const storage = createStorage({ session: memoryStorage(), local: memoryStorage(), files });
    return { files, storage };
  };
  beforeEach(() => {
    vi.spyOn(console, "warn").mockImplementation(() => {});
  });

  it("8-36 have a new preview URL in the next page, and are deleted after sending", async () => {
    const { files, storage } = setUp();
    const { preview } = await storage.keepBytes({ userID: "u1", clientMsgID: "a1", bytes, poster: null });
    await storage.writeOutbox({ userID: "u1", items: [draft] });
    expect(await storage.readOutbox({ userID: "u1" })).toEqual([
      { ...draft, enclosure: { ...enclosure, preview } },
    ]);
    expect(await (await files.read(fileKey("u1", "a1")))?.text()).toBe("a cat");
    await storage.writeOutbox({ userID: "u1", items: [] });
    expect(await files.read(fileKey("u1", "a1"))).toBeNull();
  });

  it("8-36 do not hold up the other messages when the database never opens", async () => {
    vi.useFakeTimers();
    const hanging: IDBOpenDBRequest = Object.create(null);
    const files = createOwnFiles(() => ({ open: () => hanging }));
    const storage = createStorage({ session: memoryStorage(), local: memoryStorage(), files });
    const kept = storage.writeOutbox({ userID: "u1", items: [draft] });
    await vi.runAllTimersAsync();
    await kept;
    const read = storage.readOutbox({ userID: "u1" });
    await vi.runAllTimersAsync();
    expect((await read).map(({ clientMsgID }) => clientMsgID)).toEqual([draft.clientMsgID]);
  });

  it("8-36 are found after the browser has closed the database", async () => {
    const database = aDatabase();
    const before = createOwnFiles(() => database.factory);
    await before.keep("u1/a1/bytes", bytes);
    const files = createOwnFiles(() => database.factory);
    expect(await files.read("u1/none/bytes")).toBeNull();
    database.close();
    expect(await files.read("u1/a1/bytes")).toBe(bytes);
  });

  it("8-36 have no preview URL if they are missing, and the message stays", async () => {
    const { storage } = setUp();
    await storage.writeOutbox({ userID: "u1", items: [draft] });
    expect(await storage.readOutbox({ userID: "u1" })).toEqual([
      { ...draft, enclosure: { ...enclosure, preview: "" } },
    ]);
  });

  it("8-36 of a video have its first frame in the next page", async () => {
    const { files, storage } = setUp();
    const frame = new Blob(["a frame"], { type: "image/jpeg" });
    const { poster } = await storage.keepBytes({ userID: "u1", clientMsgID: "a1", bytes, poster: frame });
    const { preview, ...rest } = enclosure;
    const video = {
      ...rest,
      type: "video" as const,
      seconds: 2,
      preview,
      poster: "blob:of-an-earlier-visit",
    };
    await storage.writeOutbox({ userID: "u1", items: [{ ...draft, enclosure: video }] });
    const [left] = await storage.readOutbox({ userID: "u1" });
    expect(left).toEqual({ ...draft, enclosure: { ...video, preview: expect.any(String), poster } });
    expect(poster).toMatch(/^blob:/);
    expect(await (await files.read(fileKey("u1", "a1", "poster")))?.text()).toBe("a frame");
  });

  it("8-36 of a picture have no first frame", async () => {
    const { files, storage } = setUp();
    expect((await storage.keepBytes({ userID: "u1", clientMsgID: "a1", bytes, poster: null })).poster).toBe(
      "",
    );
    expect(await files.read(fileKey("u1", "a1", "poster"))).toBeNull();
  });

  it("8-36 stay while another message leaves the outbox", async () => {
    const { files, storage } = setUp();
    await storage.keepBytes({ userID: "u1", clientMsgID: "a1", bytes, poster: null });
    await storage.writeOutbox({ userID: "u1", items: [draft, { ...item, clientMsgID: "a2" }] });
    await storage.writeOutbox({ userID: "u1", items: [draft] });
    expect(await (await files.read(fileKey("u1", "a1")))?.text()).toBe("a cat");
  });

  it("are deleted when the message is removed before sending", async () => {
    const { files, storage } = setUp();
    await storage.keepBytes({ userID: "u1", clientMsgID: "a1", bytes, poster: bytes });
    await storage.dropBytes({ userID: "u1", clientMsgIDs: ["a1"] });
    expect(await files.read(fileKey("u1", "a1"))).toBeNull();
    expect(await files.read(fileKey("u1", "a1", "poster"))).toBeNull();
  });
});

/** A database in memory. `close` ends its connections, as a browser does that is short of memory. */
function aDatabase() {
  const stored = new Map<string, unknown>();
  const connections: { isOpen: boolean; onclose?: () => void }[] = [];
  const later = (target: object, name: string) => queueMicrotask(() => Reflect.get(target, name)?.());
  const requestOf = (result: unknown) => ({ result });
  const open = () => {
    const transaction = () => {
      if (!connection.isOpen) throw new DOMException("closing", "InvalidStateError");
      const store = {
        get: (key: string) => requestOf(stored.get(key)),
        put: (value: unknown, key: string) => requestOf(stored.set(key, value)),
      };
      const made = { objectStore: () => store };
      later(made, "oncomplete");
      return made;
    };
    const connection: (typeof connections)[number] = Object.assign({ isOpen: true }, { transaction });
    connections.push(connection);
    const request: IDBOpenDBRequest = Object.assign(Object.create(null), requestOf(connection));
    later(request, "onsuccess");
    return request;
  };
  return {
    factory: { open },
    close() {
      for (const connection of connections.splice(0)) {
        connection.isOpen = false;
        connection.onclose?.();
      }
    },
  };
}
