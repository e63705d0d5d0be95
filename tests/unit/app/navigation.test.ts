/** The route guard: where a wish to go somewhere ends, by what the SDK says and what is stored. */
import { afterEach, describe, expect, it } from "vitest";
import { selectRoute, selectTab } from "../../../machines/app/navigation.ts";
import { Failure } from "../../../machines/domain/failure.ts";
import type { LoginStatus } from "../../../machines/ports/im.ts";
import { aWorld, ME } from "../../fakes/world.ts";
import { childOf, openHeadless, type Stage } from "../../paths/stage.ts";

const open: Stage[] = [];
afterEach(() => {
  for (const stage of open.splice(0)) stage.stop();
});

/** Opens the page at `path`; `status` null: the SDK cannot say. Returns the path in the address bar afterwards. */
async function openAt(path: string, status: LoginStatus | null, hasCredentials: boolean): Promise<Stage> {
  const stage = await openHeadless({
    world: aWorld(),
    path,
    // The session waits for its tab, so that only the guard decides.
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

const guarded = ["/conversation", "/contact", "/workbench", "/profile", "/chat"];

describe("the route guard", () => {
  it.each(guarded)("4-05 a login status lets the person pass to %s", async (path) => {
    for (const status of ["loggedIn", "loggingIn"] as const) {
      const { ports } = await openAt(path, status, true);
      expect(ports.address.current.path).toBe(path);
    }
  });

  it.each(guarded)("4-06 no status and no credentials lead from %s to /login", async (path) => {
    const { ports } = await openAt(path, null, false);
    expect(ports.address.current.path).toBe("/login");
  });

  it.each(guarded.slice(1))("4-07 no status but credentials lead from %s to /conversation", async (path) => {
    const { ports } = await openAt(path, null, true);
    expect(ports.address.current.path).toBe("/conversation");
  });

  it("4-07 who is inside already is not led away from where they go, status or not", async () => {
    const stage = await openAt("/conversation", null, true);
    await stage.act(() => childOf(stage.app, "navigation")?.send({ type: "user.navigate", to: "/profile" }));
    expect(stage.ports.address.current.path).toBe("/profile");
  });

  it("4-08 no status but credentials: /conversation itself is passed", async () => {
    const { ports } = await openAt("/conversation", null, true);
    expect(ports.address.current.path).toBe("/conversation");
  });

  it("0-11 a status that says logged out is a status: one passes, and the login is tried again", async () => {
    const stage = await openAt("/login", "loggedOut", false);
    const before = stage.ports.sent("credentials.read").length;
    await stage.act(() => childOf(stage.app, "navigation")?.send({ type: "user.navigate", to: "/contact" }));
    // The guard and the session have both looked; without credentials the way ends where it began.
    expect(stage.ports.sent("credentials.read").length).toBeGreaterThanOrEqual(before + 2);
    expect(stage.ports.address.current.path).toBe("/login");
  });

  it("0-11 only a status that cannot be had leads to the credentials", async () => {
    const { ports } = await openAt("/profile", null, true);
    expect(ports.address.current.path).toBe("/conversation");
    const other = await openAt("/profile", "loggedOut", true);
    expect(other.ports.address.current.path).toBe("/profile");
  });

  it.each(["/", "/?x=1"])("2-13 the base path %s leads to /conversation", async (path) => {
    const { ports } = await openAt(path, "loggedIn", true);
    expect(ports.address.current).toEqual({ path: "/conversation", search: "" });
    expect(ports.address.entries).toHaveLength(1);
  });

  it("2-12 an unknown path is shown as not found and asks nobody", async () => {
    const stage = await openAt("/nowhere", null, false);
    expect(stage.ports.address.current.path).toBe("/nowhere");
    expect(selectRoute(childOf(stage.app, "navigation")?.getSnapshot())).toBe("notFound");
    expect(stage.ports.sent("im.loginStatus")).toEqual([]);
  });

  it.each(["/login", "/getCode"])("2-84 %s is open to everybody", async (path) => {
    const { ports } = await openAt(path, null, false);
    expect(ports.address.current.path).toBe(path);
    expect(ports.sent("im.loginStatus")).toEqual([]);
  });

  it("a wish during the guard's check replaces the one before", async () => {
    const stage = await openHeadless({ world: aWorld() }, (ports) => ports.hold("im.loginStatus"));
    open.push(stage);
    await stage.act(() => stage.ports.visit("/contact"));
    await stage.act(() => stage.ports.visit("/profile"));
    for (const call of stage.ports.pending("im.loginStatus")) call.resolve("loggedIn");
    await stage.settle();
    expect(childOf(stage.app, "navigation")?.getSnapshot().context.place.path).toBe("/profile");
  });

  it("back leaves the app only from the first place", async () => {
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

  it("11-24 back closes what is open first, also with no place behind", async () => {
    const stage = await openAt("/chat", "loggedIn", true);
    const navigation = childOf(stage.app, "navigation");
    await stage.act(() => navigation?.send({ type: "user.openLayer", layer: "menu" }));
    await stage.act(() => navigation?.send({ type: "user.back" }));
    expect(stage.ports.address.current.path).toBe("/chat");
    expect(navigation?.getSnapshot().context.layers).toEqual([]);
  });

  it("2-02 the tab one came through stays behind what is opened from it", async () => {
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
