import type { Locator, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import {
  accept,
  badge,
  call,
  caller,
  close,
  connected,
  dial,
  free,
  hangUp,
  hears,
  holdings,
  overlay,
  peer,
  received,
  release,
  sees,
  timer,
  until,
} from "./support/calls.ts";
import { credentialsOf } from "./support/foreign-client.ts";
import { occupants } from "./support/media-room.ts";
import { openChat, people } from "./support/people.ts";
import { type Product, startProduct } from "./support/product.ts";

/** Alice and Bob call each other, each in their own Chromium, with real media. */
describe("calls with sound and picture", () => {
  let product: Product;
  let alice: Page;
  let bob: Page;
  /** Console output of both pages. */
  const noise: string[] = [];
  const requests: string[] = [];
  let requestsBeforeCalls: readonly string[] = [];
  const rooms: string[] = [];

  beforeAll(async () => {
    product = await startProduct();
    const watch = (page: Page) => {
      page.on("console", (line) => noise.push(`${line.type()}: ${line.text()}`));
      page.on("pageerror", (error) => noise.push(String(error)));
      page.on("request", (request) => {
        requests.push(request.url());
        if (request.url().endsWith("/user/rtc/get_token")) rooms.push(request.postDataJSON().room);
      });
    };
    [alice, bob] = await Promise.all([
      caller(product.origin, people.alice, { watch }),
      caller(product.origin, people.bob, { watch }),
    ]);
    await Promise.all([openChat(alice, people.bob.name), openChat(bob, people.alice.name)]);
    requestsBeforeCalls = [...requests];
  });
  afterEach(() => release(alice, bob));
  afterAll(async () => {
    await close(alice, bob);
    await product?.close();
  });

  const isOfCalls = (url: string) => /livekit|\/rtc\b/i.test(new URL(url).pathname);
  const loadedLibraries = () => requests.filter((url) => url.includes("livekit"));

  it("1-07 4-67 4-75 4-79 4-93 7-37 7-38 7-40 a voice call rings, is accepted, and both hear each other", async () => {
    await dial(alice);
    await overlay(alice).getByText("Waiting for an answer").waitFor();
    await peer(alice, people.bob).waitFor();
    expect(await overlay(alice).getByRole("button", { name: "Accept" }).count()).toBe(0);

    await overlay(bob).getByText("Incoming voice call").waitFor();
    await peer(bob, people.alice).waitFor();
    await overlay(bob).getByRole("button", { name: "Hang up" }).waitFor();
    await accept(bob);
    await connected(alice, bob);
    await Promise.all([hears(alice), hears(bob)]);
    for (const page of [alice, bob])
      expect(await page.evaluate(() => window.mediaProbe.screensAsked())).toBe(0);

    const clocks = await Promise.all([alice, bob].map((page) => timer(page).textContent()));
    for (const [index, page] of [alice, bob].entries()) {
      expect(clocks[index]).toMatch(/^00:\d\d$/);
      await expect.poll(() => timer(page).textContent(), { interval: 100 }).not.toBe(clocks[index]);
      expect((await received(page)).frames).toBe(0);
    }
    await hangUp(alice);
    await free(alice, bob);
  });

  it("2-101 2-102 a call fills the screen, with Minimise at the top left", async () => {
    await dial(alice);
    await overlay(bob).waitFor();
    for (const page of [alice, bob]) {
      await expect.poll(() => overlay(page).boundingBox()).toEqual({ x: 0, y: 0, width: 390, height: 844 });
      const { x = 390, y = 844 } = (await page.getByRole("button", { name: "Minimise" }).boundingBox()) ?? {};
      expect(x).toBeLessThan(40);
      expect(y).toBeLessThan(40);
    }
    await hangUp(alice);
    await free(alice, bob);
  });

  it("7-41 the media library loads once, with the first call or invitation", async () => {
    expect(requestsBeforeCalls.length).toBeGreaterThan(0);
    expect(requestsBeforeCalls.filter(isOfCalls)).toEqual([]);
    const [first, second, ...more] = loadedLibraries();
    expect([first, more]).toEqual([second, []]); // once on each page
    await call(bob, alice);
    await hangUp(bob);
    await free(alice, bob);
    expect(loadedLibraries().length).toBe(2);
  });

  it("1-08 4-111 4-112 4-115 7-39 a video call shows both; mute and camera off reach the other side", async () => {
    await call(alice, bob, "Video call");
    await Promise.all([sees(alice), sees(bob), hears(alice), hears(bob)]);
    for (const [page, other] of [
      [alice, people.bob],
      [bob, people.alice],
    ] as const) {
      for (const name of [`Video of ${other.name}`, "Your video"]) {
        const width = () => page.getByLabel(name).evaluate((video: HTMLVideoElement) => video.videoWidth);
        await expect.poll(width).toBeGreaterThan(0);
      }
    }

    await overlay(alice).getByRole("button", { name: "Mute" }).click();
    await overlay(bob).getByText(`${people.alice.name} is muted`).waitFor();
    await overlay(alice).getByRole("button", { name: "Camera off" }).click();
    await bob.getByLabel(`Video of ${people.alice.name}`).waitFor({ state: "detached" });
    await overlay(bob).locator("[data-face=picture]").waitFor();

    const dave = await credentialsOf(product.origin, people.dave);
    const seenByServer = await occupants(product.origin, rooms.at(-1) ?? "", dave);
    expect(seenByServer.map(({ microphone, camera }) => `${microphone} ${camera}`).sort()).toEqual([
      "muted muted",
      "on on",
    ]);

    await overlay(alice).getByRole("button", { name: "Unmute" }).click();
    await overlay(bob).getByText(`${people.alice.name} is muted`).waitFor({ state: "detached" });
    await overlay(alice).getByRole("button", { name: "Camera on" }).click();
    await bob.getByLabel(`Video of ${people.alice.name}`).waitFor();
    await Promise.all([sees(bob), hears(bob)]);
  });

  it("2-114 a minimised video call shows the peer, and over the picture that it is on, above the timer", async () => {
    await call(alice, bob, "Video call");
    await overlay(alice).getByRole("button", { name: "Minimise" }).click();
    await overlay(alice).waitFor({ state: "detached" });
    await badge(alice).locator("video").waitFor();
    // It grows when it appears.
    await expect.poll(() => badge(alice).boundingBox()).toMatchObject({ width: 86, height: 110 });
    const boxOf = async (part: Locator) => {
      const { x, y, width, height } = (await part.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
      return { left: x, top: y, right: x + width, bottom: y + height, height };
    };
    const words = await boxOf(badge(alice).getByText("In call"));
    const [frame, time] = [await boxOf(badge(alice)), await boxOf(badge(alice).getByRole("timer"))];
    expect(words.height).toBeGreaterThan(8);
    expect(words.left).toBeGreaterThanOrEqual(frame.left);
    expect(words.right).toBeLessThanOrEqual(frame.right);
    expect(words.bottom).toBeLessThanOrEqual(time.top);
    expect(time.bottom).toBeLessThanOrEqual(frame.bottom);
    await hangUp(bob);
    await free(alice, bob);
  });

  it("2-121 the user's own picture is small and mirrored, and a tap swaps the two", async () => {
    await call(alice, bob, "Video call");
    const own = alice.getByLabel("Your video");
    const other = alice.getByLabel(`Video of ${people.bob.name}`);
    await other.waitFor();
    const size = async (video: typeof own) => {
      const box = await video.boundingBox();
      return box && [Math.round(box.width), Math.round(box.height)];
    };
    // an animation moves it to its place, also after a swap
    await expect.poll(() => size(own)).toEqual([96, 128]);
    expect(await size(other)).toEqual([390, 844]);
    expect(await own.evaluate((video) => getComputedStyle(video).transform)).toBe(
      "matrix(-1, 0, 0, 1, 0, 0)",
    );
    await alice.getByRole("button", { name: "Swap videos" }).click();
    await expect.poll(() => size(other)).toEqual([96, 128]);
    expect(await size(own)).toEqual([390, 844]);
    const isMoving = (video: typeof own) => async () => {
      const timeOf = () => video.evaluate((element: HTMLVideoElement) => element.currentTime);
      const before = await timeOf();
      await until(async () => (await timeOf()) > before, "the picture moves");
      return true;
    };
    expect(await Promise.all([isMoving(own)(), isMoving(other)()])).toEqual([true, true]);
  });

  it("1-18 2-07 2-113 2-116 2-118 2-120 a minimised call goes on above every screen", async () => {
    await call(alice, bob);
    await overlay(alice).getByRole("button", { name: "Minimise" }).click();
    await overlay(alice).waitFor({ state: "detached" });
    expect(await badge(alice).boundingBox()).toEqual({ x: 390 - 86 - 16, y: 100, width: 86, height: 110 });

    await alice.getByRole("button", { name: "Back", exact: true }).click();
    for (const tab of [/^Contacts/, /^Workbench/, /^Me$/, /^Messages/]) {
      await alice.getByRole("link", { name: tab }).click();
      await badge(alice).waitFor();
    }
    await openChat(alice, people.bob.name);
    const before = await timer(alice).textContent();
    await Promise.all([hears(alice), hears(bob)]);
    await expect.poll(() => timer(alice).textContent(), { interval: 100 }).not.toBe(before);

    const point = { x: 330, y: 150 };
    await alice.mouse.move(point.x, point.y);
    await alice.mouse.down();
    await alice.mouse.move(point.x - 200, point.y + 300, { steps: 5 });
    await alice.mouse.up();
    // released, the badge moves to the nearer side
    await expect.poll(() => badge(alice).boundingBox()).toMatchObject({ x: 8, y: 400 });
    expect(await overlay(alice).count()).toBe(0);

    await badge(alice).click();
    await overlay(alice).waitFor();
    await timer(alice).waitFor();
    await overlay(alice).getByRole("button", { name: "Minimise" }).click();
    await badge(alice).waitFor();
    await hangUp(bob);
    await free(alice, bob);
  });

  it("4-116 no microphone, camera or player is in use after a call", async () => {
    await call(bob, alice, "Video call");
    await Promise.all([sees(alice), sees(bob)]);
    for (const page of [alice, bob])
      await expect.poll(() => holdings(page)).toMatchObject({ connections: 1, tracks: 2, players: 3 });
    await hangUp(alice);
    await free(alice, bob);
    for (const page of [alice, bob])
      await expect
        .poll(() => holdings(page))
        .toMatchObject({ connections: 0, tracks: 0, players: 0, sockets: 0 });
  });

  it("10-09 calls write nothing to the console", () => {
    expect(noise).toEqual([]);
  });
});
