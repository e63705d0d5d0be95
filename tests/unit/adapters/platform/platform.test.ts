// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { failureCode } from "../../../../machines/domain/failure.ts";
import { randomUUID } from "../../../../src/adapters/ids.ts";
import { createPlatform } from "../../../../src/adapters/platform/index.ts";
import { createPage } from "../../../../src/adapters/platform/page.ts";
import { createTabLock, type Locks } from "../../../../src/adapters/platform/tab-lock.ts";
import { createServerClock } from "../../../../src/adapters/server-clock.ts";
import { memoryLocks } from "../support/memory-locks.ts";

beforeEach(() => vi.spyOn(console, "warn").mockImplementation(() => {}));
afterEach(() => {
  history.replaceState(null, "", "/");
  document.querySelector("title")?.remove();
  for (const name of ["theme", "textSize", "wallpaper"]) delete document.documentElement.dataset[name];
  Reflect.deleteProperty(document, "execCommand");
});

const setHidden = (hidden: boolean) => vi.spyOn(document, "hidden", "get").mockReturnValue(hidden);

describe("the page", () => {
  it("1-21 1-22 reports hidden, visible, offline and online until the listener is removed", () => {
    const heard: string[] = [];
    const stop = createPlatform().pageEvents(({ type }) => heard.push(type));
    setHidden(true);
    document.dispatchEvent(new Event("visibilitychange"));
    setHidden(false);
    document.dispatchEvent(new Event("visibilitychange"));
    window.dispatchEvent(new Event("offline"));
    window.dispatchEvent(new Event("online"));
    expect(heard).toEqual(["page.hidden", "page.visible", "page.offline", "page.online"]);
    stop();
    document.dispatchEvent(new Event("visibilitychange"));
    window.dispatchEvent(new Event("online"));
    expect(heard).toHaveLength(4);
  });

  it("11-23 shows the chosen theme, text size and wallpaper, the theme also in the browser's bar", () => {
    const media = ["(prefers-color-scheme: light)", "(prefers-color-scheme: dark)"];
    const bars = media.map((query) =>
      Object.assign(document.createElement("meta"), { name: "theme-color", media: query }),
    );
    document.head.append(...bars);
    const { showAppearance } = createPlatform();
    const { dataset } = document.documentElement;
    const shown = (["dark", "light", "system"] as const).map((theme) => {
      showAppearance({ theme, textSize: "large", wallpaper: "dots" });
      return [dataset.theme, dataset.textSize, dataset.wallpaper, ...bars.map(({ content }) => content)];
    });
    const [dark, light] = ["#0e1116", "#ffffff"];
    expect(shown).toEqual([
      ["dark", "large", "dots", dark, dark],
      ["light", "large", "dots", light, light],
      ["system", "large", "dots", light, dark],
    ]);
    for (const bar of bars) bar.remove();
  });

  it("4-65 shows the unread count in its title", () => {
    const { setUnread } = createPlatform();
    const titles = [3, 99, 120, 0].map((count) => {
      setUnread(count);
      return document.title;
    });
    expect(titles).toEqual(["(3) Parley", "(99) Parley", "(99+) Parley", "Parley"]);
  });

  it("11-20 shows the unread count on the icon of the installed app, and works where there is none", () => {
    const badges: (number | null)[] = [];
    const app = {
      setAppBadge: (count?: number) => Promise.resolve(void badges.push(count ?? -1)),
      clearAppBadge: () => Promise.resolve(void badges.push(null)),
    };
    const { setUnread } = createPlatform(createPage(), app);
    for (const count of [3, 120, 0]) setUnread(count);
    expect(badges).toEqual([3, 120, null]);
    const refused = createPlatform(createPage(), { setAppBadge: () => Promise.reject(new Error("refused")) });
    expect(() => refused.setUnread(4)).not.toThrow();
    expect(() => createPlatform(createPage(), {}).setUnread(5)).not.toThrow();
    expect(document.title).toBe("(5) Parley");
  });

  it("11-25 tells the service worker the unread count, which it counts on from", () => {
    const told: unknown[] = [];
    const controller = { postMessage: (data: unknown) => told.push(data) } as unknown as ServiceWorker;
    const serviceWorker = { controller } as ServiceWorkerContainer;
    const { setUnread } = createPlatform(createPage(), { serviceWorker });
    for (const count of [3, 0]) setUnread(count);
    expect(told).toEqual([
      { type: "unread", count: 3 },
      { type: "unread", count: 0 },
    ]);
  });

  it("shows the caller in its title while it rings, and then the current unread count", () => {
    const platform = createPlatform();
    platform.setUnread(1);
    const stop = platform.ring({
      kind: "ringtone",
      title: "Anna",
      body: "Incoming voice call",
      isShown: true,
    });
    platform.setUnread(2);
    expect(document.title).toBe("Anna · Incoming voice call");
    stop();
    expect(document.title).toBe("(2) Parley");
    platform.ring({ kind: "ringback", title: "", body: "", isShown: true })();
    expect(document.title).toBe("(2) Parley");
  });
});

describe("the address", () => {
  it("4-08 is the last written one, with or without a query", () => {
    const platform = createPlatform();
    platform.push({ path: "/chat", search: "conversationID=si_a_b" });
    expect(location.href).toMatch(/\/chat\?conversationID=si_a_b$/);
    expect(platform.currentPlace()).toEqual({ path: "/chat", search: "conversationID=si_a_b" });
    platform.replace({ path: "/login", search: "" });
    expect(location.href).toMatch(/\/login$/);
    expect(platform.currentPlace()).toEqual({ path: "/login", search: "" });
  });

  it("4-08 reports a step back but not the app's own writes", async () => {
    const platform = createPlatform();
    const heard: unknown[] = [];
    const stop = platform.addressEvents((event) => heard.push(event));
    platform.push({ path: "/conversation", search: "" });
    platform.push({ path: "/chat", search: "conversationID=c" });
    expect(heard).toEqual([]);
    platform.back();
    await vi.waitFor(() => expect(heard).toHaveLength(1));
    expect(heard).toEqual([
      { type: "address.changed", place: { path: "/conversation", search: "" }, steps: -1 },
    ]);
    stop();
  });
});

it("11-03 going back two steps reports one address change", async () => {
  const platform = createPlatform();
  const heard: unknown[] = [];
  platform.replace({ path: "/conversation", search: "" });
  const stop = platform.addressEvents((event) => heard.push(event));
  platform.push({ path: "/groupManage", search: "groupID=1" });
  platform.push({ path: "/groupMemberList", search: "groupID=1" });
  platform.back(2);
  await vi.waitFor(() => expect(heard).toHaveLength(1));
  expect(heard).toEqual([
    { type: "address.changed", place: { path: "/conversation", search: "" }, steps: -2 },
  ]);
  stop();
});

describe("a page that is in the history several times", () => {
  const CHAT = { path: "/chat", search: "conversationID=c" };
  const urlOf = ({ path, search }: typeof CHAT) => `${path}?${search}`;

  function atChat() {
    const platform = createPlatform();
    platform.replace(CHAT);
    const heard: unknown[] = [];
    const stop = platform.addressEvents((event) => heard.push(event));
    return { platform, heard, stop };
  }

  it("11-24 typing its address again is a step forward each time", () => {
    const { heard, stop } = atChat();
    for (let times = 0; times < 3; times++) {
      history.pushState(null, "", urlOf(CHAT));
      dispatchEvent(new PopStateEvent("popstate"));
    }
    const typed = { type: "address.changed", place: CHAT, steps: 1 };
    expect(heard).toEqual([typed, typed, typed]);
    stop();
  });

  it("11-24 Forward to it is no step back, and a jump says how far it leads", async () => {
    const { platform, heard, stop } = atChat();
    platform.push({ path: "/contact", search: "" });
    platform.push(CHAT);
    platform.back();
    await vi.waitFor(() => expect(heard).toHaveLength(1));
    history.forward();
    await vi.waitFor(() => expect(heard).toHaveLength(2));
    history.go(-2);
    await vi.waitFor(() => expect(heard).toHaveLength(3));
    expect(heard).toEqual([
      { type: "address.changed", place: { path: "/contact", search: "" }, steps: -1 },
      { type: "address.changed", place: CHAT, steps: 1 },
      { type: "address.changed", place: CHAT, steps: -2 },
    ]);
    stop();
  });

  it("11-24 Forward over the entry of a layer that has closed reports the page", async () => {
    const { platform, heard, stop } = atChat();
    platform.push({ path: "/contact", search: "" });
    platform.cover();
    history.go(-2);
    await vi.waitFor(() => expect(heard).toHaveLength(1));
    history.go(2);
    await vi.waitFor(() => expect(heard).toHaveLength(2));
    expect(heard[1]).toEqual({ type: "address.changed", place: { path: "/contact", search: "" }, steps: 1 });
    stop();
  });

  it("11-24 after a reload, Back is still a step back", async () => {
    const before = atChat();
    before.platform.push({ path: "/contact", search: "" });
    before.stop();
    const platform = createPlatform();
    const heard: unknown[] = [];
    const stop = platform.addressEvents((event) => heard.push(event));
    platform.replace({ path: "/contact", search: "" });
    history.back();
    await vi.waitFor(() => expect(heard).toHaveLength(1));
    expect(heard).toEqual([{ type: "address.changed", place: CHAT, steps: -1 }]);
    stop();
  });
});

it("11-21 a page replaces the pages above the list, without a report", async () => {
  const platform = createPlatform();
  const heard: unknown[] = [];
  platform.replace({ path: "/conversation", search: "" });
  const stop = platform.addressEvents((event) => heard.push(event));
  platform.push({ path: "/chat", search: "conversationID=a" });
  platform.push({ path: "/singleSetting", search: "conversationID=a" });
  platform.push({ path: "/chat", search: "conversationID=b" }, 2);
  await vi.waitFor(() => expect(location.search).toBe("?conversationID=b"));
  expect(heard).toEqual([]);
  platform.back();
  await vi.waitFor(() => expect(heard).toHaveLength(1));
  expect(heard).toEqual([
    { type: "address.changed", place: { path: "/conversation", search: "" }, steps: -1 },
  ]);
  stop();
});

describe("11-24 the address under an open layer", () => {
  const CHAT = { path: "/chat", search: "conversationID=c" };
  const LIST = { path: "/conversation", search: "" };

  function atChat() {
    const platform = createPlatform();
    const heard: unknown[] = [];
    const stop = platform.addressEvents((event) => heard.push(event));
    platform.replace(LIST);
    platform.push(CHAT);
    return { platform, heard, stop };
  }

  const hears = (heard: unknown[], count: number) => vi.waitFor(() => expect(heard).toHaveLength(count));

  it("closes the layer first on back, and then the page", async () => {
    const { platform, heard, stop } = atChat();
    platform.cover();
    expect(platform.currentPlace()).toEqual(CHAT);
    history.back();
    await hears(heard, 1);
    expect(platform.currentPlace()).toEqual(CHAT);
    history.back();
    await hears(heard, 2);
    expect(heard).toEqual([
      { type: "address.uncovered" },
      { type: "address.changed", place: LIST, steps: -1 },
    ]);
    stop();
  });

  it("keeps no history step for a layer that the app closed, and reports nothing", async () => {
    const { platform, heard, stop } = atChat();
    platform.cover();
    platform.uncover();
    platform.back();
    await hears(heard, 1);
    expect(heard).toEqual([{ type: "address.changed", place: LIST, steps: -1 }]);
    stop();
  });

  it("queues writes behind a pending step back", async () => {
    const { platform, heard, stop } = atChat();
    platform.cover();
    platform.push({ path: "/userCard", search: "" });
    platform.cover();
    await vi.waitFor(() => expect(platform.currentPlace().path).toBe("/userCard"));
    history.back();
    await hears(heard, 1);
    expect(heard).toEqual([{ type: "address.uncovered" }]);
    expect(platform.currentPlace().path).toBe("/userCard");
    history.back();
    await hears(heard, 2);
    expect(heard[1]).toEqual({ type: "address.changed", place: CHAT, steps: -1 });
    stop();
  });

  it("goes back one page if the layer closes while the app leaves the page under it", async () => {
    const { platform, heard, stop } = atChat();
    platform.push({ path: "/changeName", search: "" });
    platform.cover();
    platform.back(2);
    platform.uncover();
    await hears(heard, 1);
    expect(heard).toEqual([{ type: "address.changed", place: CHAT, steps: -1 }]);
    history.back();
    await hears(heard, 2);
    expect(heard[1]).toEqual({ type: "address.changed", place: LIST, steps: -1 });
    stop();
  });

  it("ignores a step forward to a closed layer", async () => {
    const { platform, heard, stop } = atChat();
    platform.cover();
    history.back();
    await hears(heard, 1);
    let steps = 0;
    const count = () => steps++;
    window.addEventListener("popstate", count);
    history.forward();
    await vi.waitFor(() => expect(steps).toBe(2));
    window.removeEventListener("popstate", count);
    expect(platform.currentPlace()).toEqual(CHAT);
    expect(heard).toHaveLength(1);
    history.back();
    await hears(heard, 2);
    expect(heard[1]).toEqual({ type: "address.changed", place: LIST, steps: -1 });
    stop();
  });

  it("has no open layer after a reload, and leaves the page on back", async () => {
    const before = atChat();
    before.platform.cover();
    before.stop();
    const platform = createPlatform();
    const heard: unknown[] = [];
    const stop = platform.addressEvents((event) => heard.push(event));
    platform.replace(CHAT);
    platform.back();
    await hears(heard, 1);
    expect(heard).toEqual([{ type: "address.changed", place: LIST, steps: -1 }]);
    stop();
  });
});

describe("a message notification", () => {
  const shown: { title: string; options: NotificationOptions | undefined; notification: FakeNotification }[] =
    [];
  class FakeNotification {
    static permission: NotificationPermission = "granted";
    static readonly requestPermission = vi.fn();
    onclick: (() => void) | null = null;
    readonly close = vi.fn();
    constructor(title: string, options?: NotificationOptions) {
      shown.push({ title, options, notification: this });
    }
  }
  const alert = { title: "Bob", body: "hi", conversationID: "si_a_b", isSilent: false, isShown: true };

  beforeEach(() => {
    shown.length = 0;
    FakeNotification.permission = "granted";
    vi.stubGlobal("Notification", FakeNotification);
  });

  it("4-65 is shown while the page is hidden, with permission", () => {
    setHidden(true);
    createPlatform().alert(alert);
    expect(shown).toMatchObject([{ title: "Bob", options: { body: "hi", tag: "si_a_b" } }]);
    expect(shown[0]?.options).not.toHaveProperty("silent");
  });

  it("2-66 is silent when the sound is off", () => {
    const context = vi.fn();
    vi.stubGlobal("AudioContext", context);
    setHidden(true);
    createPlatform().alert({ ...alert, isSilent: true });
    expect(shown).toMatchObject([{ options: { silent: true } }]);
    expect(context).not.toHaveBeenCalled();
  });

  it("4-65 is not shown on a visible page or without permission, and asks for no permission", () => {
    setHidden(false);
    createPlatform().alert(alert);
    setHidden(true);
    for (const permission of ["default", "denied"] as const) {
      FakeNotification.permission = permission;
      createPlatform().alert(alert);
    }
    expect(shown).toEqual([]);
    expect(FakeNotification.requestPermission).not.toHaveBeenCalled();
  });

  it("11-54 is not shown when the user has turned notifications off", () => {
    setHidden(true);
    createPlatform().alert({ ...alert, isShown: false });
    expect(shown).toEqual([]);
  });

  it("11-54 disappears when the user returns to the page", () => {
    setHidden(true);
    createPlatform().alert(alert);
    expect(shown[0]?.notification.close).not.toHaveBeenCalled();
    setHidden(false);
    document.dispatchEvent(new Event("visibilitychange"));
    expect(shown[0]?.notification.close).toHaveBeenCalled();
  });

  it("11-54 disappears at the return only if no newer one of its chat has replaced it, however many came", () => {
    setHidden(true);
    const platform = createPlatform();
    for (let i = 0; i < 20; i += 1) {
      platform.alert(alert);
      platform.alert({ ...alert, conversationID: "si_a_c" });
    }
    setHidden(false);
    document.dispatchEvent(new Event("visibilitychange"));
    const closed = shown.filter(({ notification }) => notification.close.mock.calls.length > 0);
    expect(closed).toEqual(shown.slice(-2));
    expect(closed.map(({ options }) => options?.tag)).toEqual(["si_a_b", "si_a_c"]);
  });

  it("11-54 reports the permission, and asks the browser only if the user has not decided", async () => {
    const { permissionEvents, askPermission } = createPlatform();
    const status = new EventTarget();
    vi.stubGlobal("navigator", { userAgent: "", permissions: { query: async () => status } });
    FakeNotification.permission = "default";
    const heard: string[] = [];
    const stop = permissionEvents(({ permission }) => heard.push(permission));
    expect(heard).toEqual(["default"]);
    await Promise.resolve();
    FakeNotification.permission = "denied";
    status.dispatchEvent(new Event("change"));
    expect(heard).toEqual(["default", "denied"]);
    stop();
    status.dispatchEvent(new Event("change"));
    expect(heard).toHaveLength(2);
    expect(await askPermission()).toBe("denied");
    expect(FakeNotification.requestPermission).not.toHaveBeenCalled();
    FakeNotification.permission = "default";
    FakeNotification.requestPermission.mockImplementationOnce(async () => {
      FakeNotification.permission = "granted";
    });
    expect(await askPermission()).toBe("granted");
  });

  it("11-54 counts as missing where only service workers may show it", () => {
    const heard: string[] = [];
    vi.stubGlobal("navigator", { userAgent: "Mozilla/5.0 (Linux; Android 10; K) Chrome/140.0.0.0 Mobile" });
    createPlatform().permissionEvents(({ permission }) => heard.push(permission))();
    vi.stubGlobal("navigator", {});
    vi.stubGlobal("Notification", undefined);
    createPlatform().permissionEvents(({ permission }) => heard.push(permission))();
    expect(heard).toEqual(["missing", "missing"]);
  });

  it("4-65 opens its conversation on click", () => {
    setHidden(true);
    const focus = vi.spyOn(window, "focus").mockImplementation(() => {});
    const platform = createPlatform();
    const heard: unknown[] = [];
    const stop = platform.addressEvents((event) => heard.push(event));
    platform.alert(alert);
    shown[0]?.notification.onclick?.();
    expect(focus).toHaveBeenCalled();
    expect(heard).toEqual([{ type: "navigation.go", to: "/chat?conversationID=si_a_b" }]);
    stop();
  });

  it("4-65 does not throw in a browser without sound and notifications", () => {
    vi.stubGlobal("Notification", undefined);
    setHidden(true);
    expect(() => createPlatform().alert(alert)).not.toThrow();
  });
});

describe("copy", () => {
  it("8-24 uses the clipboard", async () => {
    const writeText = vi.fn(async () => {});
    vi.stubGlobal("navigator", { clipboard: { writeText }, language: "en" });
    await createPlatform().copy("text");
    expect(writeText).toHaveBeenCalledWith("text");
  });

  it("8-24 uses a temporary text field without the clipboard", async () => {
    vi.stubGlobal("navigator", { language: "en" });
    let selected = "";
    Object.assign(document, {
      execCommand: () => {
        const field = document.querySelector("textarea");
        selected = field?.value.slice(field.selectionStart, field.selectionEnd) ?? "";
        return true;
      },
    });
    await createPlatform().copy("line 1\nline 2");
    expect(selected).toBe("line 1\nline 2");
    expect(document.querySelector("textarea")).toBeNull();
  });

  it("8-24 fails when both ways fail", async () => {
    vi.stubGlobal("navigator", {
      clipboard: { writeText: () => Promise.reject(new Error()) },
      language: "en",
    });
    Object.assign(document, { execCommand: () => false });
    expect(await createPlatform().copy("text").catch(failureCode)).toBe("unknown");
  });
});

describe("the tab lock", () => {
  function openTab(locks: Locks | undefined, userID = "1000000001") {
    const heard: string[] = [];
    const lock = createTabLock(locks)({ userID }, ({ type }) => heard.push(type));
    const hears = (...expected: string[]) => vi.waitFor(() => expect(heard).toEqual(expected));
    return { ...lock, hears };
  }

  it("4-18 belongs to the first tab, and goes to the waiting tab when the first releases it", async () => {
    const locks = memoryLocks();
    const first = openTab(locks);
    await first.hears("tab.owned");
    const second = openTab(locks);
    await second.hears("tab.elsewhere");
    first.release();
    await second.hears("tab.elsewhere", "tab.owned");
    await first.hears("tab.owned");
  });

  it("4-18 can be stolen, and the tab that lost it waits for it", async () => {
    const locks = memoryLocks();
    const first = openTab(locks);
    await first.hears("tab.owned");
    const second = openTab(locks);
    await second.hears("tab.elsewhere");
    second.steal();
    second.steal();
    await first.hears("tab.owned", "tab.lost");
    await second.hears("tab.elsewhere", "tab.owned");
    second.release();
    await first.hears("tab.owned", "tab.lost", "tab.owned");
  });

  it("4-18 ignores a steal by its owner", async () => {
    const locks = memoryLocks();
    const only = openTab(locks);
    await only.hears("tab.owned");
    only.steal();
    const other = openTab(locks);
    await other.hears("tab.elsewhere");
    await only.hears("tab.owned");
  });

  it("4-18 skips a tab that stopped waiting", async () => {
    const locks = memoryLocks();
    const first = openTab(locks);
    await first.hears("tab.owned");
    const second = openTab(locks);
    await second.hears("tab.elsewhere");
    const third = openTab(locks);
    await third.hears("tab.elsewhere");
    second.release();
    first.release();
    await third.hears("tab.elsewhere", "tab.owned");
    await second.hears("tab.elsewhere");
  });

  it("4-18 11-03 is separate for each user", async () => {
    const locks = memoryLocks();
    const mine = openTab(locks);
    const hers = openTab(locks, "1000000002");
    await mine.hears("tab.owned");
    await hers.hears("tab.owned");
    const hersToo = openTab(locks, "1000000002");
    await hersToo.hears("tab.elsewhere");
    hersToo.steal();
    await hers.hears("tab.owned", "tab.lost");
    await mine.hears("tab.owned");
  });

  it("4-18 belongs to every tab in a browser that refuses Web Locks", async () => {
    const refusing: Locks = { request: () => Promise.reject(new DOMException("refused", "SecurityError")) };
    await openTab(refusing).hears("tab.owned");
  });

  it("4-18 can be taken over again after the browser refused to steal it", async () => {
    const locks = memoryLocks();
    const first = openTab(locks);
    await first.hears("tab.owned");
    let steals = 0;
    const second = openTab({
      request(name, options, callback) {
        const isRefused = options.steal === true && steals++ === 0;
        return isRefused
          ? Promise.reject(new DOMException("refused", "InvalidStateError"))
          : locks.request(name, options, callback);
      },
    });
    await second.hears("tab.elsewhere");
    second.steal();
    await vi.waitFor(() => {
      second.steal();
      expect(steals).toBe(2);
    });
    await second.hears("tab.elsewhere", "tab.owned");
    await first.hears("tab.owned", "tab.lost");
  });

  it("4-18 is owned once if the first tab releases it while the second steals it", async () => {
    const locks = memoryLocks();
    const first = openTab(locks);
    await first.hears("tab.owned");
    // The browser has granted the queued request when the steal aborts it.
    const second = openTab({
      request: (name, { signal: _, ...options }, callback) => locks.request(name, options, callback),
    });
    await second.hears("tab.elsewhere");
    second.steal();
    first.release();
    await second.hears("tab.elsewhere", "tab.owned");
    second.release();
    await openTab(locks).hears("tab.elsewhere", "tab.owned");
  });

  it("4-18 belongs to every tab in a browser without Web Locks", async () => {
    const first = openTab(undefined);
    const second = openTab(undefined);
    first.steal();
    await first.hears("tab.owned");
    await second.hears("tab.owned");
  });
});

describe("ids", () => {
  it("7-04 are random hex ids and UUIDs, also without randomUUID", () => {
    const ids = Array.from({ length: 50 }, () => createPlatform().newID());
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{32}$/);
    expect(new Set(ids).size).toBe(50);
    const { getRandomValues } = crypto;
    vi.stubGlobal("crypto", { getRandomValues: getRandomValues.bind(crypto) });
    const uuids = Array.from({ length: 50 }, randomUUID);
    for (const uuid of uuids)
      expect(uuid).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(new Set(uuids).size).toBe(50);
  });
});

it("R2 tells the server's time", () => {
  const clock = createServerClock();
  const { now } = createPlatform(createPage(undefined, clock));
  const asked = Date.now();
  clock.hear(new Date(asked - 90_000).toUTCString(), asked);
  expect(now()).toBeLessThan(asked - 80_000);
});
