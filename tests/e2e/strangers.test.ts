import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { connectGob, type GobClient } from "../server/support/gob-client.ts";
import { credentialsOf, post } from "./support/foreign-client.ts";
import {
  conversationRow,
  isLive,
  launch,
  message,
  openChat,
  people,
  phone,
  signedIn,
  signIn,
} from "./support/people.ts";
import { png } from "./support/png.ts";
import { closeAll, type Product, startProduct } from "./support/product.ts";

/** Everything Dave sends is on his own server. A request for it would tell him the user's address. */
describe("10 a sender's own server", () => {
  let product: Product;
  let browser: Browser;
  let dave: GobClient;
  let server: Server;
  let own: string;
  let page: Page;
  const asked: string[] = [];

  beforeAll(async () => {
    [product, browser] = await Promise.all([startProduct(), launch()]);
    server = createServer((request, response) => {
      asked.push(request.url ?? "");
      const isShared = request.url?.startsWith("/shared");
      response.writeHead(200, {
        "Content-Type": "image/png",
        ...(isShared && { "Access-Control-Allow-Origin": "*" }),
      });
      response.end(png(60, 40, [200, 120, 40]));
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    own = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const { userID, imToken, chatToken } = await credentialsOf(product.origin, people.dave);
    await post(
      `${product.origin}/chat/user/update`,
      { userID, platform: 5, faceURL: `${own}/face.png` },
      chatToken,
    );
    const bob = await credentialsOf(product.origin, people.bob);
    dave = await connectGob(product.origin, { userID, token: imToken });
    const say = (contentType: number, content: object) =>
      dave.send({ recvID: bob.userID, contentType, content: JSON.stringify(content) });
    await say(102, pictureAt("/kept.png"));
    await say(102, pictureAt("/shared.png"));
    await say(103, { uuid: "s", sourceUrl: `${own}/voice.m4a`, dataSize: 9, duration: 3 });
    await say(104, {
      videoUrl: `${own}/film.mp4`,
      snapshotUrl: `${own}/film.png`,
      duration: 3,
      snapshotWidth: 40,
      snapshotHeight: 30,
    });
    await say(108, { userID, nickname: "Dave", faceURL: `${own}/card.png`, ex: "" });
    await say(115, { index: -1, data: JSON.stringify({ url: `${own}/sticker.png` }) });
    await say(101, { content: "Look at these" });
    page = await signedIn(browser, product.origin, people.bob);
    await isLive(page);
  });
  afterAll(() => closeAll(dave, server, browser, product));

  const pictureAt = (path: string) => {
    const version = { uuid: path, type: "image/png", size: 100, width: 60, height: 40, url: own + path };
    return { sourcePath: "", sourcePicture: version, bigPicture: version, snapshotPicture: version };
  };

  it("gets no request when messages arrive and are shown; a tap requests one picture", async () => {
    const row = conversationRow(page, people.dave.name);
    await row.filter({ hasText: "Look at these" }).waitFor();
    await openChat(page, people.dave.name);
    await message(page, "Look at these").waitFor();
    const tiles = page.getByRole("button", { name: `Load photo from ${new URL(own).host}` });
    await expect.poll(() => tiles.count()).toBe(3);
    await page.getByRole("button", { name: `Load video from ${new URL(own).host}` }).waitFor();
    await page.reload();
    await isLive(page);
    await openChat(page, people.dave.name);
    await message(page, "Look at these").waitFor();
    await expect.poll(() => tiles.count()).toBe(3);
    expect(asked).toEqual([]);

    await tiles.nth(1).click();
    const picture = page.getByRole("img", { name: "Photo" });
    await picture.waitFor();
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(60);
    expect(asked).toEqual(["/shared.png"]);

    // If the server does not allow other pages to read a picture, it can be opened outside the app.
    await tiles.first().click();
    await page.getByRole("link", { name: /Open on/ }).waitFor();
    expect(asked).toEqual(["/shared.png", "/kept.png"]);
  });

  it("is not an origin that the page may draw from", async () => {
    const policy = (await fetch(product.origin)).headers.get("content-security-policy") ?? "";
    const parts = policy.split("; ");
    expect(parts).toContain("img-src 'self' data: blob:");
    expect(parts).toContain("media-src 'self' data: blob:");
    const before = asked.length;
    const isRefused = await page.evaluate(
      (src) =>
        new Promise<boolean>((resolve) => {
          const image = new Image();
          image.onload = () => resolve(false);
          image.onerror = () => resolve(true);
          image.src = src;
        }),
      `${own}/shared-by-a-slip.png`,
    );
    expect(isRefused).toBe(true);
    expect(asked.length).toBe(before);
  });

  it("3-35 is not a storage that the running client names: pictures of that storage show", async () => {
    const context = await phone(browser);
    const elsewhere = await startProduct();
    try {
      await context.addInitScript((origin) => {
        localStorage.setItem("apiUrl", `${origin}/api`);
        localStorage.setItem("chatUrl", `${origin}/chat`);
        localStorage.setItem("wsUrl", `${origin.replace("http", "ws")}/msg_gateway`);
      }, elsewhere.origin);
      const page = await context.newPage();
      await signIn(page, product.origin, people.bob);
      const face = conversationRow(page, people.alice.name).locator("img");
      await face.first().waitFor();
      await expect
        .poll(() => face.first().evaluate((image: HTMLImageElement) => image.naturalWidth > 0 && image.src))
        .toMatch(/^blob:/);
    } finally {
      await context.close();
      await elsewhere.close();
    }
  });
});
