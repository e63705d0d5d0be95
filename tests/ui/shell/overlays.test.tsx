import { readFileSync } from "node:fs";
import { createEvent, fireEvent, screen, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { Failure } from "../../../machines/domain/failure.ts";
import { anInvite } from "../../fakes/signals.ts";
import { aConversation, aGroupConversation, aProfile, aWorld } from "../../fakes/world.ts";
import { openPage, type Page, press } from "./stage.tsx";
// Preloads lazy parts, so that they show at once.
import "../../../src/screens/call/CallOverlay.tsx";
import "../../../src/shell/UpdateRow.tsx";

const conversations = () => screen.findByRole("list", { name: "Chat list" });

describe("languages", () => {
  it("1-16 another language applies at once, everywhere, and in the document's lang", async () => {
    const { ports } = await openPage();
    await conversations();
    expect(document.documentElement.lang).toBe("en");
    await press("link", "Me");
    await press("button", "Account settings");
    await press("button", /^Language/);
    await press("button", "简体中文");
    await press("button", "返回");
    await press("button", "返回");
    expect(document.documentElement.lang).toBe("zh-CN");
    expect(screen.getByRole("button", { name: "退出登录" })).toBeTruthy();
    await press("link", "消息");
    expect(await screen.findByRole("list", { name: "聊天列表" })).toBeTruthy();
    expect(screen.getAllByText("59 分钟前")).toHaveLength(2);
    expect(ports.wire.filter(({ call }) => call === "storage.writeLanguage")).toEqual([
      { call: "storage.writeLanguage", input: "zh" },
    ]);
  });

  it("8-17 a shown toast changes with the language", async () => {
    const { ports, does } = await openPage();
    await conversations();
    await does(() => ports.emit.connection({ type: "im.kicked" }));
    expect((await screen.findByRole("alert")).textContent).toBe(
      "Another device signed in or changed the password. Please sign in again.",
    );
    await press("button", "简体中文");
    expect(screen.getByRole("alert").textContent).toBe("账号已在其他设备登录，或密码已修改，请重新登录");
  });
});

describe("the context menu", () => {
  const isBlockedOn = (element: Element) => {
    const event = createEvent.contextMenu(element);
    fireEvent(element, event);
    return event.defaultPrevented;
  };

  it("1-19 does not open on the page", async () => {
    await openPage();
    await conversations();
    expect(isBlockedOn(screen.getByRole("main"))).toBe(true);
    expect(isBlockedOn(document.body)).toBe(true);
  });

  it("1-20 opens in text fields, so that users can paste", async () => {
    await openPage({ world: aWorld({ signedIn: false }) });
    expect(isBlockedOn(await screen.findByLabelText("Phone number"))).toBe(false);
    expect(isBlockedOn(screen.getByLabelText("Password"))).toBe(false);
    expect(isBlockedOn(screen.getByRole("heading", { level: 1 }))).toBe(true);
  });

  it("1-20 a row's own menu still opens", async () => {
    await openPage();
    await conversations();
    fireEvent.contextMenu(screen.getByText("Anna"));
    expect(await screen.findByRole("menu", { name: "Actions for Anna" })).toBeTruthy();
  });
});

describe("the reinstall overlay", () => {
  const overlay = () => screen.queryByRole("progressbar", { name: "Getting your messages" });

  it("2-08 2-09 shows strictly between 0 and 100 percent, and only for a reinstall", async () => {
    const { ports, does } = await openPage();
    await conversations();
    await does(() => ports.emit.sync({ type: "im.syncStarted", reinstall: true }));
    expect(overlay()).toBeNull();
    await does(() => ports.emit.sync({ type: "im.syncProgress", percent: 1 }));
    expect(overlay()?.textContent).toBe("1%");
    await does(() => ports.emit.sync({ type: "im.syncProgress", percent: 99 }));
    expect(overlay()?.textContent).toBe("99%");
    await does(() => ports.emit.sync({ type: "im.syncProgress", percent: 100 }));
    expect(overlay()).toBeNull();
    await does(() => ports.emit.sync({ type: "im.syncStarted", reinstall: false }));
    await does(() => ports.emit.sync({ type: "im.syncProgress", percent: 50 }));
    expect(overlay()).toBeNull();
  });

  it.each(["im.syncFailed", "im.syncFinished"] as const)(
    "2-10 is gone after %s, whatever the percentage was",
    async (type) => {
      const { ports, does } = await openPage();
      await conversations();
      await does(() => ports.emit.sync({ type: "im.syncStarted", reinstall: true }));
      await does(() => ports.emit.sync({ type: "im.syncProgress", percent: 40 }));
      expect(overlay()).not.toBeNull();
      await does(() => ports.emit.sync({ type }));
      expect(overlay()).toBeNull();
    },
  );

  it("2-08 does not block the chats behind it in its first second, nor before a user can see it", () => {
    const style = readFileSync("src/components/ReinstallOverlay.module.css", "utf8");
    const animation = /\.overlay \{[^}]*animation:([^;]*);/.exec(style)?.[1] ?? "";
    expect(animation).toContain("appear var(--medium) var(--unshown) backwards");
    expect(animation).toContain("let-through var(--hold) var(--unshown) backwards");
    expect(style).toMatch(/@keyframes let-through \{\s*from,\s*99% \{\s*pointer-events: none;/);
  });

  it("9-08 9-09 is on layer 100, above pop-ups and below calls", () => {
    const tokens = readFileSync("src/styles/tokens.css", "utf8");
    const layer = (name: string) => Number(new RegExp(`--z-${name}: (\\d+);`).exec(tokens)?.[1]);
    expect(layer("reinstall")).toBe(100);
    expect(layer("popup")).toBeLessThan(100);
    expect(layer("call")).toBeGreaterThan(100);
    const style = readFileSync("src/components/ReinstallOverlay.module.css", "utf8");
    expect(style).toContain("z-index: var(--z-reinstall)");
  });
});

describe("a new release", () => {
  const offer = () => screen.queryByText("A new version is ready");
  const open = async () => {
    const page = await openPage({ world: aWorld(), hasUpdates: true });
    await conversations();
    await page.does(() => page.ports.emit.sync({ type: "im.syncFinished" }));
    await page.waits(30_000);
    await page.waits(10_000);
    expect(offer()).toBeNull();
    await page.does(() => page.ports.emit.updates({ type: "update.waiting" }));
    await screen.findByText("A new version is ready");
    return page;
  };
  const did = ({ ports }: Page) =>
    ports.wire.map(({ call }) => call).filter((call) => /^updates\./.test(call));

  it("11-20 is offered above the tabs, hidden by a call, and taken by a tap", async () => {
    const page = await open();
    await page.does(() => page.ports.emit.signals(anInvite({ sentAt: page.ports.platform.now() })));
    await screen.findByRole("dialog", { name: "Call" });
    expect(offer()).toBeNull();
    await press("button", "Hang up");
    await screen.findByText("A new version is ready");
    await press("button", "Update");
    expect(did(page)).toEqual(["updates.register", "updates.apply"]);
    expect(screen.getByRole("button", { name: "Update" }).getAttribute("aria-busy")).toBe("true");
  });

  it("11-20 can be dismissed", async () => {
    const page = await open();
    await press("button", "Later");
    expect(offer()).toBeNull();
    expect(did(page)).toEqual(["updates.register"]);
  });
});

describe("a second tab", () => {
  it("4-18 says that another tab is in use, and takes over when asked", async () => {
    const { ports, does } = await openPage();
    await conversations();
    await does(() => ports.emit.tab({ type: "tab.lost" }));
    expect(screen.getByText("Parley is open in another tab")).toBeTruthy();
    expect(screen.queryByRole("list", { name: "Chat list" })).toBeNull();
    expect(screen.queryByRole("navigation", { name: "Main" })).toBeNull();
    await press("button", "Use here");
    expect(ports.wire.some(({ call }) => call === "platform.tabLock.steal")).toBe(true);
    expect(await conversations()).toBeTruthy();
    expect(screen.queryByText("Parley is open in another tab")).toBeNull();
  });
});

describe("the connection", () => {
  const status = () => screen.queryByRole("status")?.textContent ?? null;

  it("4-28 connecting, syncing and offline show beside the title, and nothing when all is well", async () => {
    const { ports, does } = await openPage();
    await conversations();
    expect(status()).toBeNull();
    await does(() => ports.emit.connection({ type: "im.connecting" }));
    expect(status()).toBe("Connecting");
    await does(() => ports.emit.connection({ type: "im.connected" }));
    await does(() => ports.emit.sync({ type: "im.syncStarted", reinstall: false }));
    expect(status()).toBe("Syncing");
    await does(() => ports.emit.sync({ type: "im.syncFinished" }));
    expect(status()).toBeNull();
    await does(() => ports.emit.connection({ type: "im.connectFailed", code: 0 }));
    expect(status()).toBe("Offline");
  });

  it("4-28 a lost connection and a failed sync offer a retry", async () => {
    const { ports, does } = await openPage();
    await conversations();
    await does(() => ports.emit.connection({ type: "im.connectFailed", code: 0 }));
    await press("button", "Retry");
    expect(ports.sent("im.reconnect")).toHaveLength(1);
    expect(status()).toBeNull();
    await does(() => ports.emit.sync({ type: "im.syncStarted", reinstall: false }));
    await does(() => ports.emit.sync({ type: "im.syncFailed" }));
    expect(status()).toBe("Connection failed");
    await press("button", "Retry");
    expect(ports.sent("im.reconnect")).toHaveLength(2);
  });

  it("10-02 the first download of the SDK shows its progress", async () => {
    const { ports, does } = await openPage({ world: aWorld() }, (given) => given.hold("im.login"));
    await does(() => ports.emit.connection({ type: "im.loading", percent: 42 }));
    expect(screen.getByText("Loading 42%")).toBeTruthy();
  });

  it("2-95 after signing in the lists load under Connecting", async () => {
    await openPage({ world: aWorld() }, (ports) => ports.hold("im.login"));
    expect(await screen.findByText("Connecting")).toBeTruthy();
    expect(within(screen.getByRole("main")).getByText("Loading")).toBeTruthy();
    expect(screen.queryByText("No chats yet")).toBeNull();
  });
});

describe("toasts", () => {
  it("9-07 an error is an alert, shows for two seconds, and can be dismissed before", async () => {
    const world = aWorld();
    const page = await openPage({ world, answers: { "im.changeConversation": fail } });
    await conversations();
    fireEvent.contextMenu(screen.getByText("Anna"));
    await press("menuitem", "Pin");
    expect((await screen.findByRole("alert")).textContent).toBe("No connection, please try again");
    await page.waits(2000);
    expect(screen.queryByRole("alert")).toBeNull();
    fireEvent.contextMenu(screen.getByText("Anna"));
    await press("menuitem", "Pin");
    await screen.findByRole("alert");
    await press("button", "No connection, please try again");
    expect(screen.queryByRole("alert")).toBeNull();
  });

  it("8-02 10-06 a toast is in one live region, so that screen readers read it once: an error at once", async () => {
    const { ports, does } = await openPage();
    await conversations();
    ports.hold("im.changeConversation");
    fireEvent.contextMenu(screen.getByText("Anna"));
    await press("menuitem", "Pin");
    await does(() => ports.pending("im.changeConversation")[0]?.reject("network"));
    const toast = await screen.findByText("No connection, please try again");
    const regions: (string | null)[] = [];
    for (let at = toast.closest("[role=alert], [role=status], [aria-live]"); at; ) {
      regions.push(at.getAttribute("aria-live"));
      at = at.parentElement?.closest("[role=alert], [role=status], [aria-live]") ?? null;
    }
    expect(regions).toEqual(["assertive"]);
  });

  it("9-07 a toast is read and can be dismissed above a call", async () => {
    const page = await openPage();
    await conversations();
    page.ports.hold("im.changeConversation");
    fireEvent.contextMenu(screen.getByText("Anna"));
    await press("menuitem", "Pin");
    await page.does(() => page.ports.emit.signals(anInvite()));
    const call = await screen.findByRole("dialog", { name: "Call" });
    await page.does(() => page.ports.pending("im.changeConversation")[0]?.reject("network"));
    expect(screen.getByRole("alert").textContent).toBe("No connection, please try again");
    await press("button", "No connection, please try again");
    expect(screen.queryByRole("alert")).toBeNull();
    expect(screen.getByRole("dialog", { name: "Call" })).toBe(call);
  });

  function fail(): never {
    throw new Failure("network");
  }
});

describe("rendering errors", () => {
  it("8-34 a page that cannot render at all shows no error", async () => {
    const quiet = vi.spyOn(console, "error").mockImplementation(() => {});
    const page = await openPage();
    await conversations();
    const language = "none" as "en";
    await page.does(() => page.app.send({ type: "user.chooseLanguage", language }));
    expect(page.container.textContent).toBe("");
    quiet.mockRestore();
  });

  it("8-35 a row that cannot render is a line of text, and the other rows stay", async () => {
    const quiet = vi.spyOn(console, "error").mockImplementation(() => {});
    const broken = aConversation();
    if (broken.latestMsg) broken.latestMsg = { ...broken.latestMsg, content: null as never };
    await openPage({ world: aWorld({ conversations: [broken, aGroupConversation()] }) });
    expect((await conversations()).textContent).toContain("Couldn't show this");
    expect(screen.getByText("Team")).toBeTruthy();
    quiet.mockRestore();
  });

  it("8-35 a screen that cannot render leaves the others alone and offers a retry", async () => {
    const quiet = vi.spyOn(console, "error").mockImplementation(() => {});
    const me = aProfile({ nickname: 7 as never });
    const { ports, does } = await openPage({ world: aWorld({ me }) });
    await conversations();
    await press("link", "Me");
    expect(screen.getByText("Couldn't show this")).toBeTruthy();
    await press("link", "Messages");
    expect(await conversations()).toBeTruthy();
    await does(() => ports.emit.connection({ type: "im.profileChanged", profile: aProfile() }));
    await press("link", "Me");
    await press("button", "Retry");
    expect(screen.getByRole("heading", { name: "Mia" })).toBeTruthy();
    quiet.mockRestore();
  });

  it("a stopped navigation shows a page that starts the app again", async () => {
    const quiet = vi.spyOn(console, "error").mockImplementation(() => {});
    const page = await openPage();
    await conversations();
    await page.does(() => {
      page.app.getSnapshot().children.navigation?.send({ type: "user.navigate", to: null as never });
    });
    expect(screen.getByText("Parley has stopped")).toBeTruthy();
    expect(screen.getByRole("button", { name: "Restart" })).toBeTruthy();
    expect(screen.queryByRole("navigation", { name: "Main" })).toBeNull();
    quiet.mockRestore();
  });
});
