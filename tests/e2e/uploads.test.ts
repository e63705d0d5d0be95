import { createHash } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import * as v from "valibot";
import { createServer, type ViteDevServer } from "vite";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { embeddedBackend } from "../../server/vite.ts";
import { launch, type Person, password, people, phone } from "./support/people.ts";
import type {} from "./support/sdk-page.ts";

const size = 12_000_000;
const signedIn = v.object({ data: v.object({ userID: v.string(), imToken: v.string() }) });
const picture = v.object({
  pictureElem: v.object({ snapshotPicture: v.object({ url: v.string() }) }),
});
const file = v.object({ fileElem: v.object({ fileName: v.string(), sourceUrl: v.string() }) });

/** Pictures and files as the real OpenIM SDK uploads them, over a reload, on a development server. */
describe("uploads by the SDK in the browser", () => {
  let folder: string;
  let server: ViteDevServer;
  let origin: string;
  let browser: Browser;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "parley-e2e-"));
    server = await createServer({
      configFile: false,
      logLevel: "silent",
      cacheDir: join(folder, "vite"),
      plugins: [embeddedBackend({ env: { PARLEY_DATA: join(folder, "data") }, print: () => {} })],
      optimizeDeps: { exclude: ["@openim/wasm-client-sdk"], entries: ["tests/e2e/support/sdk-page.html"] },
      server: { port: 0, hmr: false },
    });
    await server.listen();
    const address = server.httpServer?.address();
    origin = `http://localhost:${typeof address === "object" ? address?.port : ""}`;
    browser = await launch();
  });
  afterAll(async () => {
    await browser?.close();
    await server?.close();
    await rm(folder, { recursive: true, force: true });
  });

  async function login(person: Person) {
    const response = await fetch(`${origin}/chat/account/login`, {
      method: "POST",
      headers: { "Content-Type": "application/json", operationID: "test" },
      body: JSON.stringify({
        areaCode: "+86",
        phoneNumber: person.phone,
        password: createHash("md5").update(password).digest("hex"),
        platform: 5,
      }),
    });
    return v.parse(signedIn, await response.json()).data;
  }

  async function open(page: Page, { userID, imToken }: { userID: string; imToken: string }): Promise<void> {
    await page.goto(`${origin}/tests/e2e/support/sdk-page.html`);
    await page.waitForFunction(() => "sdkPage" in window);
    await page.evaluate(([id = "", token = ""]) => window.sdkPage.login(id, token), [userID, imToken]);
  }

  it("a picture is shown by the other one; a file broken off by a reload goes on and arrives whole", async () => {
    const [alice, bob] = [await login(people.alice), await login(people.bob)];
    const [sending, receiving] = [
      await (await phone(browser)).newPage(),
      await (await phone(browser)).newPage(),
    ];
    await open(sending, alice);
    await open(receiving, bob);
    const arrived = async <Message>(schema: v.GenericSchema<unknown, Message>, index: number) => {
      await expect.poll(() => receiving.evaluate(() => window.sdkPage.received.length)).toBe(index + 1);
      return v.parse(schema, await receiving.evaluate((at) => window.sdkPage.received[at], index));
    };

    expect(await sending.evaluate((to) => window.sdkPage.sendPicture(to), bob.userID)).toBe(true);
    const { url } = (await arrived(picture, 0)).pictureElem.snapshotPicture;
    expect(await receiving.evaluate((from) => window.sdkPage.show(from), url)).toBe(30);

    const puts: string[] = [];
    let isBroken = true;
    await sending.route(/\/object\/_\/uploads\//, async (route) => {
      const [, part = ""] = /\/(\d+)\?/.exec(route.request().url()) ?? [];
      puts.push(part);
      if (isBroken && part === "2") await route.abort();
      else await route.continue();
    });
    const name = "发票 100% #1?.html";
    const sendFile = () =>
      sending.evaluate(
        ([to = "", called = "", bytes = "0"]) => window.sdkPage.sendFile(to, called, Number(bytes)),
        [bob.userID, name, String(size)],
      );
    expect(await sendFile()).toBe(false);
    isBroken = false;
    await open(sending, alice);
    expect(await sendFile()).toBe(true);
    expect(puts).toEqual(["1", "2", "2", "3"]);

    const { fileElem } = await arrived(file, 1);
    expect(fileElem.fileName).toBe(name);
    const sum = await receiving.evaluate((bytes) => window.sdkPage.sumOfFile(bytes), size);
    expect(await receiving.evaluate((from) => window.sdkPage.read(from), fileElem.sourceUrl)).toEqual({
      status: 200,
      type: "application/octet-stream",
      sum,
    });
    expect(await receiving.evaluate((from) => window.sdkPage.show(from), fileElem.sourceUrl)).toBe(0);
  });
});
