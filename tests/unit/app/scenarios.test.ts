import { afterEach, describe, expect, it, vi } from "vitest";
import { Failure } from "../../../machines/domain/failure.ts";
import { chatPath } from "../../../machines/domain/route.ts";
import { selectReinstallPercent } from "../../../machines/session/sync.ts";
import { createApp } from "../../../src/wiring/index.ts";
import { type FakeOptions, type FakePorts, fakePorts } from "../../fakes/ports.ts";
import {
  aConversation,
  aFriend,
  aGroup,
  aGroupConversation,
  aMember,
  aMessage,
  aProfile,
  aWorld,
  groupChatID,
  someConversations,
  TEAM,
} from "../../fakes/world.ts";

const running: { stop(): void }[] = [];
afterEach(() => {
  for (const app of running.splice(0)) app.stop();
});

async function open(options: FakeOptions = { world: aWorld() }) {
  const ports = fakePorts(options);
  const app = createApp(ports, { logger: () => {} });
  running.push(app);
  app.start();
  const session = () => {
    const found = app.getSnapshot().children.session;
    if (!found) throw new Error("no session");
    return found;
  };
  const signedIn = () => session().getSnapshot().children.signedIn;
  const conversation = () => signedIn()?.getSnapshot().context.open?.actor;
  return {
    ports,
    app,
    session,
    signedIn,
    conversation,
    path: () => ports.address.current.path,
    toast: () => app.getSnapshot().children.toasts?.getSnapshot().context.queue[0],
    ready: async () => {
      await vi.waitFor(() => expect(signedIn()).toBeDefined());
      await vi.waitFor(() => expect(ports.sent("im.loadConversations").length).toBeGreaterThan(0));
    },
  };
}

/** Resolves when all promises that can settle have settled. */
const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

const isSignedOut = ({ ports, path }: { ports: FakePorts; path: () => string }) =>
  vi.waitFor(() => {
    expect(path()).toBe("/login");
    expect(ports.sent("credentials.forget")).toHaveLength(1);
    expect(ports.sent("im.logout")).toHaveLength(0);
  });

describe("session", () => {
  it("2-11 retries the stored login on the way from /login into the app when the SDK reports logged out", async () => {
    const app = await open({ world: aWorld({ signedIn: false }) });
    await vi.waitFor(() => expect(app.path()).toBe("/login"));
    await vi.waitFor(() => expect(app.ports.sent("im.start")).toHaveLength(1));
    const before = app.ports.sent("credentials.read").length;
    app.ports.answer("credentials.read", () => ({ userID: "1000000001" }));
    app.app.getSnapshot().children.navigation?.send({ type: "user.navigate", to: "/profile" });
    await app.ready();
    expect(app.ports.sent("credentials.read").length).toBeGreaterThan(before);
    expect(app.ports.sent("im.login")).toHaveLength(1);
  });

  it("2-14 2-11 goes back to /login without credentials", async () => {
    const app = await open({ world: aWorld({ signedIn: false }) });
    await vi.waitFor(() => expect(app.ports.sent("im.start")).toHaveLength(1));
    for (const to of ["/conversation", "/contact", "/workbench", "/profile", "/chat"]) {
      app.app.getSnapshot().children.navigation?.send({ type: "user.navigate", to });
      await vi.waitFor(() => expect(app.path()).toBe("/login"));
    }
    expect(app.signedIn()).toBeUndefined();
  });

  it("11-44 drops the keys of this user's encrypted meetings when another tab signs out", async () => {
    const { ports, ready, path } = await open();
    await ready();
    const own = { roomID: "weekly" };
    ports.meetingKeys.make(own);
    expect(ports.meetingKeys.linkOf(own.roomID)).toContain("#");
    ports.emit.credentials({ type: "credentials.gone" });
    await vi.waitFor(() => expect(path()).toBe("/login"));
    expect(ports.meetingKeys.linkOf(own.roomID)).not.toContain("#");
  });

  it("4-11 signs out locally with a toast when the connection is refused with 705", async () => {
    const app = await open();
    await app.ready();
    app.ports.emit.connection({ type: "im.connectFailed", code: 705 });
    await isSignedOut(app);
    expect(app.toast()).toEqual({ tone: "error", key: "loginExpired" });
  });

  it("4-12 keeps the user signed in when the connection is refused with any other code", async () => {
    const app = await open();
    await app.ready();
    for (const code of [10000, 500, 1004]) app.ports.emit.connection({ type: "im.connectFailed", code });
    await settled();
    expect(app.path()).toBe("/conversation");
    expect(app.signedIn()).toBeDefined();
    expect(app.ports.sent("credentials.forget")).toHaveLength(0);
  });

  it("4-17 shows one toast for two kicks", async () => {
    const app = await open();
    await app.ready();
    app.ports.emit.connection({ type: "im.kicked" });
    app.ports.emit.connection({ type: "im.kicked" });
    await isSignedOut(app);
    expect(app.app.getSnapshot().children.toasts?.getSnapshot().context.queue).toEqual([
      { tone: "error", key: "loggedInElsewhere" },
    ]);
  });

  it("4-15 4-16 releases conversations, contacts and their streams on sign-out", async () => {
    const app = await open({ world: aWorld({ friends: [aFriend()], groups: [aGroup()] }) });
    await app.ready();
    app.session().send({ type: "user.signOut" });
    await vi.waitFor(() => expect(app.path()).toBe("/login"));
    expect(app.signedIn()).toBeUndefined();
    expect(app.ports.held.streams).toEqual(["address"]);
    expect(app.ports.held.tabLock).toBe("none");
  });

  it("11-25 ends the subscription to pushes on sign-out, also on a forced one", async () => {
    for (const end of ["user.signOut", "im.kicked"] as const) {
      const app = await open({ world: aWorld() });
      await app.ready();
      expect(app.ports.wire.map(({ call }) => call)).not.toContain("push.forget");
      app.session().send({ type: end });
      await vi.waitFor(() => expect(app.path()).toBe("/login"));
      expect(app.ports.wire.map(({ call }) => call)).toContain("push.forget");
    }
  });

  it("8-20 signs out with a toast when the profile is refused", async () => {
    const app = await open({
      world: aWorld(),
      answers: { "account.loadDetails": () => Promise.reject(new Failure("restricted")) },
    });
    await isSignedOut(app);
    expect(app.toast()).toEqual({ tone: "error", key: "getUserInfoFailed" });
  });

  it.each(["timeout", "network"] as const)(
    "8-21 keeps the user signed in after a profile %s and reloads the profile on the next connection",
    async (code) => {
      const app = await open({
        world: aWorld(),
        answers: { "account.loadDetails": () => Promise.reject(new Failure(code)) },
      });
      await app.ready();
      app.ports.answer("account.loadDetails", () => ({ email: "mia@parley.test" }));
      await vi.waitFor(() => {
        app.ports.emit.connection({ type: "im.connected" });
        expect(app.session().getSnapshot().context.profile?.email).toBe("mia@parley.test");
      });
      expect(app.path()).toBe("/conversation");
    },
  );
});

describe("sync", () => {
  const sync = (app: Awaited<ReturnType<typeof open>>) => {
    const found = app.session().getSnapshot().children.sync;
    if (!found) throw new Error("no sync");
    return found;
  };

  it("4-19 4-20 4-21 4-22 follows start, progress and finish", async () => {
    const app = await open();
    await app.ready();
    app.ports.emit.sync({ type: "im.syncStarted", reinstall: true });
    expect(sync(app).getSnapshot().value.work).toBe("syncing");
    expect(sync(app).getSnapshot().hasTag("syncing")).toBe(true);
    expect(sync(app).getSnapshot().context.reinstall).toBe(true);
    app.ports.emit.sync({ type: "im.syncProgress", percent: 42 });
    expect(selectReinstallPercent(sync(app).getSnapshot())).toBe(42);
    app.ports.emit.sync({ type: "im.syncFinished" });
    expect(sync(app).getSnapshot().value.work).toBe("idle");
    expect(sync(app).getSnapshot().hasTag("syncing")).toBe(false);
    expect(selectReinstallPercent(sync(app).getSnapshot())).toBeNull();
    app.ports.emit.sync({ type: "im.syncStarted", reinstall: false });
    app.ports.emit.sync({ type: "im.syncProgress", percent: 42 });
    expect(sync(app).getSnapshot().context.reinstall).toBe(false);
    expect(selectReinstallPercent(sync(app).getSnapshot())).toBeNull();
  });

  it("4-27 2-10 ends a failed sync, whatever its progress", async () => {
    const app = await open();
    await app.ready();
    app.ports.emit.sync({ type: "im.syncStarted", reinstall: true });
    app.ports.emit.sync({ type: "im.syncProgress", percent: 61 });
    app.ports.emit.sync({ type: "im.syncFailed" });
    expect(sync(app).getSnapshot().value.work).toBe("stale");
    expect(sync(app).getSnapshot().hasTag("syncing")).toBe(false);
    expect(selectReinstallPercent(sync(app).getSnapshot())).toBeNull();
  });

  it("4-23 4-24 4-25 4-26 reloads friends, groups, conversations and the unread total when it finishes", async () => {
    const world = aWorld({ friends: [], groups: [], conversations: [] });
    const app = await open({ world });
    await app.ready();
    const shown = () => {
      const { contacts, conversations } = app.signedIn()?.getSnapshot().children ?? {};
      const { friends, groups } = contacts?.getSnapshot().context ?? {};
      const { rows, unreadTotal } = conversations?.getSnapshot().context ?? {};
      return {
        friends: friends?.map(({ nickname }) => nickname),
        groups: groups?.map(({ groupName }) => groupName),
        rows: rows?.map(({ showName }) => showName),
        unreadTotal,
      };
    };
    await vi.waitFor(() => {
      for (const name of ["im.loadFriends", "im.loadConversations", "im.loadUnreadTotal"] as const)
        expect(app.ports.sent(name)).toHaveLength(1);
    });
    expect(shown()).toEqual({ friends: [], groups: [], rows: [], unreadTotal: 0 });
    world.friends = [aFriend()];
    world.groups = [aGroup()];
    world.conversations = [aConversation({ unreadCount: 7 })];
    app.ports.emit.sync({ type: "im.syncFinished" });
    await vi.waitFor(() =>
      expect(shown()).toEqual({ friends: ["Anna"], groups: ["Team"], rows: ["Anna"], unreadTotal: 7 }),
    );
  });
});

describe("conversations", () => {
  const rows = (app: Awaited<ReturnType<typeof open>>) =>
    app.signedIn()?.getSnapshot().children.conversations?.getSnapshot().context.rows ?? [];

  it("4-52 4-53 4-54 9-03 load pages of 20 from the number of loaded rows until a page is short", async () => {
    const app = await open({ world: aWorld({ conversations: someConversations(45) }) });
    await app.ready();
    await vi.waitFor(() => expect(rows(app)).toHaveLength(20));
    const more = () => app.signedIn()?.getSnapshot().children.conversations?.send({ type: "user.loadMore" });
    more();
    await vi.waitFor(() => expect(rows(app)).toHaveLength(40));
    more();
    await vi.waitFor(() => expect(rows(app)).toHaveLength(45));
    more();
    await settled();
    expect(app.ports.sent("im.loadConversations")).toEqual([
      { offset: 0, count: 20 },
      { offset: 20, count: 20 },
      { offset: 40, count: 20 },
    ]);
  });

  it("4-54 continue after the loaded pages when a new chat has joined the list", async () => {
    const app = await open({ world: aWorld({ conversations: someConversations(45) }) });
    await app.ready();
    await vi.waitFor(() => expect(rows(app)).toHaveLength(20));
    const [added] = someConversations(1, 99);
    app.ports.emit.conversations({ type: "im.conversations", conversations: added ? [added] : [] });
    await vi.waitFor(() => expect(rows(app)).toHaveLength(21));
    app.signedIn()?.getSnapshot().children.conversations?.send({ type: "user.loadMore" });
    await vi.waitFor(() => expect(rows(app)).toHaveLength(41));
    expect(app.ports.sent("im.loadConversations").at(-1)).toEqual({ offset: 20, count: 20 });
  });

  it("4-48 update the open chat when its row changes", async () => {
    const row = aConversation();
    const app = await open({ world: aWorld({ conversations: [row] }) });
    await app.ready();
    app.app.getSnapshot().children.navigation?.send({
      type: "user.navigate",
      to: chatPath(row.conversationID),
    });
    await vi.waitFor(() => expect(app.conversation()?.getSnapshot().context.conversation).toEqual(row));
    app.ports.emit.conversations({
      type: "im.conversations",
      conversations: [aConversation({ conversationID: "si_other" }), { ...row, showName: "Anna, renamed" }],
    });
    expect(app.conversation()?.getSnapshot().context.conversation?.showName).toBe("Anna, renamed");
  });
});

describe("the open group", () => {
  const openGroup = async () => {
    const app = await open({ world: aWorld({ conversations: [aGroupConversation()] }) });
    await app.ready();
    app.app.getSnapshot().children.navigation?.send({
      type: "user.navigate",
      to: chatPath(groupChatID(TEAM)),
    });
    const standing = () =>
      app.conversation()?.getSnapshot().children.composer?.getSnapshot().context.standing;
    await vi.waitFor(() => expect(standing()).toBe("mayWrite"));
    return { ...app, standing };
  };

  it("4-55 disables and enables the composer when all members are muted and unmuted", async () => {
    const app = await openGroup();
    app.ports.emit.groups({ type: "im.groupChanged", group: aGroup({ status: 3 }) });
    expect(app.standing()).toBe("groupMuted");
    app.ports.emit.groups({ type: "im.groupChanged", group: aGroup({ status: 0 }) });
    expect(app.standing()).toBe("mayWrite");
    app.ports.emit.groups({ type: "im.groupChanged", group: aGroup({ groupID: "other", status: 3 }) });
    expect(app.standing()).toBe("mayWrite");
  });

  it("4-56 reloads the user's membership after it changes", async () => {
    const app = await openGroup();
    app.ports.answer("im.loadMembership", () => aMember({ muteEndTime: app.ports.platform.now() + 60_000 }));
    app.ports.emit.groups({ type: "im.memberChanged", groupID: TEAM, userID: "1000000001" });
    await vi.waitFor(() => expect(app.standing()).toBe("muted"));
  });

  it("4-55 4-57 lets a removed user write again after a group change shows a new invitation", async () => {
    const app = await openGroup();
    app.ports.answer("im.loadMembership", () => null);
    app.ports.emit.groups({ type: "im.groupLeft", groupID: TEAM });
    await vi.waitFor(() => expect(app.standing()).toBe("left"));
    app.ports.answer("im.loadMembership", () => aMember());
    app.ports.emit.groups({ type: "im.groupChanged", group: aGroup({ memberCount: 4 }) });
    await vi.waitFor(() => expect(app.standing()).toBe("mayWrite"));
  });

  it("4-57 reloads the membership and disables the composer when the user leaves", async () => {
    const app = await openGroup();
    app.ports.answer("im.loadMembership", () => null);
    app.ports.emit.groups({ type: "im.groupLeft", groupID: TEAM });
    await vi.waitFor(() => expect(app.standing()).toBe("left"));
    expect(app.ports.sent("im.loadMembership")).toHaveLength(2);
  });

  it("4-58 reloads the membership and disables the composer when the group is dismissed", async () => {
    const app = await openGroup();
    app.ports.answer("im.loadGroup", () => aGroup({ status: 2 }));
    app.ports.answer("im.loadMembership", () => null);
    app.ports.emit.groups({ type: "im.groupDismissed", groupID: TEAM });
    await vi.waitFor(() => expect(app.standing()).toBe("dismissed"));
    expect(app.ports.sent("im.loadMembership")).toHaveLength(2);
  });
});

describe("notifications", () => {
  it("4-65 alert for a message unless its chat is muted or visible", async () => {
    const row = aConversation();
    const muted = aConversation({ conversationID: "si_muted", recvMsgOpt: 2 });
    const app = await open({ world: aWorld({ conversations: [row, muted] }) });
    await app.ready();
    const alerts = () => app.ports.wire.filter(({ call }) => call === "platform.alert");
    const arrive = (conversationID: string) =>
      app.ports.emit.messages({
        type: "im.messages",
        messages: [
          aMessage({ clientMsgID: `m${Math.round(alerts().length)}${conversationID}`, conversationID }),
        ],
      });
    arrive(row.conversationID);
    await vi.waitFor(() => expect(alerts()).toHaveLength(1));
    const asked = app.ports.sent("im.loadConversation").length;
    arrive(muted.conversationID);
    await vi.waitFor(() => expect(app.ports.sent("im.loadConversation").length).toBe(asked + 1));
    await settled();
    expect(alerts()).toHaveLength(1);
    app.app.getSnapshot().children.navigation?.send({
      type: "user.navigate",
      to: chatPath(row.conversationID),
    });
    await vi.waitFor(() => expect(app.conversation()).toBeDefined());
    arrive(row.conversationID);
    await settled();
    expect(alerts()).toHaveLength(1);
    app.ports.emit.page({ type: "page.hidden" });
    arrive(row.conversationID);
    await vi.waitFor(() => expect(alerts()).toHaveLength(2));
  });

  it("4-65 alert for no message while everything is muted, and again afterwards", async () => {
    const row = aConversation();
    const app = await open({
      world: aWorld({ conversations: [row], me: aProfile({ globalRecvMsgOpt: 2 }) }),
    });
    await app.ready();
    const alerts = () => app.ports.wire.filter(({ call }) => call === "platform.alert");
    let asked = app.ports.sent("im.loadConversation").length;
    const arrive = async (seq: number) => {
      app.ports.emit.messages({ type: "im.messages", messages: [aMessage({ seq })] });
      asked += 1;
      await vi.waitFor(() => expect(app.ports.sent("im.loadConversation")).toHaveLength(asked));
      await settled();
    };
    await arrive(1);
    expect(alerts()).toEqual([]);
    const setQuiet = (globalRecvMsgOpt: number) =>
      app.ports.emit.connection({ type: "im.profileChanged", profile: aProfile({ globalRecvMsgOpt }) });
    setQuiet(0);
    await arrive(2);
    expect(alerts()).toHaveLength(1);
    setQuiet(2);
    await arrive(3);
    expect(alerts()).toHaveLength(1);
  });
});
