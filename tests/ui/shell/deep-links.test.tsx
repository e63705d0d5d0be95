/** Every address of the app, reached in every way. The routes come from the list, so that none is missing. */
import { screen } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { SimulatedClock } from "xstate";
import { OWNER } from "../../../machines/domain/group.ts";
import { remarkPath, userCardPath } from "../../../machines/domain/people-routes.ts";
import { isOpen, ROUTES } from "../../../machines/domain/route.ts";
import { changeNamePath } from "../../../src/screens/changeName/origin.ts";
import { createApp } from "../../../src/wiring/index.ts";
import { isEverything } from "../../everything.ts";
import { fakePorts } from "../../fakes/ports.ts";
import { hostileQueries, plausibleQuery } from "../../fakes/queries.ts";
import { ANNA, aMember, aWorld, ME, TEAM } from "../../fakes/world.ts";
import { openPage, type Page } from "./stage.tsx";

const PLAUSIBLE = plausibleQuery({ selfID: ME, userID: ANNA, groupID: TEAM });
const GUARDED = ROUTES.filter((route) => !isOpen(`/${route}`));
const OPEN = ROUTES.filter((route) => isOpen(`/${route}`));

/** Console output, which must stay empty. */
let said: unknown[][] = [];

beforeEach(() => {
  said = [];
  for (const level of ["error", "warn"] as const) {
    vi.spyOn(console, level).mockImplementation((...words) => void said.push(words));
  }
});

/** The heading of the visible screen. A broken region or page has none. */
function heading(): string {
  const inFront = [...document.querySelectorAll("h1")].filter(
    (one) => !one.closest("[style*='display: none']"),
  );
  expect(inFront.map((one) => one.textContent)).toHaveLength(1);
  return inFront[0]?.textContent ?? "";
}

async function follow(page: Page, route: string, query: string): Promise<void> {
  await page.does(() => page.ports.visit(query === "" ? `/${route}` : `/${route}?${query}`));
}

/** Follows every hostile link to a route; `npm test` follows a third of them, others for each route. */
async function followHostile(page: Page, route: string): Promise<void> {
  const [queries, first] = [Object.entries(hostileQueries), ROUTES.map(String).indexOf(route)];
  for (const [what, query] of queries.filter((_, at) => isEverything || (at + first) % 3 === 0)) {
    await follow(page, route, query);
    expect(heading(), what).not.toBe("");
    expect(page.app.getSnapshot().status, what).toBe("active");
    expect(said, what).toEqual([]);
  }
}

/** The path that a fresh page at this address leads to. Other tests check what it shows. */
async function landing(signedIn: boolean, path: string): Promise<string> {
  const ports = fakePorts({ world: aWorld({ signedIn }), path });
  const app = createApp(ports, { clock: new SimulatedClock(), logger: () => {} });
  app.start();
  await new Promise((resolve) => setImmediate(resolve));
  app.stop();
  return ports.address.current.path;
}

describe("signed in", () => {
  it.each(GUARDED)("2-78 /%s shows with a valid link, and with any other", async (route) => {
    const page = await openPage();
    await follow(page, route, PLAUSIBLE);
    expect(heading()).not.toMatch(/^(Page not found)?$/);
    await followHostile(page, route);
    expect(page.ports.address.current.path).toBe(`/${route}`);
  });

  // A meeting's link and a share open their pages: ui/groupCall/overlay.test.tsx, ui/screens/share.test.tsx. Cards open
  // from the list: unit/app/navigation.test.ts.
  const OPENING = /^(meeting|share|userCard|groupCard)$/;
  const HOMEWARD = ROUTES.filter((route) => !OPENING.test(route));

  it.each(HOMEWARD)("4-07 /%s opened before the SDK runs leads to the conversations", async (route) => {
    expect(await landing(true, `/${route}?${PLAUSIBLE}`)).toBe("/conversation");
    expect(said).toEqual([]);
  });
});

describe("text in a link", () => {
  const NAME = `R&D=50%25 "+"?#é`;

  it("2-69 is taken literally: a group's name", async () => {
    const page = await openPage({ world: aWorld({ members: [aMember({ roleLevel: OWNER })] }) });
    await page.does(() => page.ports.visit(changeNamePath({ groupID: TEAM, groupName: NAME })));
    expect(screen.getByRole("textbox", { name: "Group name" })).toHaveProperty("value", NAME);
  });

  it("2-77 is taken literally: a friend's name", async () => {
    const page = await openPage();
    await page.does(() => page.ports.visit(remarkPath({ userID: ANNA, nickname: NAME, remark: "" })));
    expect(screen.getByRole("textbox", { name: "Remark" })).toHaveProperty("placeholder", NAME);
  });

  it("2-78 is taken literally: an unknown id", async () => {
    const page = await openPage();
    await page.does(() => page.ports.visit(userCardPath("%41&")));
    expect(screen.getByText("Nobody has this ID")).toBeTruthy();
  });
});

describe("signed out", () => {
  it.each(GUARDED)("2-84 4-08 /%s leads to the sign-in form", async (route) => {
    expect(await landing(false, `/${route}?${PLAUSIBLE}`)).toBe("/login");
    expect(await landing(false, `/${route}?${hostileQueries.garbage}`)).toBe("/login");
    expect(said).toEqual([]);
  });

  it.each(OPEN)("2-78 2-92 /%s shows with any parameters", async (route) => {
    const page = await openPage({ world: aWorld({ signedIn: false }), path: `/${route}?${PLAUSIBLE}` });
    expect(heading()).not.toBe("");
    await followHostile(page, route);
  });
});
