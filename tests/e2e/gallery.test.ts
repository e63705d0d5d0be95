import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { connectGob, type GobClient } from "../server/support/gob-client.ts";
import { credentialsOf } from "./support/foreign-client.ts";
import { launch, openChat, people, phone, signIn, visit } from "./support/people.ts";
import { png } from "./support/png.ts";
import { closeAll, type Product, startProduct } from "./support/product.ts";

const colours = [
  [220, 90, 60],
  [60, 150, 90],
  [70, 110, 220],
] as const;

describe("pictures, files and links of a chat", () => {
  let product: Product;
  let browser: Browser;
  let alice: Page;
  let bob: GobClient;
  let aliceID: string;

  beforeAll(async () => {
    [product, browser] = await Promise.all([startProduct(), launch()]);
    aliceID = (await credentialsOf(product.origin, people.alice)).userID;
    const { userID, imToken } = await credentialsOf(product.origin, people.bob);
    bob = await connectGob(product.origin, { userID, token: imToken });
    for (const index of colours.keys()) await bob.send({ recvID: aliceID, ...pictured(index) });
    const file = { fileName: "plan.pdf", sourceUrl: "/made/plan.pdf", fileSize: 2048 };
    await bob.send({ recvID: aliceID, contentType: 105, content: JSON.stringify(file) });
    await bob.send({
      recvID: aliceID,
      content: JSON.stringify({ content: "See www.example.org/trail, ok?" }),
    });
    alice = await (await phone(browser)).newPage();
    await alice.route("**/made/*", async (route) => {
      const [, number] = /(\d+)(?:-small)?\.png/.exec(route.request().url()) ?? [];
      const body = png(600, 800, colours[Number(number) as 0 | 1 | 2] ?? [200, 200, 60]);
      await route.fulfill({ contentType: "image/png", body });
    });
    await signIn(alice, product.origin, people.alice);
  });
  afterAll(() => closeAll(bob, browser, product));

  function pictured(index: number) {
    const version = (url: string) => ({
      uuid: url,
      type: "image/png",
      size: 1,
      width: 600,
      height: 800,
      url,
    });
    const [whole, small] = [version(`/made/${index}.png`), version(`/made/${index}-small.png`)];
    const content = { sourcePath: "", sourcePicture: whole, bigPicture: whole, snapshotPicture: small };
    return { contentType: 102, content: JSON.stringify(content) };
  }

  const gallery = () => alice.getByRole("dialog", { name: "Photos and videos" });
  const shownPicture = () => gallery().getByRole("img", { name: "Photo" });
  const isLoaded = (picture: Locator) =>
    picture.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth === 600);
  /** Position and total, as in "2 of 5". The demo chat has pictures of its own. */
  const place = async () => (await gallery().getByRole("status").last().innerText()).trim();
  const total = async () => Number(/\d+$/.exec(await place())?.[0]);
  const swipe = async (from: readonly [number, number], to: readonly [number, number]) => {
    await alice.mouse.move(...from);
    await alice.mouse.down();
    await alice.mouse.move(...to, { steps: 6 });
    await alice.mouse.up();
  };

  /** Moves two fingers from `from` to `to` pixels from the middle. */
  const pinch = async (from: number, to: number) => {
    const devtools = await alice.context().newCDPSession(alice);
    const touch = (type: "touchStart" | "touchMove" | "touchEnd", apart: number) =>
      devtools.send("Input.dispatchTouchEvent", {
        type,
        touchPoints:
          type === "touchEnd" ? [] : [-apart, apart].map((offset, id) => ({ x: 195 + offset, y: 420, id })),
      });
    await touch("touchStart", from);
    for (let step = 1; step <= 6; step += 1) await touch("touchMove", from + ((to - from) * step) / 6);
    await touch("touchEnd", to);
    await devtools.detach();
  };

  it("3-77 a picture opens, zooms and swipes, and Back closes it", async () => {
    await openChat(alice, people.bob.name);
    await alice.getByRole("button", { name: "Open photo" }).last().click();
    await expect.poll(place).toMatch(/^(\d+) of \1$/);
    const all = await total();
    expect(all).toBeGreaterThanOrEqual(colours.length);
    await alice.keyboard.press("ArrowLeft");
    await expect.poll(place).toBe(`${all - 1} of ${all}`);
    await expect.poll(() => isLoaded(shownPicture())).toBe(true);

    const zoom = () =>
      gallery()
        .locator("[data-frame=shown]")
        .evaluate((frame: HTMLElement) => frame.style.transform);
    const scale = async () => Number(/scale\((.+?)\)/.exec(await zoom())?.[1] ?? 1);
    await alice.mouse.dblclick(200, 400);
    await expect.poll(zoom).toMatch(/scale\(2\.5\)/);
    await alice.mouse.dblclick(200, 400);
    await expect.poll(zoom).toBe("");

    await pinch(40, 160);
    await expect.poll(scale).toBeGreaterThan(2);
    await pinch(120, 24);
    await expect.poll(scale).toBe(1);

    await swipe([300, 420], [60, 425]);
    await expect.poll(place).toBe(`${all} of ${all}`);
    await swipe([300, 420], [60, 425]);
    await swipe([60, 420], [300, 425]);
    await expect.poll(place).toBe(`${all - 1} of ${all}`);
    await expect.poll(() => shownPicture().getAttribute("src")).toBe("/made/1.png");

    await bob.send({ recvID: aliceID, ...pictured(3) });
    await expect.poll(place).toBe(`${all - 1} of ${all + 1}`);
    await alice.goBack();
    await gallery().waitFor({ state: "detached" });
    await alice.getByRole("textbox", { name: "Message" }).waitFor();

    // The newest picture is in view. Scrolling to another one could move the list under the mouse.
    await alice.getByRole("button", { name: "Open photo" }).last().click();
    await gallery().waitFor();
    await swipe([200, 300], [205, 560]);
    await gallery().waitFor({ state: "detached" });
    expect(new URL(alice.url()).pathname).toBe("/chat");
  });

  it("3-77 a picture is saved under its own file name", async () => {
    await alice.getByRole("button", { name: "Open photo" }).last().click();
    const download = alice.waitForEvent("download");
    await gallery().getByRole("link", { name: "Save" }).click();
    expect((await download).suggestedFilename()).toMatch(/^Parley .+\.png$/);
    await alice.keyboard.press("Escape");
    await gallery().waitFor({ state: "detached" });
  });

  it("3-77 9-32 the page of the chat's files lists all of them and leads to their messages", async () => {
    await alice.getByRole("button", { name: "Details" }).click();
    await alice.getByRole("button", { name: "Chat files" }).click();
    const pictures = alice.getByRole("region", { name: "Photos and videos" });
    const tiles = pictures.getByRole("button", { name: /^Photo from/ });
    await expect.poll(() => tiles.count()).toBeGreaterThan(colours.length);
    const all = await tiles.count();
    await tiles.last().click();
    await expect.poll(place).toBe(`1 of ${all}`);
    await alice.goBack();
    await gallery().waitFor({ state: "detached" });

    await alice.getByRole("radio", { name: "Files" }).check();
    const download = alice.waitForEvent("download");
    await alice.getByRole("link", { name: "Download plan.pdf, 2.0 KB" }).click();
    expect((await download).suggestedFilename()).toBe("plan.pdf");
    await alice.getByRole("link", { name: "Saved plan.pdf, 2.0 KB" }).waitFor();
    await alice.getByRole("radio", { name: "Links" }).check();
    const link = alice.getByRole("link", { name: "www.example.org/trail" });
    expect(await link.getAttribute("href")).toBe("https://www.example.org/trail");
    expect(await link.getAttribute("rel")).toBe("noopener noreferrer");
    await alice.getByRole("button", { name: /^Show in chat: message from Bob Li/ }).click();
    await alice.getByRole("log", { name: "Messages" }).getByText("www.example.org/trail").waitFor();
    await alice.goBack();
    await link.waitFor();
  });

  it("10-06 the focus stays in the chat when a picture closes whose message has left the view", async () => {
    await visit(alice, "/conversation");
    await bob.send({ recvID: aliceID, ...pictured(4) });
    await openChat(alice, people.bob.name);
    await alice.getByRole("button", { name: "Open photo" }).last().click();
    await gallery().waitFor();
    const texts = Array.from({ length: 60 }, (_, index) => `More and more ${index + 1}`);
    for (const content of texts) await bob.send({ recvID: aliceID, content: JSON.stringify({ content }) });
    await alice.getByText("More and more 60", { exact: true }).waitFor();
    const log = alice.getByRole("log", { name: "Messages", includeHidden: true });
    await expect
      .poll(() => log.getByRole("button", { name: "Open photo", includeHidden: true }).count())
      .toBe(0);
    await alice.keyboard.press("Escape");
    await gallery().waitFor({ state: "detached" });
    await expect.poll(() => log.evaluate((list) => list.contains(document.activeElement))).toBe(true);
  });
});
