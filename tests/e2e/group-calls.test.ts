import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isEverything } from "../everything.ts";
import {
  accept,
  caller,
  close,
  connected,
  free,
  hears,
  overlay,
  pixelsChange,
  until,
} from "./support/calls.ts";
import { type ForeignClient, foreignClient } from "./support/foreign-client.ts";
import { setDemoNetwork } from "./support/network.ts";
import {
  answered,
  conversationRow,
  openChat,
  type Person,
  password,
  people,
  phone,
  visit,
} from "./support/people.ts";
import { type Product, startProduct } from "./support/product.ts";

const { alice: zhang, bob: li, carol: wang, hanmeimei: han } = people;

describe("calls of many", () => {
  let product: Product;
  let alice: Page;
  let bob: Page;
  let carol: Page;
  let mei: ForeignClient;

  beforeAll(async () => {
    product = await startProduct();
    [alice, bob, carol, mei] = await Promise.all([
      caller(product.origin, zhang),
      caller(product.origin, li),
      caller(product.origin, wang),
      foreignClient(product.origin, han),
    ]);
    await visit(alice, "/createGroup");
    await alice.locator("input:focus").waitFor();
    await alice.keyboard.type("Crew");
    for (const { name } of [li, wang, han]) await alice.getByRole("checkbox", { name }).check();
    await press(alice, "Create (3)");
    await alice.getByRole("heading", { name: "Crew" }).waitFor();
    await Promise.all([bob, carol].map((page) => conversationRow(page, "Crew").waitFor()));
  });
  afterAll(async () => {
    await close(alice, bob, carol);
    mei?.close();
    await product?.close();
  });

  it("11-40 rings the chosen members; two accept, one declines, and their pictures move", async () => {
    await press(alice, "Call");
    await alice.getByRole("menuitem", { name: "Video call" }).click();
    await press(alice, "Choose all");
    await press(alice, "Call 3");
    for (const page of [bob, carol]) {
      await overlay(page).getByText(`${zhang.name} invites you to a group video call`).waitFor();
      await overlay(page).getByRole("heading", { name: "Crew" }).waitFor();
    }
    const { sendID, data } = await mei.next(200);
    expect(data).toMatchObject({ sessionType: 3, mediaType: "video", groupID: expect.stringMatching(/./) });
    expect(data.inviteeUserIDList).toHaveLength(3);
    await mei.signal(sendID, 202, data);
    await accept(bob);
    await accept(carol);
    await connected(alice, bob, carol);
    await press(overlay(alice), "People");
    const list = alice.getByRole("dialog", { name: "People" });
    await list.getByRole("listitem").filter({ hasText: han.name }).getByText("Declined").waitFor();
    await alice.keyboard.press("Escape");
    await list.waitFor({ state: "detached" });
    await moves(alice, li);
    await moves(bob, wang);
    await moves(carol, zhang);
  });

  it("11-40 goes on when the member leaves who started it, who joins again by the row in the chat", async () => {
    await press(overlay(alice), "Leave");
    await free(alice);
    await moves(bob, wang);
    await joinButton(alice).click();
    await connected(alice);
    await moves(alice, wang);
    // A row is a message of any member: it does not switch on the camera of who presses it.
    await press(overlay(alice), "Camera on");
    await moves(carol, zhang);
  });

  it("11-40 goes on while a member reloads, who comes back by the row and shares the screen", async () => {
    await carol.reload();
    await moves(bob, zhang);
    await openChat(carol, "Crew");
    await joinButton(carol).click();
    await connected(carol);
    await moves(carol, li);
    await fromMenu(carol, "Share screen");
    await pixelsChange(alice.getByLabel(`Screen of ${wang.name}`), "the screen");
    await press(overlay(carol), "Stop sharing");
    await alice.getByLabel(`Screen of ${wang.name}`).waitFor({ state: "detached" });
  });

  // The demo cuts its own media server only.
  it.skipIf(process.env.LIVEKIT_URL)(
    "11-40 goes on without a member whose network is cut, who comes back when it returns",
    async () => {
      const bobID = await bob.evaluate(() => localStorage.getItem("IM_USERID") ?? "");
      await setDemoNetwork(alice, bobID, "cut");
      const reconnecting = overlay(bob).getByRole("status").getByText("Reconnecting");
      await reconnecting.waitFor();
      await moves(carol, zhang);
      await setDemoNetwork(alice, bobID, "online");
      await reconnecting.waitFor({ state: "detached" });
      await Promise.all([moves(bob, zhang), moves(alice, li)]);
    },
  );

  it("11-40 is over in the chat when the last member has left", async () => {
    for (const page of [alice, bob, carol]) {
      await press(overlay(page), "Leave");
      await free(page);
    }
    for (const page of [alice, carol]) {
      await page
        .getByRole("log", { name: "Messages" })
        .getByText(/^Group call ended/)
        .waitFor();
      await joinButton(page).waitFor({ state: "detached" });
    }
  });

  it("11-41 a meeting by link takes a user who is signed out through sign-in and lobby; its host ends it for all", async () => {
    await visit(alice, "/meeting");
    await showsOwnPictureOnSmallPhone(alice);
    await enterWithCamera(alice);
    const link = await meetingLink(alice);
    const browser = bob.context().browser();
    if (!browser) throw new Error("Bob has no browser");
    const visitor = await (await phone(browser)).newPage();
    await visitor.goto(link.href);
    await visitor.getByRole("textbox", { name: "Phone number" }).fill(people.lilei.phone);
    await visitor.getByRole("textbox", { name: "Password" }).fill(password);
    await press(visitor, "Sign in");
    await answered(visitor, overlay(visitor));
    await visit(carol, link.pathname + link.search);
    await Promise.all([enterWithCamera(visitor), enterWithCamera(carol)]);
    await moves(alice, people.lilei);
    await moves(visitor, wang);
    await moves(carol, zhang);
    await fromMenu(alice, "End for all");
    await alice
      .getByRole("dialog", { name: "End the meeting for all?" })
      .getByRole("button", { name: "End for all" })
      .click();
    await free(alice, carol, visitor);
    for (const page of [carol, visitor]) await page.getByText("You are not in the meeting").waitFor();
    await visitor.context().close();
  });

  it.runIf(isEverything)("11-41 five people in a meeting see each other", async () => {
    const more = await Promise.all([people.dave, people.lilei].map((who) => caller(product.origin, who)));
    const pages = new Map<Person, Page>([
      [zhang, alice],
      [li, bob],
      [wang, carol],
      ...[people.dave, people.lilei].flatMap((who, index): [Person, Page][] => {
        const page = more[index];
        return page ? [[who, page]] : [];
      }),
    ]);
    await visit(alice, "/conversation");
    await visit(alice, "/meeting");
    await enterWithCamera(alice);
    const link = await meetingLink(alice);
    for (const page of [bob, carol, ...more]) {
      await visit(page, link.pathname + link.search);
      await enterWithCamera(page);
    }
    for (const [viewer, page] of pages)
      for (const shown of pages.keys()) if (shown !== viewer) await moves(page, shown);
    await close(...more);
  });

  it("11-44 an encrypted meeting is seen and heard by users with the whole link, and by nobody else", async () => {
    for (const page of [alice, bob, carol]) await visit(page, "/conversation");
    await visit(alice, "/meeting");
    await overlay(alice).getByRole("switch", { name: "End-to-end encryption" }).check();
    await enterWithCamera(alice);
    await overlay(alice).getByRole("img", { name: "End-to-end encrypted" }).waitFor();
    await press(overlay(alice), "Invite people");
    const shown = alice.getByRole("dialog", { name: "Invite people" }).getByText(/^http/);
    const link = new URL((await shown.textContent()) ?? "");
    await alice.keyboard.press("Escape");
    expect(link.hash).toMatch(/^#[\w-]{22}$/);
    await visit(bob, link.href);
    await overlay(bob).getByText("End-to-end encrypted").waitFor();
    expect([alice.url(), bob.url()]).toEqual(Array(2).fill(link.href.replace(link.hash, "")));
    await enterWithCamera(bob);
    await visit(carol, alice.url());
    await enterWithCamera(carol);
    await overlay(carol).getByText("This meeting is encrypted. Open the whole link.").waitFor();
    await Promise.all([moves(alice, li), moves(bob, zhang), hears(alice), hears(bob)]);
    expect(await overlay(carol).locator('video[aria-label^="Video of "]').count()).toBe(0);
    await visit(carol, link.href);
    await press(carol, "Rejoin");
    await enterWithCamera(carol);
    await Promise.all([moves(carol, zhang), moves(alice, wang)]);
    for (const page of [alice, bob, carol]) {
      await press(overlay(page), "Leave");
      await free(page);
    }
  });
});

async function press(place: Pick<Page, "getByRole">, name: string): Promise<void> {
  await place.getByRole("button", { name, exact: true }).click();
}

const joinButton = (page: Page) =>
  page.getByRole("log", { name: "Messages" }).getByRole("button", { name: "Group video call, join" });

/** Chooses from the menu of a call. */
async function fromMenu(page: Page, name: string): Promise<void> {
  await press(overlay(page), "More");
  await page.getByRole("menuitem", { name, exact: true }).click();
}

/** The address of a new meeting, once it has one. */
async function meetingLink(page: Page): Promise<URL> {
  await page.waitForURL(/\/meeting\?roomID=[0-9a-f]{32}$/);
  return new URL(page.url());
}

/** In the lobby, also where it is higher than the page. */
async function showsOwnPictureOnSmallPhone(page: Page): Promise<void> {
  const size = page.viewportSize();
  const lobby = overlay(page);
  await page.setViewportSize({ width: 375, height: 553 });
  await press(lobby, "Camera on");
  const picture = await lobby.locator("video").boundingBox();
  expect(picture?.width).toBeGreaterThan(200);
  expect(picture?.height).toBeGreaterThan(100);
  if (size) await page.setViewportSize(size);
}

/** From the lobby into the meeting. */
async function enterWithCamera(page: Page): Promise<void> {
  const lobby = overlay(page);
  const on = lobby.getByRole("button", { name: "Camera on" });
  await lobby.getByRole("button", { name: "Join", exact: true }).waitFor();
  if (await on.isVisible()) await on.click();
  await press(lobby, "Join");
  await lobby.getByRole("button", { name: "Leave", exact: true }).waitFor();
}

/** Resolves when the picture of that person changes on the page. */
async function moves(page: Page, { name }: Person): Promise<void> {
  const picture = overlay(page).locator(`video[aria-label="Video of ${name}"]`).first();
  const frames = () =>
    picture.evaluate((video: HTMLVideoElement) => video.getVideoPlaybackQuality().totalVideoFrames);
  const before = await frames();
  await until(async () => (await frames()) >= before + 10, `the picture of ${name} moves`);
}
