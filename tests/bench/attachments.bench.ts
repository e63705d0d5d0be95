import type { Page } from "playwright-core";
import { afterAll, beforeAll, it } from "vitest";
import { noise } from "../e2e/support/made-files.ts";
import { openChat } from "../e2e/support/people.ts";
import { png } from "../e2e/support/png.ts";
import { befriend, type OneUser, oneUser } from "./support/one-user.ts";
import { bare, openPage, painted, product, slowDown, subjects } from "./support/pages.ts";
import { addBlocking, createReport } from "./support/report.ts";
import { type Im, text } from "./support/store.ts";

/** `BENCH=short npm run bench -- attachments` is a quick check: a single run, a third of the way. */
const isShort = process.env.BENCH === "short";
const runs = isShort ? 1 : 3;
const slowdown = 4;
const messages = 10_000;
const friend = "Talkative Friend";
const notchDistance = 120;
/** Frames per wheel notch, and number of notches. */
const paces = {
  "a wheel": { frames: 6, notches: isShort ? 40 : 80 },
  "a fling": { frames: 1, notches: isShort ? 150 : 450 },
};
const settling = 3000;
const megabytes = 48;
/** Different pictures, so that the browser cannot reuse a decoded picture. */
const pictures = 24;

let bench: OneUser;

beforeAll(async () => {
  bench = await oneUser(fill);
});
afterAll(() => bench?.close());

/** A realistic mix: half text, a quarter pictures, then voice and other kinds. */
function fill(im: Im, me: string): void {
  befriend(im, me, "talkative", friend);
  for (let number = 0; number < messages; number += 1) {
    const [from, to] = number % 3 === 0 ? [me, "talkative"] : ["talkative", me];
    im.send({ from, to, ...contentOf(number) });
  }
}

function contentOf(number: number) {
  const version = (name: string) => ({
    uuid: name,
    type: "image/png",
    size: 1,
    width: 600 + (number % 3) * 200,
    height: 800,
    url: `/made/${number % pictures}-${name}.png`,
  });
  switch (number % 16) {
    case 1:
    case 5:
    case 9:
    case 13:
      return {
        contentType: 102,
        content: {
          sourcePath: "",
          sourcePicture: version("whole"),
          bigPicture: version("whole"),
          snapshotPicture: version("small"),
        },
      };
    case 3:
    case 11:
      return {
        contentType: 103,
        content: { uuid: "v", sourceUrl: "/made/v.webm", dataSize: 9, duration: 7 },
      };
    case 6:
      return { contentType: 105, content: { fileName: "Plan.pdf", sourceUrl: "/made/f", fileSize: 81_234 } };
    case 10:
      return { contentType: 109, content: { description: "West Lake", longitude: 120.15, latitude: 30.25 } };
    case 14:
      return { contentType: 108, content: { userID: "talkative", nickname: friend, faceURL: "", ex: "" } };
    default:
      return text(`#${number} ${"A line as long as people write them. ".repeat(1 + (number % 4))}`);
  }
}

async function openWithPictures(): Promise<Page> {
  const page = await openPage(bench.browser, { origin: bench.host.origin, account: bench.account });
  await page.route("**/made/*.png", async (route) => {
    const [, number = "0", name] = /(\d+)-(\w+)\.png/.exec(route.request().url()) ?? [];
    const hue = Number(number) * 9;
    const [width, height] = name === "whole" ? [600, 800] : [240, 320];
    await route.fulfill({ contentType: "image/png", body: png(width, height, [hue, 255 - hue, 120]) });
  });
  return page;
}

it("scrolling pictures, voice and words", async () => {
  const report = createReport(`${messages} messages of all kinds, CPU ${slowdown} times slower`, ["Parley"]);
  for (let run = 0; run < runs; run += 1) {
    const page = await openWithPictures();
    await page.goto(bench.host.origin);
    await painted(page, product.row, friend);
    await openChat(page, friend);
    const heldBefore = await measured(page);
    await page.mouse.move(195, 422);
    // Prefetches of the idle page must not count.
    await page.waitForTimeout(settling);
    await slowDown(page, slowdown);
    for (const [pace, { frames, notches }] of Object.entries(paces)) {
      await page.evaluate(() => window.probes.restart());
      for (let done = 0; done < notches; done += 1) {
        await page.mouse.wheel(0, -notchDistance);
        await page.evaluate(async (frames) => {
          for (let frame = 0; frame < frames; frame += 1) await new Promise(requestAnimationFrame);
        }, frames);
      }
      addBlocking(report, "Parley", await page.evaluate(() => window.probes.blocking()), `${pace}: `);
    }
    await slowDown(page, 1);
    const held = await measured(page);
    report.add("elements before", "", "Parley", heldBefore.nodes);
    report.add("elements behind", "", "Parley", held.nodes);
    report.add("heap before", "MB", "Parley", heldBefore.megabytes);
    report.add("heap behind", "MB", "Parley", held.megabytes);
    await page.context().close();
  }
  report.note(
    `Always up, ${notchDistance} pixels a notch: a wheel by one in 6 frames, a fling by one in every frame.`,
  );
  report.note(`${pictures} pictures of 600 x 800, thumbnails of 240 x 320, served at once.`);
  report.print();
});

/** Returns the number of elements, and the heap after garbage collection in MB. */
async function measured(page: Page): Promise<{ nodes: number; megabytes: number }> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("HeapProfiler.collectGarbage");
  const { usedSize } = await devtools.send("Runtime.getHeapUsage");
  const nodes = await page.evaluate(() => document.querySelectorAll("*").length);
  await devtools.detach();
  return { nodes, megabytes: usedSize / 1e6 };
}

it("the first picture", async () => {
  const plain = "an img alone";
  const report = createReport("From the tap to the first picture", ["Parley", plain]);
  for (let run = 0; run <= runs * 3; run += 1) {
    const page = await openWithPictures();
    await page.goto(bench.host.origin);
    await painted(page, product.row, friend);
    const shown = page.evaluate(async () => {
      const start = await new Promise<number>((resolve) =>
        document.addEventListener("click", () => resolve(performance.now()), { capture: true, once: true }),
      );
      const isThere = () =>
        [...document.querySelectorAll<HTMLImageElement>("[role=log] article img[alt=Photo]")].some(
          (image) => image.complete && image.naturalWidth > 0,
        );
      while (!isThere()) await new Promise(requestAnimationFrame);
      return performance.now() - start;
    });
    await openChat(page, friend);
    const took = await shown;
    const alone = await page.evaluate(async () => {
      const start = performance.now();
      const image = document.createElement("img");
      image.src = "/made/1-alone.png";
      document.body.append(image);
      while (!(image.complete && image.naturalWidth > 0)) await new Promise(requestAnimationFrame);
      return performance.now() - start;
    });
    await page.context().close();
    if (run === 0) continue;
    report.add("first picture", "ms", "Parley", took);
    report.add("first picture", "ms", plain, alone);
  }
  report.note("Parley: from the click on the chat to the frame with a picture of it.");
  report.print();
});

it("an upload", async () => {
  const report = createReport(`Uploading ${megabytes} MB`, Object.values(subjects));
  const made = noise("Harvest.bin", megabytes * 1_000_000);
  for (let run = 0; run < runs; run += 1) {
    // the server recognises a file that it already has, so every upload has different bytes
    const bytes = Buffer.from(made.buffer);
    bytes.writeUInt32LE(run * 2 + 1, 0);
    const page = await openPage(bench.browser, { origin: bench.host.origin, account: bench.account });
    await page.goto(bench.host.origin);
    await painted(page, product.row, friend);
    await openChat(page, friend);
    await page.getByRole("button", { name: "More", exact: true }).click();
    const chooser = page.waitForEvent("filechooser");
    await page.getByRole("menuitem", { name: "File" }).click();
    await (await chooser).setFiles({ ...made, buffer: bytes });
    const sheet = page.getByRole("dialog", { name: /^Send \d+ item/ });
    await sheet.waitFor();
    const completed = page.waitForResponse(/complete_multipart_upload/);
    const start = Date.now();
    await sheet.getByRole("button", { name: "Send" }).click();
    await completed;
    report.add("throughput", "MB/s", subjects.product, (megabytes * 1000) / (Date.now() - start));
    await page.context().close();

    const sdk = await openPage(bench.browser, { origin: bench.host.origin, account: bench.account });
    await sdk.goto(bench.host.origin + bare.path);
    await painted(sdk, bare.row);
    const took = await sdk.evaluate(
      async ([megabytes, seed]) => {
        const bytes = new Uint8Array(megabytes * 1_000_000);
        for (let at = 0, state = seed; at < bytes.length; at += 1) {
          state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
          bytes[at] = state >>> 24;
        }
        const start = performance.now();
        await window.bare.upload(new File([bytes], "Harvest.bin", { type: "application/octet-stream" }));
        return performance.now() - start;
      },
      [megabytes, 1000 + run] as const,
    );
    report.add("throughput", "MB/s", subjects.bare, (megabytes * 1000) / took);
    await sdk.context().close();
  }
  report.note(
    "Parley: from the click on Send; the SDK alone: from its call; both until the server has it all.",
  );
  report.print();
});
