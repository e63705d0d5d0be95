import type { Browser, FrameLocator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isEverything } from "../everything.ts";
import { lessonFile } from "../unit/duo/recorded.ts";
import { audit, prepareAudit } from "./support/audit.ts";
import { launch, patience } from "./support/people.ts";
import { closeAll, type Product, startProduct } from "./support/product.ts";

/** A recording on two or three phones, with its time line and its charts. */
describe("11-63 a recording in /duo", () => {
  let product: Product;
  let browser: Browser;

  beforeAll(async () => {
    product = await startProduct();
    browser = await launch();
  });
  afterAll(() => closeAll(browser, product));

  const open = async (address: string, locale = "en-US", width = 1440) => {
    const context = await browser.newContext({ viewport: { width, height: 900 }, locale });
    context.setDefaultTimeout(patience);
    const page = await context.newPage();
    await page.goto(`${product.origin}${address}`);
    return page;
  };
  const phone = (page: Page, name: string): FrameLocator => page.frameLocator(`iframe[title='${name}']`);
  const says = (page: Page, sentence: string) =>
    page.getByRole("region", { name: "Time line" }).getByText(sentence, { exact: true }).waitFor();
  const step = (page: Page, number: number) =>
    page.getByRole("button", { name: new RegExp(`^Step ${number} of `) });
  const forward = (page: Page) => page.getByRole("button", { name: "Step forward" });
  const back = (page: Page) => page.getByRole("button", { name: "Step back" });
  const lit = (page: Page, path: string) => page.locator(`[data-state="${path}"][data-lit]`).waitFor();
  /** The sign of a step on the time line. */
  const signs = (page: Page, number: number) =>
    step(page, number)
      .locator("[data-kind]")
      .evaluateAll((all) => all.map((one) => one.getAttribute("data-kind")));
  const goTo = async (page: Page, sentence: string) => {
    await page
      .getByRole("button", { name: new RegExp(`: ${sentence}$`) })
      .last()
      .click();
    await says(page, sentence);
  };

  it("shows what each user sees, step by step to the end and back", async () => {
    const page = await open("/duo?recording=r9");
    const [mia, anna] = [phone(page, "mia"), phone(page, "anna")];
    await anna.getByText("Not in a call").waitFor();
    await says(page, "Nothing has happened yet.");
    expect(await back(page).isDisabled()).toBe(true);

    await forward(page).click();
    await says(page, "Mia calls anna.");
    await mia.getByText("Connecting").waitFor();
    await lit(page, "requestingAccess");
    await anna.getByText("Not in a call").waitFor();
    await page.keyboard.press("ArrowRight");
    await says(page, "The server lets mia into the room.");

    await goTo(page, "The invite a101 of mia reaches anna.");
    await anna.getByText("Incoming voice call").waitFor();
    await anna.getByRole("heading", { name: "mia", exact: true, includeHidden: true }).last().waitFor();
    await mia.getByText("Waiting for an answer").waitFor();
    await lit(page, "ringing");

    // The lesson: without the rule, the cancel does not end the call that anna has just accepted.
    await goTo(page, "Anna accepts the call.");
    await forward(page).click();
    await says(page, "The cancel a101 of mia reaches anna.");
    await mia.getByText("No answer").waitFor();
    await anna.getByText("Connecting").waitFor();
    await lit(page, "accepting.answering");

    await page.keyboard.press("End");
    await says(page, "The server lets anna into the room.");
    expect(await forward(page).isDisabled()).toBe(true);
    await anna.getByText("Not in a call").waitFor();
    await back(page).click();
    await says(page, "The server confirms the hungup a101 to mia.");
    await page.keyboard.press("Home");
    await says(page, "Nothing has happened yet.");
    await mia.getByText("Not in a call").waitFor();
    await page.context().close();
  });

  it.runIf(isEverything)(
    "marks what users and the network did, and plays by itself until it is paused",
    async () => {
      const page = await open("/duo?recording=r9");
      await says(page, "Nothing has happened yet.");
      expect(await signs(page, 0)).toEqual([]);
      expect(await signs(page, 1)).toEqual(["user"]);
      expect(await signs(page, 4)).toEqual(["media", "sent"]);
      expect(await signs(page, 5)).toEqual(["arrives"]);
      expect(await signs(page, 6)).toEqual(["confirmed"]);
      expect(await signs(page, 7)).toEqual(["timer", "sent"]);
      await page.getByRole("button", { name: "Play" }).click();
      await says(page, "The server lets mia into the room.");
      await page.getByRole("button", { name: "Pause" }).click();
      await page.getByRole("button", { name: "Play" }).waitFor();
      await page.keyboard.press("End");
      await says(page, "The server lets anna into the room.");
      await prepareAudit(page);
      expect(await audit(page)).toEqual([]);
      await page.context().close();
    },
  );

  it("follows the slider of the inspector", async () => {
    const page = await open("/duo?recording=r7");
    await says(page, "Nothing has happened yet.");
    const moments = page.getByRole("slider", { name: "Moment" });
    await moments.fill(String(lessonFile("r7").messages.length));
    await says(page, "The server confirms the cancel a101 to mia.");
    await page.context().close();
  });

  it("loads files of the app only, and takes no presses on the phones", async () => {
    const page = await open("/robots.txt");
    const asked: string[] = [];
    page.on("request", (request) => asked.push(request.url()));
    page.on("websocket", (socket) => asked.push(socket.url()));
    await page.goto(`${product.origin}/duo?recording=r10`);
    const anna2 = phone(page, "anna2");
    await anna2.getByText("Not in a call").waitFor();
    await goTo(page, "The invite a101 of mia reaches anna2.");
    const accept = anna2.getByText("Accept");
    await accept.waitFor();
    expect(await anna2.locator("body").evaluate((body) => (body as HTMLElement).inert)).toBe(true);
    const box = await accept.boundingBox();
    await page.mouse.click((box?.x ?? 0) + 5, (box?.y ?? 0) - 10);
    await page.keyboard.press("Tab");
    await anna2.getByText("Incoming voice call").waitFor();
    await page.keyboard.press("End");
    await anna2.getByText("Not in a call").waitFor();
    const foreign = asked
      .map((url) => new URL(url))
      .filter(
        ({ origin, pathname }) =>
          origin !== product.origin || !/^\/(duo|assets|lessons|charts|drawings|icon)\b/.test(pathname),
      );
    expect(foreign.map(String)).toEqual([]);
    await page.context().close();
  });

  it("plays a file, also of an older explorer, refuses other files, and is closed again", async () => {
    const page = await open("/duo", "zh-CN");
    const give = (text: string) =>
      page
        .locator("input[type=file]")
        .setInputFiles({ name: "it.json", mimeType: "application/json", buffer: Buffer.from(text) });
    await page.locator("iframe[title='左边的手机']").waitFor();
    await give("{}");
    await page.getByText("这个文件不是记录。").waitFor();
    const { marks, ...older } = lessonFile("r9");
    expect(marks?.length).toBeGreaterThan(0);
    await give(JSON.stringify(older));
    await page.getByText("第 0 步").first().waitFor();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    await page.getByText("mia 的 invite 送达 anna。").first().waitFor();
    await phone(page, "anna").getByText("邀请你语音通话").waitFor();
    await page.getByRole("button", { name: "关闭记录" }).click();
    await page.locator("iframe[title='左边的手机']").waitFor();
    await page.context().close();
  });

  it.runIf(isEverything)("says that a recording of an unknown name cannot be opened", async () => {
    const page = await open("/duo?recording=unknown");
    await page.getByText("This recording can't be opened.").waitFor();
    await page.getByRole("link", { name: "Live phones" }).click();
    await page.locator("iframe[title='Left phone']").waitFor();
    await page.context().close();
  });

  it.runIf(isEverything)("has room for its phones and its time line in a narrow window", async () => {
    const page = await open("/duo?recording=r10", "en-US", 390);
    await phone(page, "anna2").getByText("Not in a call").waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    await forward(page).click();
    await says(page, "Mia calls anna.");
    await phone(page, "mia").getByText("Connecting").waitFor();
    await page.context().close();
  });
});
