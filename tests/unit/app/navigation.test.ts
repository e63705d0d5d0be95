import { afterEach, describe, expect, it } from "vitest";
import { selectRoute, selectTab } from "../../../machines/app/navigation.ts";
import { Failure } from "../../../machines/domain/failure.ts";
import { type Place, placeOf } from "../../../machines/domain/route.ts";
import { Secret } from "../../../machines/domain/secret.ts";
import type { LoginStatus } from "../../../machines/ports/im.ts";
import { ANNA, aConversation, aWorld, ME, singleChatID } from "../../fakes/world.ts";
import { childOf, openHeadless, type Stage } from "../../paths/stage.ts";

const open: Stage[] = [];
afterEach(() => {
  for (const stage of open.splice(0)) stage.stop();
});

/** Opens the app at `path`. With `status` null, the SDK cannot read its login status. */
async function openAt(path: string, status: LoginStatus | null, hasCredentials: boolean): Promise<Stage> {
  const stage = await openHeadless({
    world: aWorld(),
    path,
    // The session waits for the tab lock, so that only the guard decides.
    tab: "manual",
    answers: {
      "credentials.read": () => (hasCredentials ? { userID: ME } : null),
      "im.loginStatus": () => {
        if (status === null) throw new Failure("unknown");
        return status;
      },
    },
  });
  open.push(stage);
  return stage;
}

/** Paths that the app wrote to the address bar, in order. */
const written = ({ ports }: Stage) =>
  ports.wire.flatMap(({ call, input }) =>
    call === "platform.push" || call === "platform.replace" ? [(input as { path: string }).path] : [],
  );

const guarded = ["/conversation", "/contact", "/workbench", "/profile", "/chat"];

describe("the route guard", () => {
  it.each(guarded)("4-05 lets a user with a login status pass to %s", async (path) => {
    for (const status of ["loggedIn", "loggingIn"] as const) {
      const { ports } = await openAt(path, status, true);
      expect(ports.address.current.path).toBe(path);
    }
  });

  it.each(guarded)("4-06 redirects from %s to /login without a status and credentials", async (path) => {
    const stage = await openAt(path, null, false);
    expect(written(stage)).toEqual(["/login"]);
  });

  it.each(guarded.slice(1))(
    "4-07 redirects from %s to /conversation without a status but with credentials",
    async (path) => {
      const stage = await openAt(path, null, true);
      expect(written(stage)).toEqual(["/conversation"]);
      expect(stage.ports.address.entries.map((entry) => entry.path)).toEqual(["/conversation"]);
    },
  );

  it("4-07 does not redirect a user who is already in the app", async () => {
    const stage = await openAt("/conversation", null, true);
    await stage.act(() => childOf(stage.app, "navigation")?.send({ type: "user.navigate", to: "/profile" }));
    expect(stage.ports.address.current.path).toBe("/profile");
  });

  it.each([`/userCard?userID=${ANNA}`, "/groupCard?groupID=7"])(
    "4-07 leads from the card %s to the list before the SDK runs, and from there to the card",
    async (link) => {
      let isRunning = false;
      const stage = await openHeadless(
        {
          world: aWorld(),
          path: link,
          answers: {
            "im.loginStatus": () => {
              if (!isRunning) throw new Failure("unknown");
              return "loggedIn";
            },
          },
        },
        (ports) => ports.hold("im.login"),
      );
      open.push(stage);
      expect(stage.ports.address.entries.map(({ path }) => path)).toEqual(["/conversation"]);
      isRunning = true;
      await stage.act(() => stage.ports.resolve("im.login"));
      await stage.settle();
      const { entries } = stage.ports.address;
      expect(entries.map(({ path, search }) => (search ? `${path}?${search}` : path))).toEqual([
        "/conversation",
        link,
      ]);
      expect(stage.ports.keptLink).toBeNull();
    },
  );

  it("4-08 lets a user without a status but with credentials pass to /conversation", async () => {
    const { ports } = await openAt("/conversation", null, true);
    expect(ports.address.current.path).toBe("/conversation");
  });

  it("0-11 lets a logged-out status pass and tries the login again", async () => {
    const stage = await openAt("/login", "loggedOut", false);
    const before = { reads: stage.ports.sent("credentials.read").length, paths: written(stage) };
    await stage.act(() => childOf(stage.app, "navigation")?.send({ type: "user.navigate", to: "/contact" }));
    // The guard and the session both read the credentials. Without credentials the session goes back to /login.
    expect(stage.ports.sent("credentials.read").length).toBeGreaterThanOrEqual(before.reads + 2);
    expect(written(stage)).toEqual([...before.paths, "/contact", "/login"]);
  });

  it("0-11 redirects a user with credentials only without a status", async () => {
    expect(written(await openAt("/profile", null, true))).toEqual(["/conversation"]);
    expect(written(await openAt("/profile", "loggedOut", true))).toEqual(["/profile"]);
  });

  it.each(["/", "/?x=1"])("2-13 redirects the base path %s to /conversation", async (path) => {
    const { ports } = await openAt(path, "loggedIn", true);
    expect(ports.address.current).toEqual({ path: "/conversation", search: "" });
    expect(ports.address.entries).toHaveLength(1);
  });

  it("2-12 shows an unknown path as not found without reading the status", async () => {
    const stage = await openAt("/nowhere", null, false);
    expect(stage.ports.address.current.path).toBe("/nowhere");
    expect(selectRoute(childOf(stage.app, "navigation")?.getSnapshot())).toBe("notFound");
    expect(stage.ports.sent("im.loginStatus")).toEqual([]);
  });

  it.each(["/login", "/getCode", "/setPassword"])("leads a signed-in user home from %s", async (path) => {
    const { ports, act } = await openAt("/profile", "loggedIn", true);
    await act(() => ports.visit(path));
    expect(ports.address.entries.map((entry) => entry.path)).toEqual(["/profile", "/conversation"]);
  });

  it("opens the pages of the sign-in again after the sign-out", async () => {
    const stage = await openHeadless({ world: aWorld(), path: "/profile" });
    open.push(stage);
    await stage.act(() => childOf(stage.app, "session")?.send({ type: "user.signOut" }));
    await stage.act(() => stage.ports.visit("/getCode"));
    expect(stage.ports.address.current.path).toBe("/getCode");
  });

  it.each(["/login", "/getCode"])("2-84 opens %s without a login", async (path) => {
    const { ports } = await openAt(path, null, false);
    expect(ports.address.current.path).toBe(path);
    expect(ports.sent("im.loginStatus")).toEqual([]);
  });

  it("replaces a navigation that is still being checked with the next one", async () => {
    const stage = await openHeadless({ world: aWorld() }, (ports) => ports.hold("im.loginStatus"));
    open.push(stage);
    await stage.act(() => stage.ports.visit("/contact"));
    await stage.act(() => stage.ports.visit("/profile"));
    for (const call of stage.ports.pending("im.loginStatus")) call.resolve("loggedIn");
    await stage.settle();
    expect(childOf(stage.app, "navigation")?.getSnapshot().context.place.path).toBe("/profile");
  });

  it("goes to /conversation on back when the app has no earlier place", async () => {
    const stage = await openAt("/conversation", "loggedIn", true);
    const navigation = childOf(stage.app, "navigation");
    await stage.act(() => navigation?.send({ type: "user.navigate", to: "/contact" }));
    await stage.act(() => navigation?.send({ type: "user.back" }));
    expect(stage.ports.address.current.path).toBe("/conversation");
    await stage.act(() => stage.ports.visit("/nowhere"));
    await stage.act(() => stage.ports.browserBack());
    await stage.act(() => navigation?.send({ type: "user.back" }));
    expect(stage.ports.address.current.path).toBe("/conversation");
  });

  it("11-24 closes the open layer first on back, even without an earlier place", async () => {
    const stage = await openAt("/chat", "loggedIn", true);
    const navigation = childOf(stage.app, "navigation");
    await stage.act(() => navigation?.send({ type: "user.openLayer", layer: "menu" }));
    await stage.act(() => navigation?.send({ type: "user.back" }));
    expect(stage.ports.address.current.path).toBe("/chat");
    expect(navigation?.getSnapshot().context.layers).toEqual([]);
  });

  it("11-24 leaves the page of a finished task, and not the layer that opened above it meanwhile", async () => {
    const stage = await openAt("/conversation", "loggedIn", true);
    const navigation = childOf(stage.app, "navigation");
    await stage.act(() => navigation?.send({ type: "user.navigate", to: "/changeName" }));
    await stage.act(() => navigation?.send({ type: "user.openLayer", layer: "call" }));
    await stage.act(() => navigation?.send({ type: "navigation.back", from: "/changeName" }));
    expect(stage.ports.address.current.path).toBe("/conversation");
    expect(navigation?.getSnapshot().context.layers).toEqual(["call"]);
    await stage.act(() => navigation?.send({ type: "user.back" }));
    expect(navigation?.getSnapshot().context.layers).toEqual([]);
    expect(stage.ports.address.current.path).toBe("/conversation");
  });

  it("11-24 a finished task leaves its own page only, not another page with the same path", async () => {
    const stage = await openAt("/conversation", "loggedIn", true);
    const navigation = childOf(stage.app, "navigation");
    await stage.act(() => navigation?.send({ type: "user.navigate", to: "/changeName?of=announcement" }));
    await stage.act(() => navigation?.send({ type: "navigation.back", from: "/changeName?of=name" }));
    expect(stage.ports.address.current).toMatchObject({ path: "/changeName", search: "of=announcement" });
    await stage.act(() => navigation?.send({ type: "navigation.back", from: "/changeName?of=announcement" }));
    expect(stage.ports.address.current.path).toBe("/conversation");
  });

  it.each([
    ["another page", "/contact", 2],
    ["the page in front", "/conversation", 1],
  ])("4-65 a notification that leads to %s adds it to the history once", async (_, to, pages) => {
    const stage = await openAt("/conversation", "loggedIn", true);
    for (const event of [1, 2, 3].map(() => ({ type: "navigation.go" as const, to })))
      await stage.act(() => stage.ports.emit.address(event));
    expect(stage.ports.address.entries).toHaveLength(pages);
    expect(stage.ports.address.current.path).toBe(to);
  });

  it("11-24 Back goes through each visit of an address that was typed three times", async () => {
    const stage = await openAt("/conversation", "loggedIn", true);
    const navigation = childOf(stage.app, "navigation");
    for (const _ of [1, 2, 3]) await stage.act(() => stage.ports.visit("/contact"));
    await stage.act(() =>
      navigation?.send({ type: "navigation.back", from: "/contact", to: "/conversation" }),
    );
    expect(stage.ports.address).toMatchObject({ index: 0, current: { path: "/conversation" } });
  });

  it("11-24 Back after Forward to a page that is also the first leads to the page between", async () => {
    const stage = await openAt("/chat", "loggedIn", true);
    const navigation = childOf(stage.app, "navigation");
    await stage.act(() => navigation?.send({ type: "user.navigate", to: "/userCard" }));
    await stage.act(() => navigation?.send({ type: "user.navigate", to: "/chat" }));
    await stage.act(() => stage.ports.browserBack());
    stage.ports.address.index += 1;
    const place = stage.ports.address.current;
    await stage.act(() => stage.ports.emit.address({ type: "address.changed", place, steps: 1 }));
    await stage.act(() => navigation?.send({ type: "user.back" }));
    expect(stage.ports.address.current.path).toBe("/userCard");
  });

  it("11-21 a chat chosen while the browser's Back is checked drops no page too many", async () => {
    const stage = await openAt("/conversation", "loggedIn", true);
    const navigation = childOf(stage.app, "navigation");
    await stage.act(() => navigation?.send({ type: "user.navigate", to: "/chat?conversationID=a" }));
    await stage.act(() => navigation?.send({ type: "user.navigate", to: "/userCard" }));
    stage.ports.hold("im.loginStatus");
    await stage.act(() => stage.ports.browserBack());
    const event = { type: "user.navigate", to: "/chat?conversationID=b", above: "tabs" };
    await stage.act(() => navigation?.send(event));
    for (const call of stage.ports.pending("im.loginStatus")) call.resolve("loggedIn");
    await stage.settle();
    const { entries, index } = stage.ports.address;
    expect(entries.slice(0, index + 1).map(({ path, search }) => [path, search])).toEqual([
      ["/conversation", ""],
      ["/chat", "conversationID=b"],
    ]);
  });

  it("11-21 a chat from the list beside another chat replaces it and its details", async () => {
    const stage = await openAt("/conversation", "loggedIn", true);
    const navigation = childOf(stage.app, "navigation");
    const go = (to: string, above?: "tabs" | "chat") =>
      stage.act(() => navigation?.send({ type: "user.navigate", to, above }));
    const paths = () => stage.ports.address.entries.map(({ path, search }) => `${path}?${search}`);
    await stage.act(() => stage.ports.emit.window({ type: "window.resized", width: "three" }));
    await go("/chat?conversationID=a", "tabs");
    await go("/singleSetting?conversationID=a", "chat");
    await go("/userCard?userID=a");
    // Pressed in the chat, the details replace the card.
    await go("/chatMedia?conversationID=a", "chat");
    expect(paths()).toEqual(["/conversation?", "/chat?conversationID=a", "/chatMedia?conversationID=a"]);
    await go("/chat?conversationID=b", "tabs");
    await go("/chat?conversationID=c", "tabs");
    expect(paths()).toEqual(["/conversation?", "/chat?conversationID=c"]);
    await stage.act(() => navigation?.send({ type: "user.back" }));
    expect(stage.ports.address.current.path).toBe("/conversation");
  });

  it("11-21 the first page of the history is replaced when no tab lies behind it", async () => {
    const stage = await openAt("/chat?conversationID=a", "loggedIn", true);
    const navigation = childOf(stage.app, "navigation");
    for (const to of ["/singleSetting?conversationID=a", "/userCard?userID=a"])
      await stage.act(() => navigation?.send({ type: "user.navigate", to }));
    await stage.act(() =>
      navigation?.send({ type: "user.navigate", to: "/chat?conversationID=b", above: "tabs" }),
    );
    const { entries, index } = stage.ports.address;
    expect(entries.slice(0, index + 1).map(({ search }) => search)).toEqual(["conversationID=b"]);
  });

  it("2-02 keeps the tab a page was opened from", async () => {
    const stage = await openAt("/chat", "loggedIn", true);
    const navigation = childOf(stage.app, "navigation");
    const tab = () => selectTab(navigation?.getSnapshot());
    expect(tab()).toBe("conversation");
    for (const to of ["/contact", "/profile", "/callRecord", "/chat"])
      await stage.act(() => navigation?.send({ type: "user.navigate", to }));
    expect(tab()).toBe("profile");
    for (let steps = 0; steps < 3; steps++) await stage.act(() => navigation?.send({ type: "user.back" }));
    expect(tab()).toBe("contact");
  });
});

describe("a link that leads to the sign-in", () => {
  const MEETING = "/meeting?roomID=7";
  const CHAT = `/chat?conversationID=${singleChatID(ANNA)}`;

  /** Opens the app without a user. `link` is what an earlier page of this tab has stored. */
  async function openSignedOut(path: string, link: Place | null = null): Promise<Stage> {
    const world = aWorld({ signedIn: false, conversations: [aConversation()] });
    const answers = { "im.firstSync": () => false };
    const stage = await openHeadless({ world, path, link, answers });
    open.push(stage);
    return stage;
  }
  async function signIn(stage: Stage): Promise<void> {
    const flow = childOf(stage.app, "session", "signInFlow");
    await stage.act(() => {
      flow?.send({ type: "user.typePhone", phoneNumber: "13800000001" });
      flow?.send({ type: "user.submit", secret: new Secret("abc12345") });
    });
    await stage.settle();
  }
  const entries = ({ ports: { address } }: Stage) =>
    address.entries
      .slice(0, address.index + 1)
      .map(({ path, search }) => (search === "" ? path : `${path}?${search}`));
  const toasts = ({ app }: Stage) => childOf(app, "toasts")?.getSnapshot().context.queue;

  it.each([
    [MEETING, [MEETING]],
    ["/share?shareID=1", ["/share?shareID=1"]],
    [CHAT, ["/conversation", CHAT]],
    // The chat drops the message from its address once it is there.
    [`${CHAT}&clientMsgID=hit`, ["/conversation", CHAT]],
    [`/userCard?userID=${ANNA}`, ["/conversation", `/userCard?userID=${ANNA}`]],
    ["/groupCard?groupID=7", ["/conversation", "/groupCard?groupID=7"]],
  ])(
    "11-66 %s opens after the sign-in, also if the page was loaded again before it",
    async (link, history) => {
      const first = await openSignedOut(link);
      expect(entries(first)).toEqual(["/login"]);
      const stored = first.ports.keptLink;
      await signIn(first);
      const second = await openSignedOut("/getCode", stored);
      await second.act(() =>
        childOf(second.app, "navigation")?.send({ type: "user.navigate", to: "/login" }),
      );
      await signIn(second);
      expect([entries(first), entries(second)]).toEqual([history, history]);
      expect([first.ports.keptLink, second.ports.keptLink]).toEqual([null, null]);
    },
  );

  it.each([MEETING, CHAT])("11-66 %s is forgotten when the app is opened at its root", async (link) => {
    const first = await openSignedOut(link);
    const stored = first.ports.keptLink;
    expect(stored).toEqual(placeOf(link));
    const second = await openSignedOut("/", stored);
    expect(second.ports.keptLink).toBeNull();
    await signIn(second);
    expect(entries(second)).toEqual(["/conversation"]);
  });

  it("11-66 a chat of another account does not open, and nothing is said", async () => {
    const stage = await openSignedOut("/chat?conversationID=si_1_2");
    await signIn(stage);
    expect(entries(stage)).toEqual(["/conversation"]);
    expect(toasts(stage)).toEqual([]);
    await stage.act(() => childOf(stage.app, "navigation")?.send({ type: "user.navigate", to: "/contact" }));
    expect(stage.ports.keptLink).toBeNull();
  });

  it("11-66 a chat does not open over a page that the user has gone to meanwhile", async () => {
    const stage = await openSignedOut(CHAT);
    stage.ports.hold("im.loadConversation");
    await signIn(stage);
    await stage.act(() => childOf(stage.app, "navigation")?.send({ type: "user.navigate", to: "/contact" }));
    for (const call of stage.ports.pending("im.loadConversation")) call.resolve(aConversation());
    await stage.settle();
    expect(entries(stage)).toEqual(["/conversation", "/contact"]);
    expect(stage.ports.keptLink).toBeNull();
  });

  it.each([CHAT, MEETING, "/contact"])(
    "11-66 the next user does not come to %s, where the user before was signed out",
    async (to) => {
      const stage = await openSignedOut("/login");
      await signIn(stage);
      await stage.act(() => childOf(stage.app, "navigation")?.send({ type: "user.navigate", to }));
      await stage.act(() => stage.ports.emit.connection({ type: "im.kicked" }));
      expect(entries(stage).at(-1)).toBe("/login");
      expect(stage.ports.keptLink).toBeNull();
      await signIn(stage);
      expect(entries(stage).at(-1)).toBe("/conversation");
    },
  );

  it("11-66 a link with an expired login opens after the next sign-in", async () => {
    const stage = await openHeadless({ world: aWorld(), path: MEETING });
    open.push(stage);
    await stage.act(() => stage.ports.emit.connection({ type: "im.tokenExpired" }));
    expect(stage.ports.keptLink).toEqual(placeOf(MEETING));
    await signIn(stage);
    expect(entries(stage)).toEqual([MEETING]);
  });

  it.each(["/profile", "/changePassword", "/nowhere"])("11-66 %s is no link", async (path) => {
    const stage = await openSignedOut(path);
    expect(stage.ports.keptLink).toBeNull();
  });
});
