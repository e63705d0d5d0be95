import { createHash } from "node:crypto";
import type { Locator, Page, Route } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isEverything } from "../everything.ts";
import { type MadeFile, noise, photo, picture, video } from "./support/made-files.ts";
import { isLive, message, openChat, people, type TwoUsers, twoUsers } from "./support/people.ts";

/**
 * Alice sends Bob pictures, videos and files with the real SDK. No test depends on the storage: a real server's
 * storage has its own origin, and makes the smaller pictures that chats show.
 */
describe("pictures, videos and files", () => {
  let users: TwoUsers;
  let alice: Page;
  let bob: Page;

  beforeAll(async () => {
    users = await twoUsers();
    ({ alice, bob } = users);
    await openChat(alice, people.bob.name);
    await openChat(bob, people.alice.name);
  });
  afterAll(() => users?.close());

  const sheet = () => alice.getByRole("dialog", { name: /^Send \d+ item/ });
  const rows = (page: Page) => page.getByRole("log", { name: "Messages" }).getByRole("article");

  async function pick(files: readonly MadeFile[], item = "Photos and videos"): Promise<void> {
    await alice.getByRole("button", { name: "More", exact: true }).click();
    const chooser = alice.waitForEvent("filechooser");
    await alice.getByRole("menuitem", { name: item }).click();
    await (await chooser).setFiles([...files]);
    await sheet().waitFor();
  }
  const go = () => sheet().getByRole("button", { name: "Send" }).click();

  /** Width and height of a picture in pixels, once it has loaded. */
  const sizeOf = async (image: Locator) => {
    await expect
      .poll(() =>
        image.evaluate((one) => one instanceof HTMLImageElement && one.complete && one.naturalWidth > 0),
      )
      .toBe(true);
    return image.evaluate((one) =>
      one instanceof HTMLImageElement ? [one.naturalWidth, one.naturalHeight] : [],
    );
  };

  /** Opens a message's last picture at Bob's. Resolves with what `look` finds in the original. */
  async function opened<Result>(row: Locator, look: (original: Locator) => Promise<Result>): Promise<Result> {
    await sizeOf(row.getByRole("img", { name: "Photo" }).last());
    await row.getByRole("button", { name: "Open photo" }).last().click();
    const gallery = bob.getByRole("dialog", { name: "Photos and videos" });
    const found = await look(gallery.getByRole("img", { name: "Photo" }));
    await gallery.getByRole("button", { name: "Close" }).click();
    await gallery.waitFor({ state: "detached" });
    return found;
  }

  /** Calls `handle` for every part of a file that Alice uploads, with the part's number. */
  const onUploads = (handle: (route: Route, part: string) => unknown) =>
    alice.route(isUpload, (route) => {
      if (route.request().method() !== "PUT") return route.fallback();
      return handle(route, partOf(new URL(route.request().url())));
    });

  it("10-12 3-77 a photo arrives upright and without the camera's metadata, followed by its caption", async () => {
    await pick([await photo(alice, "holiday.jpg", "Secret place")]);
    await sheet().getByLabel("Add a message").fill("From the lake");
    await go();
    await message(bob, "From the lake").waitFor();
    const bytes = await opened(rows(bob).last(), async (original) => {
      await expect.poll(() => sizeOf(original)).toEqual([200, 300]);
      return original.evaluate(async (one) => {
        const answer = await fetch(one instanceof HTMLImageElement ? one.src : "");
        return new TextDecoder("latin1").decode(await answer.arrayBuffer());
      });
    });
    expect(bytes.slice(0, 3)).toBe("\u00ff\u00d8\u00ff");
    expect(bytes).not.toContain("Secret place");
    await rows(alice)
      .last()
      .getByRole("img", { name: /^(Sent|Read)$/ })
      .waitFor();
  });

  it("11-51 pictures picked together are one album with one caption, also after one of them is deleted", async () => {
    const album = (page: Page) => rows(page).filter({ hasText: "Three of the lake" });
    const pictures = (page: Page) => album(page).getByRole("button", { name: /^Open photo \d of \d$/ });
    const sizes = [
      [300, 200],
      [200, 320],
      [240, 240],
    ] as const;
    const files: MadeFile[] = [];
    for (const [width, height] of sizes) files.push(await picture(alice, `${width}.png`, width, height));
    await pick(files);
    await sheet().getByLabel("Add a message").fill("Three of the lake");
    await go();
    for (const page of [alice, bob]) {
      await expect.poll(() => pictures(page).count()).toBe(3);
      expect(await album(page).getAttribute("aria-label")).toMatch(/album of 3$/);
      expect(await album(page).locator("time").count()).toBe(1);
    }
    await album(alice)
      .getByRole("img", { name: /^(Sent|Read)$/ })
      .waitFor();

    await pictures(bob).nth(1).click();
    const gallery = bob.getByRole("dialog", { name: "Photos and videos" });
    await expect.poll(() => sizeOf(gallery.getByRole("img", { name: "Photo" }))).toEqual([200, 320]);
    await gallery.getByRole("button", { name: "Next" }).click();
    await expect.poll(() => sizeOf(gallery.getByRole("img", { name: "Photo" }))).toEqual([240, 240]);
    await gallery.getByRole("button", { name: "Close" }).click();
    await gallery.waitFor({ state: "detached" });

    await pictures(bob).first().click({ button: "right" });
    await bob.getByRole("menuitem", { name: "Delete" }).click();
    await bob.getByRole("menu", { name: /^Delete/ }).waitFor();
    await bob.getByRole("menuitem", { name: "Delete" }).click();
    await expect.poll(() => pictures(bob).count()).toBe(2);
    await bob.reload();
    await isLive(bob);
    await openChat(bob, people.alice.name);
    await expect.poll(() => pictures(bob).count()).toBe(2);
    expect(await album(bob).getAttribute("aria-label")).toMatch(/album of 2$/);
    expect(await pictures(alice).count()).toBe(3);
  });

  it("3-77 a video arrives with a preview picture and its length, and plays", async () => {
    await pick([await video(alice, "waves.webm")]);
    await go();
    const play = rows(bob)
      .last()
      .getByRole("button", { name: /^Play video/ });
    await play.waitFor();
    expect(await sizeOf(play.locator("img"))).toEqual([160, 120]);
    await play.click();
    const gallery = bob.getByRole("dialog", { name: "Photos and videos" });
    await expect
      .poll(() =>
        gallery.locator("video").evaluate((one) => one instanceof HTMLVideoElement && one.currentTime > 0),
      )
      .toBe(true);
    await gallery.getByRole("button", { name: "Close" }).click();
    await gallery.waitFor({ state: "detached" });
  });

  it("10-12 pictures picked at once arrive in order, a large one smaller; a broken one is refused", async () => {
    const widths = Array.from({ length: isEverything ? 50 : 6 }, (_, at) => 20 + at);
    const broken = { name: "scan.heic", mimeType: "image/heic", buffer: Buffer.from("no picture") };
    const files: MadeFile[] = [];
    for (const width of widths) files.push(await picture(alice, `${width}.png`, width, 30));
    await pick([...files, broken, await picture(alice, "wide.png", 4096, 1024)]);
    await alice.getByRole("alert").getByText("This picture can't be opened").waitFor();
    await sheet().getByRole("list", { name: "To be sent" }).and(alice.locator("[aria-busy=false]")).waitFor();
    await sheet().getByLabel("Add a message").fill("That is all of them");
    await go();
    await message(bob, "That is all of them").waitFor();
    await opened(rows(bob).last(), (original) => expect.poll(() => sizeOf(original)).toEqual([2048, 512]));
    const log = bob.getByRole("log", { name: "Messages" });
    let seen: number[] = [];
    await expect
      .poll(
        async () => {
          const shown = await log
            .getByRole("img", { name: "Photo" })
            .evaluateAll((images) =>
              images.map((one) => (one instanceof HTMLImageElement ? one.naturalWidth : 0)),
            );
          // The drawn rows overlap with those seen before. New rows end at the first known one.
          const known = shown.indexOf(seen[0] ?? -1);
          const fresh = known < 0 ? shown : shown.slice(0, known);
          if (!shown.includes(0)) {
            seen = [...fresh, ...seen];
            await log.hover();
            await bob.mouse.wheel(0, -300);
          }
          return seen.filter((width) => width < 100).length;
        },
        { interval: 60 },
      )
      .toBeGreaterThanOrEqual(widths.length);
    expect(seen.filter((width) => width >= 20 && width < 70)).toEqual(widths);
    await bob.getByRole("button", { name: "Go to the newest message" }).click();
  });

  it.runIf(isEverything)(
    "8-36 an upload resumes after a reload and after a server crash without its stored parts, and arrives whole",
    async () => {
      const made = noise("发票 100% #1?.html", 10_600_000);
      const puts: string[] = [];
      let holds = "2";
      const held: (() => Promise<void>)[] = [];
      await onUploads(async (route, part) => {
        puts.push(part);
        // neither answered nor refused, as on a dead connection
        if (part === holds) held.push(() => route.continue());
        else await route.continue();
      });
      await pick([made], "File");
      await go();
      await expect.poll(() => puts).toEqual(["1", "2"]);
      await alice.getByRole("button", { name: /^Cancel upload, [3-9]\d% done/ }).waitFor();
      holds = "3";
      held.length = 0;
      puts.length = 0;
      await alice.reload();
      await alice.getByRole("list", { name: "Chat list" }).waitFor();
      await isLive(alice);
      await openChat(alice, people.bob.name);
      await rows(alice).last().getByText(".html").waitFor();
      await expect.poll(() => puts).toEqual(["2", "3"]);

      // A picture that could not load meanwhile has a Retry of its own.
      const retries = rows(alice)
        .filter({ hasText: /\.html|Meanwhile/ })
        .getByRole("button", { name: "Retry" });
      await users.product.kill();
      holds = "";
      for (const go of held) await go();
      await retries.waitFor();
      await pick([noise("Meanwhile.bin", 1_000)], "File");
      await go();
      await expect.poll(() => retries.count()).toBe(2);
      puts.length = 0;
      await users.product.restart();
      const [link, after] = [/发票 100% #1\?\.html/, /Meanwhile\.bin/].map((name) =>
        rows(bob).getByRole("link", { name }),
      );
      await link?.waitFor();
      await after?.waitFor();
      await expect.poll(() => retries.count()).toBe(0);
      expect(puts.toSorted()).toEqual(["1", "3"]);
      const download = bob.waitForEvent("download");
      await link?.click();
      const saved = await download;
      expect(saved.suggestedFilename()).toContain("发票");
      const hash = createHash("sha256");
      for await (const chunk of await saved.createReadStream()) hash.update(chunk);
      expect(hash.digest("hex")).toBe(createHash("sha256").update(made.buffer).digest("hex"));
      await alice.unrouteAll();
    },
  );

  it("8-36 an upload is repeated, and shows Retry when it is refused; a cancelled upload is not sent, and an SVG with a script stays a file", async () => {
    // The server has just crashed, and an upload without a connection waits.
    if (isEverything) await isLive(alice);
    let puts = 0;
    await onUploads((route) => (puts++ === 0 ? route.abort() : route.fulfill({ status: 500 })));
    await pick([noise("later.bin", 300_000)], "File");
    await go();
    await rows(alice).last().getByRole("button", { name: "Retry" }).waitFor();
    expect(puts).toBe(2);
    await alice.unrouteAll();
    await rows(alice).last().getByRole("button", { name: "Retry" }).click();
    await rows(bob).last().getByText("later").waitFor();

    const held: (() => Promise<void>)[] = [];
    await onUploads((route) => void held.push(() => route.continue()));
    const uploaded = alice.waitForResponse(/complete_multipart_upload/);
    await pick([noise("never.bin", 400_000)], "File");
    await go();
    await expect.poll(() => held.length).toBe(1); // the upload has begun, so it can still arrive
    await rows(alice)
      .last()
      .getByRole("button", { name: /^Cancel upload/ })
      .click();
    await rows(alice).getByText("never").waitFor({ state: "detached" });
    // The upload still completes, but no message is sent.
    for (const go of held) await go();
    await uploaded;
    await alice.unrouteAll();
    const svg = "<svg xmlns='http://www.w3.org/2000/svg'><script>window.broken = true</script></svg>";
    await pick([{ name: "logo.svg", mimeType: "image/svg+xml", buffer: Buffer.from(svg) }]);
    await go();
    await rows(bob)
      .last()
      .getByRole("link", { name: /logo\.svg/ })
      .waitFor();
    expect(await rows(bob).getByText("never").count()).toBe(0);
    expect(await bob.evaluate(() => "broken" in window)).toBe(false);
  });
});

/** Whether the address takes uploads: one of the embedded storage, or of S3, which has a part number or a signature. */
const isUpload = ({ pathname, searchParams }: URL) =>
  pathname.startsWith("/object/_/uploads/") ||
  searchParams.has("partNumber") ||
  searchParams.has("X-Amz-Signature");

const partOf = ({ pathname, searchParams }: URL) =>
  searchParams.get("partNumber") ?? /\/(\d+)$/.exec(pathname)?.[1] ?? "1";
