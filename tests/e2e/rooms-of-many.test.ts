import { fileURLToPath } from "node:url";
import type { Browser, Page } from "playwright-core";
import { build } from "vite";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { RoomPacket } from "../../machines/calls/media-room.ts";
import { fakeDevices, pixelsChange, until } from "./support/calls.ts";
import { type Credentials, credentialsOf } from "./support/foreign-client.ts";
import { launch, people, phone } from "./support/people.ts";
import { closeAll, type Product, startProduct } from "./support/product.ts";
import type {} from "./support/room-page.ts";

const ROOM = "0123456789abcdef0123456789abcdef";

interface Member extends Credentials {
  page: Page;
}

/** The media adapter and the embedded server in a room of three, without the screens of the app. */
describe("a media room of many", () => {
  let product: Product;
  let browser: Browser;
  let alice: Member;
  let bob: Member;
  let carol: Member;

  beforeAll(async () => {
    const code = await roomPage();
    product = await startProduct();
    browser = await launch([
      fakeDevices(),
      "--use-fake-ui-for-media-stream",
      "--autoplay-policy=no-user-gesture-required",
      // Chromium does not know that a fulfilled page comes from this machine.
      "--disable-features=LocalNetworkAccessChecks",
    ]);
    const enter = async (person: (typeof people)[keyof typeof people]): Promise<Member> => {
      const user = await credentialsOf(product.origin, person);
      const page = await (await phone(browser)).newPage();
      const address = `${product.origin}/room`;
      await page.route(address, (route) =>
        route.fulfill({ contentType: "text/html", body: "<body></body>" }),
      );
      await page.goto(address);
      await page.evaluate(code);
      await page.evaluate((input) => window.openRoom(input), user);
      await page.evaluate((roomID) => window.room.join(roomID), ROOM);
      await page.waitForFunction(() => window.room.heard.some(({ type }) => type === "room.connected"));
      return { page, ...user };
    };
    alice = await enter(people.alice); // she makes the room
    bob = await enter(people.bob);
    carol = await enter(people.carol);
    // A real LiveKit announces a newcomer a second after its media connect, and the library drops packets until then.
    for (const [one, newcomer] of [
      [alice, bob],
      [alice, carol],
      [bob, carol],
    ] as const)
      await until(async () => (await seenBy(one, newcomer)) !== null, "the newcomer is known");
  });
  afterAll(() => closeAll(browser, product));

  const say = (from: Member, packet: RoomPacket, ...to: Member[]) =>
    from.page.evaluate((input) => window.room.say(input.packet, input.to), {
      packet,
      to: to.map(({ userID }) => userID),
    });
  const packetsAt = ({ page }: Member) =>
    page.evaluate(() =>
      window.room.heard.flatMap((event) =>
        event.type === "room.packet" ? [[event.userID, event.packet]] : [],
      ),
    );
  const set = ({ page }: Member, source: "microphone" | "camera" | "screen", on: boolean) =>
    page.evaluate((input) => window.room.set(input.source, input.on), { source, on });
  const show = ({ page }: Member, { userID }: Member, source: "camera" | "screen", width: number) =>
    page.evaluate((input) => window.room.show(input.userID, input.source, input.width), {
      userID,
      source,
      width,
    });
  const shown = ({ page }: Member) =>
    page.evaluate(() => {
      const video = document.querySelector("video");
      return {
        width: video?.videoWidth ?? 0,
        frames: video?.getVideoPlaybackQuality().totalVideoFrames ?? 0,
      };
    });
  /** The last report of a member about another member. */
  const seenBy = ({ page }: Member, { userID }: Member) =>
    page.evaluate(
      (id) =>
        window.room.heard
          .flatMap((event) =>
            event.type === "room.memberChanged" || event.type === "room.memberJoined" ? [event.member] : [],
          )
          .findLast((member) => member.userID === id) ?? null,
      userID,
    );
  const last = ({ page }: Member) =>
    page.evaluate(
      () => window.room.heard.findLast(({ type }) => /^(device|room\.closed)/.test(type)) ?? null,
    );

  it("11-40 carries packets to all or to one member, each once, up to the longest text", async () => {
    const text: RoomPacket = { kind: "chat", id: "c1", text: "漢".repeat(2000), at: 5 };
    const hand: RoomPacket = { kind: "state", hand: 5, since: null };
    await say(alice, { kind: "hello" });
    await say(bob, text);
    await say(carol, hand, alice);
    await expect.poll(() => packetsAt(alice)).toHaveLength(2);
    expect(await packetsAt(alice)).toEqual(
      expect.arrayContaining([
        [bob.userID, text],
        [carol.userID, hand],
      ]),
    );
    await expect.poll(() => packetsAt(carol)).toHaveLength(2);
    expect(await packetsAt(bob)).toEqual([[alice.userID, { kind: "hello" }]]);
  });

  it("11-40 sends a small picture to a small tile and a larger one to a large tile, and it moves", async () => {
    await set(alice, "camera", true);
    await until(async () => (await seenBy(carol, alice))?.camera === true, "Carol knows of the camera");
    await show(carol, alice, "camera", 120);
    await until(async () => (await shown(carol)).width === 240, "the smallest picture is shown");
    await show(carol, alice, "camera", 900);
    await until(async () => (await shown(carol)).width > 240, "a larger picture is shown");
    const { frames } = await shown(carol);
    await until(async () => (await shown(carol)).frames >= frames + 10, "the picture moves");
    await set(alice, "camera", false);
  });

  it("7-40 11-42 shares the moving screen with the others until it is stopped", async () => {
    expect(await bob.page.evaluate(() => window.room.media.canShareScreen())).toBe(true);
    await set(bob, "screen", true);
    await until(async () => (await seenBy(alice, bob))?.screen === true, "Alice knows of the screen");
    await show(alice, bob, "screen", 390);
    await pixelsChange(alice.page.locator("video"), "the screen");
    await set(bob, "screen", false);
    await until(async () => (await seenBy(alice, bob))?.screen === false, "the screen is gone");
    await expect.poll(() => last(bob)).toEqual({ type: "device.off", source: "screen" });
  });

  it("11-41 lets only the creator of the room mute and remove members", async () => {
    const { page } = alice;
    const madeBy = ({ page: asked }: Member) =>
      asked.evaluate((roomID) => window.room.media.roomInfo({ roomID }), ROOM);
    expect([await madeBy(alice), await madeBy(bob)]).toEqual([
      { madeBy: alice.userID },
      { madeBy: alice.userID },
    ]);
    const moderate = (what: "mute" | "remove", { userID }: Member, by: Page) =>
      by.evaluate(
        ({ roomID, ...input }) =>
          window.room.media.moderate({ roomID, ...input }).then(
            () => "done",
            (error: { code: string }) => error.code,
          ),
        { roomID: ROOM, userID, what },
      );
    await set(bob, "microphone", true);
    await until(async () => (await seenBy(alice, bob))?.microphone === true, "Bob can be heard");
    expect(await moderate("mute", alice, bob.page)).toBe("notAllowed");
    expect(await moderate("mute", bob, page)).toBe("done");
    await until(async () => (await seenBy(alice, bob))?.microphone === false, "Bob is muted");
    await expect.poll(() => last(bob)).toEqual({ type: "device.off", source: "microphone" });
    expect(await moderate("remove", carol, page)).toBe("done");
    await expect.poll(() => last(carol)).toEqual({ type: "room.closed", cause: "removed" });
  });
});

/** Returns the script that defines `window.openRoom`. */
async function roomPage(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: "error",
    build: {
      write: false,
      minify: false,
      rolldownOptions: { output: { codeSplitting: false } },
      lib: {
        entry: fileURLToPath(new URL("./support/room-page.ts", import.meta.url)),
        formats: ["iife"],
        name: "roomPage",
      },
    },
  });
  const [result] = [built].flat();
  if (!result || !("output" in result)) throw new Error("The page was not built");
  return result.output[0].code;
}
