import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isEverything } from "../everything.ts";
import { audit, prepareAudit } from "./support/audit.ts";
import { launch, people, phone, signIn } from "./support/people.ts";
import { closeAll, type Product, startProduct } from "./support/product.ts";

describe("inspection", () => {
  let product: Product;
  let browser: Browser;
  let site: Server;
  let stranger: string;

  beforeAll(async () => {
    [product, browser] = await Promise.all([startProduct(), launch()]);
    site = createServer((_, response) => {
      response.writeHead(200, { "Content-Type": "text/html" }).end("<!doctype html><title>Stranger</title>");
    });
    site.listen(0, "127.0.0.1");
    await once(site, "listening");
    stranger = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  });
  afterAll(() => closeAll(site, browser, product));

  it("11-09 a link sends data to another site only after a question that names the site, every time", async () => {
    const context = await phone(browser);
    const elsewhere: string[] = [];
    await context.route(/stately\.ai/, async (route) => {
      elsewhere.push(route.request().url());
      await route.fulfill({ contentType: "text/html", body: "<title>Viewer</title>" });
    });
    const page = await context.newPage();
    await page.goto(`${product.origin}/login?inspect=stately`);
    const question = page.getByRole("alertdialog", { name: "Send what happens here to stately.ai?" });
    await question.waitFor();
    await page.mouse.click(5, 5);
    await question.getByRole("button", { name: "Don't send" }).click();
    await question.waitFor({ state: "detached" });
    await page.getByRole("textbox", { name: "Phone number" }).click();
    // The tab does not remember what the link asked for.
    await signIn(page, product.origin, people.alice);
    expect(await question.count()).toBe(0);
    expect(await page.evaluate(() => window.name)).toBe("");
    expect([elsewhere.length, context.pages().length]).toEqual([0, 1]);

    await page.goto(`${product.origin}/conversation?inspect=stately`);
    await question.waitFor();
    const viewer = context.waitForEvent("page");
    await question.getByRole("button", { name: "Send to stately.ai" }).click();
    await (await viewer).waitForLoadState();
    expect(elsewhere).toEqual(["https://stately.ai/inspect"]);
    await context.close();
  });

  it("11-62 what the tests know of a chart is fetched when it is chosen, and drawn", async () => {
    const context = await phone(browser);
    const page = await context.newPage();
    const asked: string[] = [];
    page.on("request", (request) => asked.push(new URL(request.url()).pathname));
    await page.goto(`${product.origin}/inspector?recording=r7`);
    await page
      .getByRole("button", { name: /signalQueue/ })
      .first()
      .click();
    await page.locator('g[data-state="resending"]').waitFor();
    expect(asked.filter((path) => /walks|edits|TestNotes/.test(path))).toEqual([]);
    const choice = page.getByRole("combobox", { name: "Show" });
    await choice.selectOption("Paths of the tests");
    await page.getByText("The tests walk 4 generated paths through this chart.").waitFor();
    expect(await page.locator("g.count").allTextContents()).toHaveLength(11);
    await prepareAudit(page);
    expect(await audit(page)).toEqual([]);
    await choice.selectOption("Edits not noticed");
    await page.getByText("32 edits of this chart were tried, and the tests did not notice 0.").waitFor();
    await page.locator("g.count").waitFor({ state: "detached" });
    await context.close();
  });

  it("11-16 axe finds nothing in any panel, with a row and an arrow opened", async () => {
    const context = await phone(browser);
    const page = await context.newPage();
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(`${product.origin}/inspector?recording=r7`);
    await page.locator("[data-lit]").first().waitFor();
    await prepareAudit(page);
    await page
      .getByRole("log")
      .getByRole("button", { name: /signal\.invite/ })
      .first()
      .click();
    await page.getByRole("list", { name: "Because of" }).or(page.getByText("Payload")).first().waitFor();
    expect(await audit(page)).toEqual([]);
    for (const name of ["Sequence", "Context", "Media"]) {
      await page.getByRole("tab", { name }).click();
      await page.getByRole("tabpanel", { name }).waitFor();
      if (name === "Sequence")
        await page
          .getByRole("button", { name: /sendSignal invite/ })
          .first()
          .click();
      expect(await audit(page)).toEqual([]);
    }
    await page.getByLabel("Helpers and ended actors").check();
    await page
      .getByRole("button", { name: /sendSignal|send/ })
      .first()
      .click();
    expect(await audit(page)).toEqual([]);
    await context.close();
  });

  it.runIf(isEverything)(
    "11-10 an inspector stays usable while the site that opened it sends 20 000 false messages",
    async () => {
      const context = await phone(browser);
      const attacker = await context.newPage();
      await attacker.goto(stranger);
      const opened = context.waitForEvent("page");
      await attacker.evaluate((address) => {
        const inspector = window.open(address);
        let isTelling = false;
        addEventListener("message", () => {
          if (isTelling) return;
          isTelling = true;
          for (let count = 0; count < 20_000; count += 1) {
            const stamp = { rootId: "lie/0", createdAt: String(Date.now()), _version: "1" };
            // A chain of actors, each a child of the one before, and an event for each.
            inspector?.postMessage(
              count % 2 === 0
                ? {
                    ...stamp,
                    type: "@xstate.actor",
                    sessionId: `lie/${count}`,
                    parentId: count < 2 ? undefined : `lie/${count - 2}`,
                    name: "lie",
                    id: `lie ${count}`,
                    snapshot: { status: "active", value: { [`state ${count}`]: "x".repeat(300) } },
                  }
                : {
                    ...stamp,
                    type: "@xstate.event",
                    sessionId: `lie/${count - 1}`,
                    event: { type: `kind${count}.told`, text: "y".repeat(300) },
                  },
              "*",
            );
          }
        });
      }, `${product.origin}/inspector`);
      const inspector = await opened;
      const liar = inspector.getByRole("region", { name: stranger });
      await liar.waitFor();
      const honest = await context.newPage();
      await honest.goto(`${product.origin}/login?inspect&profile=honest`);
      await inspector
        .getByRole("region", { name: "honest" })
        .getByRole("button", { name: /app/ })
        .first()
        .waitFor();
      await inspector.getByText(/messages came too fast and were not recorded/).waitFor();
      await inspector.getByRole("searchbox", { name: "Search" }).fill("kind39.told");
      const log = inspector.getByRole("log");
      await log
        .getByText(/kind39|No events/i)
        .first()
        .waitFor();
      await inspector.getByRole("tab", { name: "Sequence" }).click();
      await inspector.getByRole("tab", { name: "Sequence", selected: true }).waitFor();
      await context.close();
    },
  );
});
