import { afterEach, describe, expect, it } from "vitest";
import { Secret } from "../../../machines/domain/secret.ts";
import { mediaIn } from "../../../machines/media/shared-items.ts";
import type { FakeOptions, FakePorts } from "../../fakes/ports.ts";
import { ANNA, aConversation, aMessage, aWorld, ME, singleChatID, someMessages } from "../../fakes/world.ts";
import { childOf, openHeadless, type Stage } from "../../paths/stage.ts";

const UNSENT = { clientMsgID: "a1", conversationID: singleChatID(ANNA) };
const OF_OUTBOX = ["storage.forgetOutbox", "im.dropUnsent", "im.logout"];

const opened: Stage[] = [];
afterEach(() => {
  for (const stage of opened.splice(0)) stage.stop();
});

async function open(options: FakeOptions = { world: aWorld() }, prepare?: (ports: FakePorts) => void) {
  const stage = await openHeadless(options, prepare);
  opened.push(stage);
  return stage;
}

const session = ({ app }: Stage) => childOf(app, "session");
const path = ({ ports }: Stage) => ports.address.current.path;
const toasts = ({ app }: Stage) => childOf(app, "toasts")?.getSnapshot().context.queue;

describe("sign-in", () => {
  it("4-01 goes to /login without stored credentials and does not log in to the SDK", async () => {
    const stage = await open({ world: aWorld({ signedIn: false }), path: "/profile" });
    expect(path(stage)).toBe("/login");
    expect(stage.ports.sent("im.login")).toEqual([]);
  });

  it("4-02 logs in to the SDK with stored credentials", async () => {
    const stage = await open();
    expect(stage.ports.sent("im.login")).toHaveLength(1);
    expect(path(stage)).toBe("/conversation");
  });

  it("4-03 goes to /login with a toast when the login fails", async () => {
    const stage = await open({ world: aWorld() }, (ports) => ports.hold("im.login"));
    await stage.act(() => stage.ports.reject("im.login", "network"));
    expect(path(stage)).toBe("/login");
    expect(toasts(stage)).toEqual([{ tone: "error", failure: "network" }]);
  });

  it("4-04 starts no second login while one is pending", async () => {
    const stage = await open({ world: aWorld() }, (ports) => ports.hold("im.login"));
    stage.ports.answer("im.loginStatus", () => "loggedOut");
    await stage.act(() => stage.ports.visit("/contact"));
    await stage.act(() => stage.ports.visit("/profile"));
    expect(stage.ports.sent("im.login")).toHaveLength(1);
    await stage.act(() => stage.ports.resolve("im.login"));
    expect(childOf(stage.app, "session", "signedIn")).toBeDefined();
  });

  it("4-29 loads conversations, friends and groups before the first sync", async () => {
    const stage = await open();
    expect(stage.ports.sent("im.loadConversations")).toHaveLength(1);
    expect(stage.ports.sent("im.loadFriends")).toHaveLength(1);
    expect(stage.ports.sent("im.loadGroups")).toHaveLength(1);
    // No sync has started.
    expect(childOf(stage.app, "session", "sync")?.getSnapshot().value).toEqual({
      work: "idle",
      server: "unheard",
    });
  });
});

describe("forced sign-out", () => {
  const ends = [
    ["4-09 being kicked", { type: "im.kicked" }, "loggedInElsewhere"],
    ["4-10 an expired token", { type: "im.tokenExpired" }, "loginExpired"],
    ["4-13 an invalid token", { type: "im.tokenInvalid" }, "loginExpired"],
  ] as const;

  it.each(ends)(
    "%s: shows a toast, signs out locally without an SDK logout and goes to /login",
    async (_, event, key) => {
      const stage = await open();
      await stage.act(() => stage.ports.emit.connection(event));
      expect(path(stage)).toBe("/login");
      expect(toasts(stage)).toEqual([{ tone: "error", key }]);
      expect(stage.ports.sent("credentials.forget")).toHaveLength(1);
      expect(stage.ports.sent("im.logout")).toEqual([]);
      expect(childOf(stage.app, "session", "signedIn")).toBeUndefined();
    },
  );

  const SHARED = ["push.forget", "shares.forget", "storage.forgetDrafts", "storage.forgetRecordings"];
  const forgotten = (stage: Stage) =>
    stage.ports.wire.map(({ call }) => String(call)).filter((call) => SHARED.includes(call));

  it("4-15 removes what the tabs share", async () => {
    const stage = await open();
    await stage.act(() => stage.ports.emit.connection({ type: "im.kicked" }));
    expect(forgotten(stage)).toEqual(SHARED);
  });

  it("4-15 4-18 keeps what the tabs share for a newer sign-in of another tab", async () => {
    const stage = await open({ world: aWorld(), isReplaced: true });
    await stage.act(() => stage.ports.emit.connection({ type: "im.kicked" }));
    expect(path(stage)).toBe("/login");
    expect(forgotten(stage)).toEqual([]);
  });

  it("4-13 ends when the chat server reports that the session has ended", async () => {
    const stage = await open({ world: aWorld() }, (ports) => ports.hold("account.loadDetails"));
    await stage.act(() => stage.ports.reject("account.loadDetails", "sessionEnded"));
    expect(path(stage)).toBe("/login");
    expect(toasts(stage)).toEqual([{ tone: "error", key: "loginExpired" }]);
  });

  it("0-12 9-07 signs out at once and shows the toast for two seconds", async () => {
    const stage = await open();
    await stage.act(() => stage.ports.emit.connection({ type: "im.kicked" }));
    expect(path(stage)).toBe("/login");
    expect(toasts(stage)).toHaveLength(1);
    await stage.advance(1999);
    expect(toasts(stage)).toHaveLength(1);
    await stage.advance(1);
    expect(toasts(stage)).toEqual([]);
  });

  it("9-07 shows several toasts in sequence, two seconds each, without duplicates", async () => {
    const stage = await open({ world: aWorld() }, (ports) => ports.hold("im.changeConversation"));
    const list = childOf(stage.app, "session", "signedIn", "conversations");
    for (const code of ["network", "tooFrequent", "network"] as const) {
      await stage.act(() =>
        list?.send({ type: "user.changeConversation", change: { kind: "remove", conversationID: "si_1" } }),
      );
      await stage.act(() => stage.ports.reject("im.changeConversation", code));
    }
    const shown = () => toasts(stage)?.[0]?.failure;
    expect(shown()).toBe("network");
    await stage.advance(2000);
    expect(shown()).toBe("tooFrequent");
    await stage.advance(2000);
    expect(shown()).toBeUndefined();
  });

  it("4-14 tells the server and deletes the credentials on sign-out", async () => {
    const stage = await open();
    await stage.act(() => session(stage)?.send({ type: "user.signOut" }));
    expect(stage.ports.sent("im.logout")).toHaveLength(1);
    expect(stage.ports.sent("credentials.forget")).toHaveLength(1);
    expect(stage.ports.wire.filter(({ call }) => call === "storage.forgetDrafts")).toHaveLength(1);
    expect(path(stage)).toBe("/login");
  });

  it.each([
    ["the user signs out", (stage: Stage) => session(stage)?.send({ type: "user.signOut" })],
    ["another device signs in", ({ ports }: Stage) => ports.emit.connection({ type: "im.kicked" })],
    ["another tab signs out", ({ ports }: Stage) => ports.emit.credentials({ type: "credentials.gone" })],
  ])("4-17 drops the media of other hosts when %s", async (_, leave) => {
    const stage = await open();
    expect(stage.ports.wire.map(({ call }) => call)).not.toContain("loadedMedia.forget");
    await stage.act(() => leave(stage));
    expect(path(stage)).toBe("/login");
    expect(stage.ports.wire.map(({ call }) => call)).toContain("loadedMedia.forget");
  });

  it("4-14 8-36 removes what is not sent when the user signs out, before the SDK logs out", async () => {
    const stage = await open({ world: aWorld(), unsent: [UNSENT] });
    await stage.act(() => session(stage)?.send({ type: "user.signOut" }));
    const removed = stage.ports.wire.filter(({ call }) => OF_OUTBOX.includes(String(call)));
    expect(removed.map(({ call, input }) => [call, input])).toEqual([
      ["storage.forgetOutbox", { userID: ME }],
      ["im.dropUnsent", [UNSENT]],
      ["im.logout", undefined],
    ]);
  });

  it.each([
    ["a sign-in on another device", { type: "im.kicked" }, false],
    ["an expired token", { type: "im.tokenExpired" }, false],
    ["a newer sign-in of another tab", { type: "im.kicked" }, true],
  ] as const)("4-18 8-36 keeps what is not sent after %s", async (_, event, isReplaced) => {
    const stage = await open({ world: aWorld(), isReplaced });
    await stage.act(() => stage.ports.emit.connection(event));
    expect(path(stage)).toBe("/login");
    expect(stage.ports.wire.filter(({ call }) => OF_OUTBOX.includes(String(call)))).toEqual([]);
  });

  it("4-18 8-36 keeps what is not sent when another tab has removed the credentials", async () => {
    const stage = await open();
    await stage.act(() => stage.ports.emit.credentials({ type: "credentials.gone" }));
    expect(path(stage)).toBe("/login");
    expect(stage.ports.wire.filter(({ call }) => OF_OUTBOX.includes(String(call)))).toEqual([]);
  });

  it("4-14 makes every port that keeps data of the user forget it", async () => {
    const stage = await open();
    await stage.act(() => session(stage)?.send({ type: "user.signOut" }));
    const calls = new Set<string>(stage.ports.wire.map(({ call }) => call));
    const { credentials, registration, storage } = stage.ports;
    const forgetting = Object.entries({ credentials, registration, storage }).flatMap(([port, functions]) =>
      Object.keys(functions)
        .filter((name) => /^forget(?!Search$)/.test(name))
        .map((name) => `${port}.${name}`),
    );
    expect(forgetting.length).toBeGreaterThan(7);
    expect(forgetting.filter((name) => !calls.has(name))).toEqual([]);
  });

  it("4-14 deletes the credentials before the server answers, and waits three seconds for the answer", async () => {
    const stage = await open({ world: aWorld() }, (ports) => ports.hold("im.logout"));
    await stage.act(() => session(stage)?.send({ type: "user.signOut" }));
    expect(stage.ports.sent("credentials.forget")).toHaveLength(1);
    await stage.advance(2999);
    expect(stage.ports.sent("im.stop")).toEqual([]);
    await stage.advance(1);
    expect(stage.ports.sent("im.stop")).toHaveLength(1);
    expect(path(stage)).toBe("/login");
  });

  it("4-17 the next user gets no messages, drafts and sync of the one before", async () => {
    const world = aWorld({ messages: someMessages(3) });
    const stage = await open({ world });
    const openChat = () => stage.act(() => stage.ports.visit(`/chat?conversationID=${singleChatID(ANNA)}`));
    const part = (name: string) => childOf(stage.app, "session", "signedIn", "conversation", name);
    const shown = () => [
      part("history")?.getSnapshot().context.messages.length,
      part("composer")?.getSnapshot().context.text,
      childOf(stage.app, "session", "sync")?.getSnapshot().value.work,
    ];
    await openChat();
    await stage.act(() => {
      part("composer")?.send({ type: "user.type", text: "Half a word" });
      stage.ports.emit.sync({ type: "im.syncStarted", reinstall: true });
    });
    expect(shown()).toEqual([3, "Half a word", "syncing"]);
    await stage.act(() => session(stage)?.send({ type: "user.signOut" }));
    Object.assign(world, { messages: [], conversations: [aConversation()] });
    const flow = childOf(stage.app, "session", "signInFlow");
    await stage.act(() => {
      flow?.send({ type: "user.typePhone", phoneNumber: "13800000001" });
      flow?.send({ type: "user.submit", secret: new Secret("abc12345") });
    });
    await openChat();
    expect(shown()).toEqual([0, "", "idle"]);
    expect(stage.ports.sent("im.stop")).toHaveLength(1);
  });
});

describe("4-63 the end of a session saves what was typed last in the open chat", () => {
  const composer = (stage: Stage) => childOf(stage.app, "session", "signedIn", "conversation", "composer");
  const write = async (stage: Stage) => {
    await stage.act(() => stage.ports.visit(`/chat?conversationID=${singleChatID(ANNA)}`));
    await stage.act(() => composer(stage)?.send({ type: "user.type", text: "Half a word" }));
  };
  const saved = { conversationID: singleChatID(ANNA), text: "Half a word" };

  it.each([
    ["a sign-in on another device", { type: "im.kicked" }],
    ["an expired token", { type: "im.tokenExpired" }],
    ["a crash of the SDK", { type: "im.crashed" }],
  ] as const)("%s", async (_, event) => {
    const stage = await open();
    await write(stage);
    await stage.act(() => stage.ports.emit.connection(event));
    expect(stage.ports.sent("im.saveDraft")).toEqual([saved]);
  });

  it("before the credentials are removed, and the drafts stay on the device after a forced sign-out", async () => {
    const stage = await open();
    await write(stage);
    await stage.act(() => stage.ports.emit.connection({ type: "im.kicked" }));
    const calls = stage.ports.wire.map(({ call }) => call);
    expect(calls.indexOf("im.saveDraft")).toBeLessThan(calls.indexOf("credentials.forget"));
    expect(stage.ports.wire.find(({ call }) => call === "storage.forgetDrafts")?.input).toBe(true);
  });

  it("a takeover by another tab", async () => {
    const stage = await open();
    await write(stage);
    await stage.act(() => stage.ports.emit.tab({ type: "tab.lost" }));
    expect(stage.ports.sent("im.saveDraft")).toEqual([saved]);
  });
});

describe("an SDK crash", () => {
  it("restarts the SDK and reopens the open chat", async () => {
    const stage = await open();
    await stage.act(() => stage.ports.visit(`/chat?conversationID=${singleChatID(ANNA)}`));
    await stage.act(() => stage.ports.emit.connection({ type: "im.crashed" }));
    expect(stage.ports.sent("im.login")).toHaveLength(2);
    const signedIn = childOf(stage.app, "session", "signedIn");
    expect(signedIn?.getSnapshot().context.open.conversationID).toBe(singleChatID(ANNA));
  });

  it("does not reopen a chat that the user had left", async () => {
    const stage = await open();
    await stage.act(() => stage.ports.visit(`/chat?conversationID=${singleChatID(ANNA)}`));
    await stage.act(() => stage.ports.visit("/contact"));
    await stage.act(() => stage.ports.emit.connection({ type: "im.crashed" }));
    expect(childOf(stage.app, "session", "signedIn")?.getSnapshot().context.open).toBeNull();
  });
});

describe("an event stream that fails to start", () => {
  const refuse = () => {
    throw new Error("refused");
  };

  it.each([
    ["credentialEvents", (ports: FakePorts) => void Object.assign(ports.credentials, { events: refuse })],
    ["connectionEvents", (ports: FakePorts) => void Object.assign(ports.im, { connectionEvents: refuse })],
  ])("%s: logs the error and signs the user in", async (name, breakStream) => {
    const stage = await open({ world: aWorld() }, breakStream);
    expect(childOf(stage.app, "session", "signedIn")).toBeDefined();
    const lines = stage.ports.wire.filter(({ call }) => call === "log").map(({ input }) => input);
    expect(lines).toContain(`session: xstate.error.actor.${name}`);
  });

  it("logs the error of the message stream and shows the gallery", async () => {
    let isBroken = false;
    const stage = await open({ world: aWorld() }, ({ im }) => {
      const listen = im.messageEvents;
      const messageEvents: typeof listen = (listener) => (isBroken ? refuse() : listen(listener));
      Object.assign(im, { messageEvents });
    });
    isBroken = true;
    const gallery = childOf(stage.app, "session", "signedIn", "gallery");
    const picture = { url: "https://im.example/1.png", thumbnail: "", width: 4, height: 3 };
    const items = mediaIn([aMessage({ clientMsgID: "one", content: { type: "picture", picture } })]);
    await stage.act(() =>
      gallery?.send({
        type: "user.openGallery",
        conversationID: singleChatID(ANNA),
        items,
        shownID: "one",
      }),
    );
    expect(gallery?.getSnapshot().matches("open")).toBe(true);
    expect(stage.ports.wire.filter(({ call }) => call === "log").map(({ input }) => input)).toContain(
      "gallery: xstate.error.actor.messageEvents",
    );
  });
});

describe("two tabs", () => {
  it("4-18 does not touch the SDK in a second tab until the user takes over", async () => {
    const stage = await open({ world: aWorld(), tab: "manual" });
    await stage.act(() => stage.ports.emit.tab({ type: "tab.elsewhere" }));
    expect(session(stage)?.getSnapshot().value).toEqual({ owning: "elsewhere" });
    expect(stage.ports.sent("im.login")).toEqual([]);
    await stage.act(() => session(stage)?.send({ type: "user.takeOver" }));
    expect(stage.ports.wire.filter(({ call }) => call === "platform.tabLock.steal")).toHaveLength(1);
    await stage.act(() => stage.ports.emit.tab({ type: "tab.owned" }));
    expect(stage.ports.sent("im.login")).toHaveLength(1);
  });

  it("4-18 stops the SDK in the tab that lost the lock", async () => {
    const stage = await open();
    await stage.act(() => stage.ports.emit.tab({ type: "tab.lost" }));
    expect(session(stage)?.getSnapshot().value).toEqual({ owning: "elsewhere" });
    expect(stage.ports.sent("im.stop")).toHaveLength(1);
    expect(stage.ports.held.streams).toEqual(["address", "credentials"]);
  });

  it("4-18 keeps the lock until its SDK has logged out, or until the user takes over in another tab", async () => {
    const stage = await open({ world: aWorld() }, (ports) => ports.hold("im.logout"));
    await stage.act(() => session(stage)?.send({ type: "user.signOut" }));
    expect(stage.ports.held.tabLock).toBe("owned");
    await stage.act(() => stage.ports.emit.tab({ type: "tab.lost" }));
    expect(stage.ports.sent("im.stop")).toHaveLength(1);
    expect(stage.ports.sent("credentials.forget")).toEqual([false]);
    expect(stage.ports.held.tabLock).toBe("none");
  });

  it("4-18 signs out every tab when the user signs out in another tab", async () => {
    const stage = await open();
    await stage.act(() => stage.ports.emit.credentials({ type: "credentials.gone" }));
    expect(path(stage)).toBe("/login");
    expect(stage.ports.sent("im.logout")).toEqual([]);
    expect(stage.ports.held.tabLock).toBe("none");
  });
});

describe("page visibility", () => {
  it("1-21 1-22 tells the server when the page is hidden and visible", async () => {
    const stage = await open();
    await stage.act(() => stage.ports.emit.page({ type: "page.hidden" }));
    await stage.act(() => stage.ports.emit.page({ type: "page.visible" }));
    expect(stage.ports.sent("im.setBackground")).toEqual([{ hidden: true }, { hidden: false }]);
  });

  it("1-23 sends nothing to the server while no user is signed in", async () => {
    const stage = await open({ world: aWorld({ signedIn: false }) });
    await stage.act(() => stage.ports.emit.page({ type: "page.hidden" }));
    await stage.act(() => stage.ports.emit.page({ type: "page.visible" }));
    expect(stage.ports.sent("im.setBackground")).toEqual([]);
    expect(stage.ports.sent("im.reconnect")).toEqual([]);
  });

  it("1-23 ignores a failed report and sends the next change", async () => {
    const stage = await open({ world: aWorld() }, (ports) => ports.hold("im.setBackground"));
    await stage.act(() => stage.ports.emit.page({ type: "page.hidden" }));
    await stage.act(() => stage.ports.reject("im.setBackground", "unknown"));
    await stage.act(() => stage.ports.emit.page({ type: "page.visible" }));
    await stage.act(() => stage.ports.reject("im.setBackground", "unknown"));
    expect(session(stage)?.getSnapshot().context.userID).toBe(ME);
    expect(stage.ports.sent("im.setBackground")).toHaveLength(2);
  });

  it("1-23 a socket that does not answer the return of the page is replaced at once", async () => {
    const stage = await open();
    await stage.act(() => stage.ports.emit.page({ type: "page.hidden" }));
    stage.ports.hold("im.setBackground");
    await stage.act(() => stage.ports.emit.page({ type: "page.visible" }));
    await stage.act(() => stage.ports.reject("im.setBackground", "timeout"));
    expect(stage.ports.sent("im.reconnect")).toHaveLength(1);
  });

  it.each(["page.visible", "page.online"] as const)(
    "1-23 %s reconnects a dead socket at once",
    async (type) => {
      const stage = await open();
      await stage.act(() => stage.ports.emit.connection({ type: "im.connectFailed", code: 10000 }));
      await stage.act(() => stage.ports.emit.page({ type }));
      expect(stage.ports.sent("im.reconnect")).toHaveLength(1);
      expect(childOf(stage.app, "session", "connection")?.getSnapshot().value.link).toBe("online");
    },
  );
});
