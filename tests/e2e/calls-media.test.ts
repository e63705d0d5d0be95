import { ParticipantInfo_State, SignalResponse } from "@livekit/protocol";
import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { isEverything } from "../everything.ts";
import { audit, prepareAudit } from "./support/audit.ts";
import {
  accept,
  badge,
  call,
  caller,
  callRows,
  close,
  connected,
  dial,
  free,
  hangUp,
  hears,
  holdings,
  kill,
  overlay,
  peer,
  pixelsChange,
  received,
  release,
  sees,
  tapAtOnce,
  timer,
  until,
} from "./support/calls.ts";
import { hurry } from "./support/clock.ts";
import { credentialsOf, type ForeignClient, foreignClient } from "./support/foreign-client.ts";
import type { Holdings } from "./support/media-probe.ts";
import { occupants } from "./support/media-room.ts";
import { back, isLive, message, openChat, type Person, people, send } from "./support/people.ts";
import { type Product, startProduct } from "./support/product.ts";

const hasFocus = (element: Element) => element === document.activeElement;

/**
 * Alice and Bob call each other, each in their own Chromium, with real media. First everything works, then pages,
 * servers and devices fail.
 */
describe("calls with sound and picture", () => {
  let product: Product;
  let alice: Page;
  let bob: Page;
  /** Console output of both pages. */
  const noise: string[] = [];
  const requests: string[] = [];
  let requestsBeforeCalls: readonly string[] = [];
  const rooms: string[] = [];
  /** Connected by the last test, because the server restarts before it. */
  let dave: ForeignClient | undefined;
  let hasFailed = false;

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
    noise.length = 0; // drops noise of a sign-in that had to be pressed twice on a busy machine
  });
  afterAll(async () => {
    await close(alice, bob);
    dave?.close();
    await product?.close();
  });

  /** A failed test leaves its call and its window size behind. */
  beforeEach(async ({ onTestFailed }) => {
    if (hasFailed) {
      for (const page of [alice, bob]) await page.setViewportSize({ width: 390, height: 844 });
      await release(alice, bob);
    }
    hasFailed = false;
    onTestFailed(() => {
      hasFailed = true;
    });
  });

  const pathOf = (page: Page) => new URL(page.url()).pathname;
  const isOfCalls = (url: string) => /livekit|\/rtc\b/i.test(new URL(url).pathname);
  const loadedLibraries = () => requests.filter((url) => url.includes("livekit"));

  it("1-07 2-101 2-102 4-67 4-75 4-79 4-93 7-37 7-38 7-40 a voice call fills the screen, rings, is accepted, and both hear each other", async () => {
    await dial(alice);
    await overlay(alice).getByText("Waiting for an answer").waitFor();
    await peer(alice, people.bob).waitFor();
    expect(await overlay(alice).getByRole("button", { name: "Accept" }).count()).toBe(0);

    await overlay(bob).getByText("Incoming voice call").waitFor();
    await peer(bob, people.alice).waitFor();
    await overlay(bob).getByRole("button", { name: "Hang up" }).waitFor();
    for (const page of [alice, bob]) {
      await expect.poll(() => overlay(page).boundingBox()).toEqual({ x: 0, y: 0, width: 390, height: 844 });
      const { x = 390, y = 844 } = (await page.getByRole("button", { name: "Minimise" }).boundingBox()) ?? {};
      expect(x).toBeLessThan(40);
      expect(y).toBeLessThan(40);
    }
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

  it("7-41 the media library loads with the first call or invitation", () => {
    expect(requestsBeforeCalls.length).toBeGreaterThan(0);
    expect(requestsBeforeCalls.filter(isOfCalls)).toEqual([]);
    const [first, second, ...more] = loadedLibraries();
    expect(first).toMatch(/livekit/);
    expect([first, more]).toEqual([second, []]); // once on each page
  });

  describe("during one video call", () => {
    beforeAll(() => call(alice, bob, "Video call"));
    afterAll(() => release(alice, bob));

    it("1-08 4-111 4-112 4-115 7-39 a video call shows both; mute and camera off reach the other side", async () => {
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

    it("2-121 the user's own picture is small and mirrored, and a tap swaps the two", async () => {
      const own = alice.getByLabel("Your video");
      const other = alice.getByLabel(`Video of ${people.bob.name}`);
      await other.waitFor();
      const size = async (video: typeof own) => {
        const box = await video.boundingBox();
        return box && [Math.round(box.width), Math.round(box.height)];
      };
      // an animation moves it to its place, also after a swap
      await expect.poll(() => size(own)).toEqual([96, 128]);
      await expect.poll(() => size(other)).toEqual([390, 844]);
      expect(await own.evaluate((video) => getComputedStyle(video).transform)).toBe(
        "matrix(-1, 0, 0, 1, 0, 0)",
      );
      await alice.getByRole("button", { name: "Swap videos" }).click();
      await expect.poll(() => size(other)).toEqual([96, 128]);
      await expect.poll(() => size(own)).toEqual([390, 844]);
      const isMoving = (video: typeof own) => async () => {
        const timeOf = () => video.evaluate((element: HTMLVideoElement) => element.currentTime);
        const before = await timeOf();
        await until(async () => (await timeOf()) > before, "the picture moves");
        return true;
      };
      expect(await Promise.all([isMoving(own)(), isMoving(other)()])).toEqual([true, true]);
    });

    it("2-114 a minimised video call shows the peer, and over the picture that it is on, above the timer", async () => {
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
      await badge(alice).click();
      await overlay(alice).waitFor();
    });

    it("4-116 no microphone, camera or player is in use after a call", async () => {
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
  });

  it.runIf(isEverything)(
    "11-21 in a wide window a call rings in a small window while the user writes, and fills it once accepted",
    async () => {
      const region = alice.getByRole("region", { name: "Call", exact: true });
      const field = alice.getByRole("textbox", { name: "Message" });
      await alice.setViewportSize({ width: 1440, height: 900 });
      await field.click();
      await alice.keyboard.type("I write while ");
      await dial(bob, "Video call");
      await region.getByRole("alert").getByText("Incoming video call").waitFor();
      await expect
        .poll(() => region.boundingBox())
        .toEqual({ x: 1440 - 320 - 16, y: 64, width: 320, height: 240 });
      expect(await overlay(alice).count()).toBe(0);
      await alice.keyboard.type("you ring");
      await expect.poll(() => field.inputValue()).toBe("I write while you ring");
      await prepareAudit(alice);
      expect(await audit(alice)).toEqual([]);

      await alice.keyboard.press("F6");
      expect(await region.getByRole("button", { name: "Fill the window" }).evaluate(hasFocus)).toBe(true);
      await alice.keyboard.press("Escape");
      expect(await field.evaluate(hasFocus)).toBe(true);
      await alice.setViewportSize({ width: 390, height: 844 });
      await overlay(alice).getByRole("button", { name: "Accept" }).waitFor();
      await alice.setViewportSize({ width: 1440, height: 900 });
      await overlay(alice).waitFor({ state: "detached" });

      await region.getByRole("button", { name: "Accept" }).click();
      await expect.poll(() => overlay(alice).boundingBox()).toEqual({ x: 0, y: 0, width: 1440, height: 900 });
      await connected(alice, bob);
      await hangUp(bob);
      await free(alice, bob);
      await expect.poll(() => field.evaluate(hasFocus)).toBe(true);
      await alice.keyboard.type(" me");
      expect(await field.inputValue()).toBe("I write while you ring me");
      await field.fill("");
      await alice.setViewportSize({ width: 390, height: 844 });
    },
  );

  it.runIf(isEverything)(
    "11-21 in a wide window the user writes while the picture of the call moves, in a small window and in a column",
    async () => {
      const region = alice.getByRole("region", { name: "Call", exact: true });
      const field = alice.getByRole("textbox", { name: "Message" });
      const picture = region.getByLabel(`Video of ${people.bob.name}`);
      const write = async (text: string) => {
        await field.click();
        await field.fill(text);
        await field.press("Enter");
        await bob.getByRole("log", { name: "Messages" }).getByText(text).waitFor();
      };
      await alice.setViewportSize({ width: 1440, height: 900 });
      await call(alice, bob, "Video call");
      await overlay(bob).getByRole("button", { name: "Minimise" }).click();
      await overlay(alice).getByRole("button", { name: "Minimise" }).click();
      await overlay(alice).waitFor({ state: "detached" });
      await prepareAudit(alice);
      await pixelsChange(picture, "the picture in the small window");
      await write("I see you while I write");
      await pixelsChange(picture, "the picture after the message");
      expect(await audit(alice)).toEqual([]);

      await badge(alice).hover();
      await alice.mouse.down();
      await alice.mouse.move(600, 700, { steps: 5 });
      await alice.mouse.up();
      await expect
        .poll(() => region.boundingBox())
        .toEqual({ x: 16, y: 900 - 240 - 80, width: 320, height: 240 });

      await region.getByRole("button", { name: "Show beside the chat" }).click();
      await expect.poll(() => region.boundingBox()).toEqual({ x: 1080, y: 0, width: 360, height: 900 });
      await pixelsChange(picture, "the picture in the column");
      await write("And beside the chat");
      const { x = 0, width = 0 } = (await alice.getByRole("main").boundingBox()) ?? {};
      expect(x + width).toBeLessThanOrEqual(1080);
      expect(await audit(alice)).toEqual([]);

      await alice.setViewportSize({ width: 390, height: 844 });
      await expect.poll(() => badge(alice).boundingBox()).toMatchObject({ width: 86, height: 110 });
      await Promise.all([hears(alice), hears(bob)]);
      await alice.setViewportSize({ width: 1440, height: 900 });
      await pixelsChange(picture, "the picture in the column again");
      await region.getByRole("button", { name: "Hang up" }).click();
      await free(alice, bob);
      await region.waitFor({ state: "detached" });
      await alice.setViewportSize({ width: 390, height: 844 });
    },
  );

  it("1-18 2-07 2-113 2-116 2-118 2-120 a minimised call goes on above every screen", async () => {
    await call(bob, alice);
    await overlay(alice).getByRole("button", { name: "Minimise" }).click();
    await overlay(alice).waitFor({ state: "detached" });
    await expect
      .poll(() => badge(alice).boundingBox())
      .toEqual({ x: 390 - 86 - 16, y: 100, width: 86, height: 110 });

    await back(alice);
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
    // The taps of the first moment are only taken after Accept.
    await tapAtOnce(alice, "Minimise");
    await badge(alice).waitFor();
  });

  it("11-56 a growing call takes no press, and its badge appears where it rests", async () => {
    await alice.emulateMedia({ reducedMotion: "no-preference" });
    const { frames, pressable } = await badge(alice).evaluate(growFrom);
    expect(frames).toBeGreaterThan(0);
    expect(pressable).toEqual([]);
    const centres = await overlay(alice).getByRole("button", { name: "Minimise" }).evaluate(shrinkBy);
    expect(centres.length).toBeGreaterThan(1);
    expect([...new Set(centres)]).toHaveLength(1);
    await overlay(alice).waitFor({ state: "detached" });
  });

  it.runIf(isEverything)("11-56 a call that grows again while it shrinks takes no press", async () => {
    const setDuration = (duration: string) =>
      alice.evaluate((value) => document.documentElement.style.setProperty("--medium", value), duration);
    await setDuration("1s");
    await badge(alice).evaluate(growFrom);
    await overlay(alice).getByRole("button", { name: "Minimise" }).click();
    const { frames, pressable } = await badge(alice).evaluate(growFrom);
    expect(frames).toBeGreaterThan(0);
    expect(pressable).toEqual([]);
    await setDuration("");
    await overlay(alice).getByRole("button", { name: "Minimise" }).click();
    await overlay(alice).waitFor({ state: "detached" });
    await alice.emulateMedia({ reducedMotion: "reduce" });
  });

  it("11-24 Back minimises a call, then leaves the chat under it; a minimised call can be hung up", async () => {
    const isGone = { state: "detached" } as const;
    await badge(alice).click();
    await overlay(alice).waitFor();
    await alice.goBack();
    await overlay(alice).waitFor(isGone);
    await badge(alice).waitFor();
    expect(pathOf(alice)).toBe("/chat");
    await alice.goBack();
    await alice.getByRole("list", { name: "Chat list" }).waitFor();
    await badge(alice).click();
    await overlay(alice).waitFor();
    await alice.goBack();
    await overlay(alice).waitFor(isGone);
    expect(pathOf(alice)).toBe("/conversation");
    await badge(alice).click();
    await hangUp(alice);
    await free(alice, bob);
    await openChat(alice, people.bob.name);
  });

  it.runIf(isEverything)(
    "4-116 7-41 10-09 short calls in a row leave nothing in use and no user in a room, and load no library again",
    async () => {
      const rounds = isEverything ? 2 : 1;
      const earlier = new Set(rooms).size;
      /**
       * What a page may hold without a call: one audio context for its own sounds. LiveKit closes its own a little
       * later.
       */
      const allowed: Holdings = {
        connections: 0,
        tracks: 0,
        players: 0,
        sockets: 0,
        intervals: 0,
        audioContexts: 1,
      };
      const excess = async (page: Page) => {
        const held = await holdings(page);
        return (Object.keys(allowed) as (keyof Holdings)[]).filter((what) => held[what] > allowed[what]);
      };

      for (let round = 0; round < rounds; round += 1) {
        await call(alice, bob, round % 2 === 0 ? "Voice call" : "Video call");
        await hangUp(alice);
        await free(alice, bob);
        await dial(bob); // declined
        await overlay(alice).getByRole("button", { name: "Accept" }).waitFor();
        await hangUp(alice);
        await free(alice, bob);
        await dial(alice, "Video call"); // cancelled while it rings
        await overlay(bob).getByRole("button", { name: "Accept" }).waitFor();
        await hangUp(alice);
        await free(alice, bob);
        await dial(bob, "Video call"); // cancelled at once, during the set-up
        await hangUp(bob);
        await free(alice, bob);
      }
      for (const page of [alice, bob]) await expect.poll(() => excess(page)).toEqual([]);

      const visitor = await credentialsOf(product.origin, people.dave);
      // those that were cancelled at once may not have had a room
      expect(new Set(rooms).size - earlier).toBeGreaterThanOrEqual(3 * rounds);
      for (const room of new Set(rooms))
        await until(
          async () => (await occupants(product.origin, room, visitor)).length === 0,
          "nobody is left in the room",
        );
      expect(loadedLibraries().length).toBe(2);
      expect(noise).toEqual([]);
    },
  );

  const allRecords = (page: Page) => callRows(page, /call|Cancelled|Declined/);
  const records = (page: Page) => allRecords(page).count();

  /** Resolves once a page has `count` records, and the last of them contains these words. */
  async function lastRecord(page: Page, count: number, words: RegExp): Promise<void> {
    await expect.poll(() => records(page)).toBe(count);
    await allRecords(page).last().filter({ hasText: words }).waitFor();
  }

  /** After a load of the page. */
  async function comeBack(page: Page, { name }: Person): Promise<void> {
    await isLive(page);
    if (pathOf(page) !== "/chat") return openChat(page, name);
    await page.getByRole("textbox", { name: "Message" }).waitFor();
  }

  it("2-97 R20 a reload during a call leaves both sides one record once the caller is back", async () => {
    // The records of earlier calls come before these messages.
    for (const [from, to] of [
      [alice, bob],
      [bob, alice],
    ] as const) {
      const text = `Ready, says ${from === alice ? "Alice" : "Bob"}`;
      await send(from, text);
      await message(to, text).waitFor();
    }
    const before = await records(alice);
    await call(bob, alice);
    await bob.clock.install(); // for the next page, which waits for a dead device
    await bob.reload();
    await free(alice);
    await comeBack(bob, people.alice);
    for (const page of [alice, bob]) await lastRecord(page, before + 1, /^Voice call \d\d:\d\d/);
  });

  it.runIf(isEverything)(
    "2-97 R20 a reload while it rings cancels the call, and the callee has missed it",
    async () => {
      const before = await records(bob);
      await dial(alice, "Video call");
      await overlay(bob).getByText("Incoming video call").waitFor();
      await alice.reload();
      await free(bob);
      await comeBack(alice, people.bob);
      await lastRecord(alice, before + 1, /^Cancelled/);
      await lastRecord(bob, before + 1, /^Missed video call/);
    },
  );

  it.runIf(isEverything)(
    "2-97 R21 the callee sees that the caller's device died, and one record is left once the caller is back",
    async () => {
      const before = await records(bob);
      const aliceID = await alice.evaluate(() => localStorage.getItem("IM_USERID") ?? "");
      const visitor = await credentialsOf(product.origin, people.carol);
      const letDropsThrough = await holdDrops(bob);
      await call(alice, bob);
      const storage = await alice.context().storageState();
      await kill(alice);
      const trouble = `${people.alice.name} has a poor connection`;
      await overlay(bob).getByRole("status").getByText(trouble).waitFor();
      letDropsThrough();
      const isInRoom = async () => {
        const present = await occupants(product.origin, rooms.at(-1) ?? "", visitor);
        return present.some(({ userID }) => userID === aliceID);
      };
      await until(async () => !(await isInRoom()), "the media server drops her");
      expect(await overlay(bob).count()).toBe(1);
      await hurry(bob, async () => (await overlay(bob).count()) === 0, "the call ends");
      await free(bob);
      await lastRecord(bob, before + 1, /^Voice call/);
      alice = await caller(product.origin, people.alice, { storage });
      await comeBack(alice, people.bob);
      for (const page of [alice, bob]) await lastRecord(page, before + 1, /^Voice call/);
    },
  );

  it.runIf(isEverything)(
    "4-110 8-29 a call goes on after the server dies and comes back, and can be hung up",
    async () => {
      // A call gives up after 30 s (R17). If the server alone needs much of that to start, the result says nothing
      // about the call, and the test repeats it.
      for (let away = await outage(); await isGivenUp(); away = await outage())
        expect(away).toBeGreaterThan(BUSY_START);
      await Promise.all([alice, bob].flatMap((page) => [hears(page), sees(page)]));
      await Promise.all([peer(alice, people.bob).waitFor(), timer(bob).waitFor()]);
      await hangUp(alice);
      await free(alice, bob);
    },
  );

  /** Milliseconds. A longer start of the server means that the machine is busy. */
  const BUSY_START = 6000;

  /** Kills the server during a call and starts it again. Resolves with the milliseconds it was away. */
  async function outage(): Promise<number> {
    await call(alice, bob, "Video call");
    await Promise.all([hears(alice), hears(bob)]);
    // An earlier call of these pages was lost.
    await Promise.all([alice, bob].map((page) => page.evaluate(() => window.toastsShown.splice(0))));
    const began = performance.now();
    await product.kill();
    // A separate LiveKit server lives on without the product, and so do its calls.
    if (process.env.LIVEKIT_URL) await Promise.all([hears(alice), hears(bob)]);
    else
      await Promise.all(
        [alice, bob].map((page) => overlay(page).getByRole("status").getByText("Reconnecting").waitFor()),
      );
    await product.restart();
    return performance.now() - began;
  }

  /** Resolves once neither side reconnects any more: whether one of them gave the call up. Then both are free. */
  async function isGivenUp(): Promise<boolean> {
    await Promise.all(
      [alice, bob].map((page) =>
        overlay(page).getByRole("status").getByText("Reconnecting").waitFor({ state: "detached" }),
      ),
    );
    const said = await Promise.all(
      [alice, bob].map((page) => page.evaluate(() => window.toastsShown.splice(0))),
    );
    if (!said.flat().includes("The connection was lost")) return false;
    await release(alice, bob);
    return true;
  }

  it("4-99 4-102 the caller closes the page during a call, which ends it for the other side", async () => {
    await call(alice, bob);
    await alice.close();
    await free(bob);
  });

  it.runIf(isEverything)(
    "R22 a flood of invitations rings only a few times, and the buttons react",
    async () => {
      const client = await foreignClient(product.origin, people.dave);
      dave = client;
      const rings = await countTones(bob);
      const me = await bob.evaluate(() => localStorage.getItem("IM_USERID") ?? "");
      const invite = (room: number) =>
        client.signal(me, 200, {
          roomID: room.toString(16).padStart(32, "0"),
          inviterUserID: client.userID,
          inviteeUserIDList: [me],
          groupID: "",
          mediaType: "audio",
          sessionType: 1,
          platformID: 5,
          timeout: 30,
        });
      const flood = Array.from({ length: isEverything ? 1000 : 120 }, (_, room) => room);
      for (let start = 0; start < flood.length; start += 50)
        await Promise.all(flood.slice(start, start + 50).map(invite));
      await overlay(bob).getByText("Incoming voice call").waitFor();
      expect(await overlay(bob).count()).toBe(1);
      await hangUp(bob);
      const { data } = await client.next(202);
      expect(data.inviterUserID).toBe(client.userID);
      // each of the others is a new call (R8) that would ring again without the throttle
      const rung = await rings();
      expect(rung).toBeGreaterThan(0);
      expect(rung).toBeLessThan(20);
    },
  );
});

/** Runs in the page. Presses the badge, and finds the buttons of the call that take a press while it grows. */
function growFrom(badge: HTMLElement | SVGElement): Promise<{ frames: number; pressable: string[] }> {
  const pressable: string[] = [];
  let frames = 0;
  badge.dispatchEvent(new MouseEvent("click", { bubbles: true }));
  return new Promise((resolve) => {
    const look = () => {
      const call = document.querySelector('[role="dialog"][aria-label="Call"]');
      const isGrowing = call !== null && getComputedStyle(call).transform !== "none";
      if (isGrowing) frames += 1;
      for (const button of isGrowing ? call.querySelectorAll("button") : []) {
        const { x, y, width, height } = button.getBoundingClientRect();
        const hit = document.elementFromPoint(x + width / 2, y + height / 2);
        if (button.contains(hit)) pressable.push(button.getAttribute("aria-label") ?? "");
      }
      if (call && !isGrowing) resolve({ frames, pressable });
      else requestAnimationFrame(look);
    };
    look();
  });
}

/** Runs in the page. Presses "Minimise", and returns the centre of the badge in each frame until it rests. */
function shrinkBy(minimise: HTMLElement | SVGElement): Promise<string[]> {
  const centres: string[] = [];
  minimise.dispatchEvent(new MouseEvent("click", { bubbles: true }));
  return new Promise((resolve) => {
    const look = () => {
      const badge = document.querySelector('button[aria-label^="Return to call"]');
      if (badge) {
        const { x, y, width, height } = badge.getBoundingClientRect();
        centres.push(`${Math.round(x + width / 2)},${Math.round(y + height / 2)}`);
      }
      const isAtRest = badge?.getAnimations().length === 0;
      if (isAtRest) resolve(centres);
      else requestAnimationFrame(look);
    };
    look();
  });
}

/**
 * Keeps from a page that a member was dropped from a media room, until the result is called. So what it shows of a
 * silent member does not come from the drop.
 */
async function holdDrops(page: Page): Promise<() => void> {
  let isHolding = true;
  const held: (() => void)[] = [];
  await page.routeWebSocket(/\/rtc\b.*access_token=/, (near) => {
    const far = near.connectToServer();
    far.onMessage((frame) => {
      const pass = () => near.send(frame);
      if (isHolding && typeof frame !== "string" && isDrop(frame)) held.push(pass);
      else pass();
    });
  });
  return () => {
    isHolding = false;
    for (const pass of held.splice(0)) pass();
  };
}

function isDrop(frame: Uint8Array): boolean {
  const { message } = SignalResponse.fromBinary(frame);
  return (
    message.case === "update" &&
    message.value.participants.some(({ state }) => state === ParticipantInfo_State.DISCONNECTED)
  );
}

async function countTones(page: Page): Promise<() => Promise<number>> {
  const count = await page.evaluateHandle(() => {
    const tones = { begun: 0 };
    const { start } = AudioBufferSourceNode.prototype;
    AudioBufferSourceNode.prototype.start = function (...input) {
      tones.begun += 1;
      start.apply(this, input);
    };
    return tones;
  });
  return () => count.evaluate(({ begun }) => begun);
}
