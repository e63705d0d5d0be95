import { readFile } from "node:fs/promises";
import type { Browser, BrowserContext, FrameLocator, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CHANNEL } from "../../src/inspector/channel.ts";
import { readRecording } from "../../tools/charts/inspector/reading.ts";
import { Recording } from "../../tools/charts/inspector/recording.ts";
import { isEverything } from "../everything.ts";
import { parseRecording } from "../paths/report/recording.ts";
import { replay } from "../paths/report/replay.ts";
import { fakeDevices } from "./support/calls.ts";
import { launch, password, patience, people } from "./support/people.ts";
import { closeAll, type Product, startProduct } from "./support/product.ts";

/** Two or three phones in one window and the inspector beside them, during calls from ring to end. */
describe("the phones and the charts in one window", () => {
  let product: Product;
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  let alice: FrameLocator;
  let bob: FrameLocator;

  beforeAll(async () => {
    product = await startProduct();
    browser = await launch([
      fakeDevices(),
      "--use-fake-ui-for-media-stream",
      "--autoplay-policy=no-user-gesture-required",
    ]);
    context = await browser.newContext({ viewport: { width: 1680, height: 940 }, locale: "en-US" });
    context.setDefaultTimeout(patience);
    page = await context.newPage();
    await page.goto(`${product.origin}/duo`);
    alice = page.frameLocator("iframe[title='Left phone']");
    bob = page.frameLocator("iframe[title='Right phone']");
  });
  afterAll(() => closeAll(browser, product));

  const actors = (of = page) => of.getByRole("navigation", { name: "Actors" });
  const phoneOf = (name: "left" | "right", of = page) => actors(of).getByRole("region", { name });
  const actor = (phone: "left" | "right", name: string | RegExp, of = page) =>
    phoneOf(phone, of).getByRole("button", { name });
  const lit = (path: string, of = page): Locator => of.locator(`[data-state="${path}"][data-lit]`);
  const taken = (edge: string): Locator => page.locator(`path[data-arrow="${edge}"][data-taken]`);
  const tab = (name: string) => page.getByRole("tab", { name }).click();
  const network = (phone: "Left" | "Right", state: string) =>
    page
      .getByRole("group", { name: `${phone} phone` })
      .getByText(state, { exact: true })
      .click();
  /** The title of the phone that receives key presses. */
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute("title"));
  const header = (phone: FrameLocator, name: string) => phone.getByRole("heading", { level: 1, name });
  const list = (phone: FrameLocator) => phone.getByRole("list", { name: "Chat list" });

  it("11-01 11-02 two users sign in with one tap each, into separate storage", async () => {
    await alice.getByRole("button", { name: /Alice Zhang/ }).click();
    const bobsRow = list(alice).getByRole("listitem", { name: people.bob.name, exact: true }).first();
    await bobsRow.waitFor();
    // The edges of a scaled frame are between pixels, so what lies behind a row would show through.
    const behind = list(alice).locator("[inert] button", { hasText: "Delete" }).first();
    await behind.waitFor({ state: "attached" });
    expect(await behind.isVisible()).toBe(false);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    // Two signed-in phones open the chat with each other.
    await header(alice, people.bob.name).waitFor();
    await header(bob, people.alice.name).waitFor();
    await actor("left", /^live signedIn/).waitFor();
    await actor("right", /^live signedIn/).waitFor();
  });

  it("11-02 a screen change on one phone does not take the focus from the other", async () => {
    const field = (phone: FrameLocator) => phone.getByRole("textbox", { name: "Message" });
    // Without a pointer, because the user is at the other phone.
    const press = (target: Locator) => target.evaluate((element: HTMLElement) => element.click());
    const row = list(bob).locator("[data-conversation^=si_]").filter({ hasText: people.alice.name });
    await field(bob).waitFor();
    await field(alice).click();
    await page.keyboard.type("Written ");
    await press(bob.getByRole("button", { name: "Back", exact: true }));
    await row.first().waitFor();
    // After Back the chat slides away, and does not open by itself again.
    await expect.poll(() => header(bob, people.alice.name).count()).toBe(0);
    await press(row.first());
    await field(bob).waitFor();
    await page.keyboard.type("here");
    await expect.poll(() => field(alice).inputValue()).toBe("Written here");
    expect(await field(bob).inputValue()).toBe("");
    await field(alice).fill("");
  });

  it("11-04 11-05 a ringing call shows in the charts of both phones", async () => {
    await alice.getByRole("textbox", { name: "Message" }).fill("Only between the two of us");
    await alice.getByRole("button", { name: "Send" }).click();
    await alice.getByRole("button", { name: "Voice call", exact: true }).click();
    await bob.getByRole("button", { name: "Accept" }).waitFor();
    expect(await focused()).toBe("Left phone");
    // The call brings its chart to the front.
    await lit("inRoom.calling.waiting").waitFor();
    await actor("right", /call: callee ringing/).click();
    await lit("ringing").waitFor();
    await lit("inRoom").waitFor({ state: "detached" });
    await page
      .getByRole("region", { name: "Possible now" })
      .getByText("user.accept", { exact: true })
      .waitFor();
  });

  it("11-05 accepting lights the next states and the transition just taken", async () => {
    await bob.getByRole("button", { name: "Accept" }).click();
    await bob.getByRole("timer").waitFor();
    await lit("inRoom.connected").waitFor();
    await lit("ringing").waitFor({ state: "detached" });
    // A straight line has no box, so it is never "visible".
    await taken("inRoom.joining>inRoom.connected").waitFor({ state: "attached" });
    await actor("left", /call: caller inRoom.connected/).waitFor();
    await actor("right", /^live microphone/).click();
    // Muted before it is on, it would send nothing, and a later test reads what the other phone receives.
    await lit("on").waitFor();
    await bob.getByRole("button", { name: "Mute" }).click();
    await lit("off").waitFor();
  });

  it("11-06 the sequence shows the invitation leaving one phone and reaching the other", async () => {
    await tab("Sequence");
    const search = page.getByRole("searchbox", { name: "Search" });
    const row = (words: string) =>
      page.getByLabel("Sequence", { exact: true }).getByRole("button", { name: words });
    await search.fill("invite");
    await row("left: Charts → Wire: sendSignal invite (call)").waitFor();
    // The oldest row is on top; the invitation is repeated while it rings (R3).
    const arrived = row("right: Wire → Charts: signal.invite (callManager)").first();
    await expect.poll(() => arrived.getAttribute("data-met")).toBe("");
    await search.fill("accept");
    await row("right: User → Charts: user.accept").first().waitFor();
    const answered = row("left: Wire → Charts: signal.accept (callManager)");
    await expect.poll(() => answered.getAttribute("data-met")).toBe("");
    await search.fill("");
  });

  it("11-06 the connection of the call is shown with its states, tracks and numbers, without addresses", async () => {
    await tab("Media");
    const media = page.getByRole("region", { name: /left: connection \d/i });
    await media
      .getByText(/^ICE connected · connected · stable/)
      .first()
      .waitFor();
    await media
      .getByRole("row", { name: /^sent audio live [1-9]/ })
      .first()
      .waitFor();
    await media
      .getByRole("row", { name: /^received audio/ })
      .first()
      .waitFor();
    expect(await media.first().textContent()).not.toMatch(/\d+\.\d+\.\d+\.\d+/);
    await tab("Log");
  });

  it.runIf(isEverything)("11-01 both phones and the charts show a cut connection, and recover", async () => {
    await actor("left", /call: caller/).click();
    await network("Left", "Cut");
    // All at once, because the call is lost after half a minute.
    await Promise.all([
      alice.getByText("Reconnecting").waitFor(),
      bob.getByText(`${people.alice.name} has a poor connection`).waitFor(),
      actor("left", /^live connection link\.(offline|retrying|connecting)/).waitFor(),
    ]);
    await network("Left", "Online");
    await alice.getByText("Reconnecting").waitFor({ state: "detached" });
    await actor("left", /^live connection link\.online/).waitFor();
    // The page hears that its network is back.
    await tab("Log");
    await page.getByRole("searchbox", { name: "Search" }).fill("page.online");
    await page.getByRole("log", { name: "Log" }).getByText("page.online").first().waitFor();
    await page.getByRole("searchbox", { name: "Search" }).fill("");
  });

  it.runIf(isEverything)("11-04 an inspector that is opened late shows the current state", async () => {
    const late = await context.newPage();
    await late.goto(`${product.origin}/inspector`);
    await actor("left", /call: caller inRoom.connected/, late).click();
    await lit("inRoom.connected", late).waitFor();
    await actor("right", /^live session owning.active.ready/, late).waitFor();
    await late.close();
  });

  it("11-05 hanging up ends the charts of the call on both phones", async () => {
    await alice.getByRole("button", { name: "Hang up" }).click();
    await actor("left", /call: caller/).waitFor({ state: "detached" });
    await actor("right", /call: callee/).waitFor({ state: "detached" });
    await page.getByLabel("Helpers and ended actors").check();
    await actor("left", /^done call: caller/)
      .first()
      .waitFor();
    await page.getByLabel("Helpers and ended actors").uncheck();
  });

  it.runIf(isEverything)("11-07 the slider goes back to the moment it rang, and returns", async () => {
    await tab("Log");
    await page.getByRole("searchbox", { name: "Search" }).fill("user.accept");
    const moment = page.getByRole("slider", { name: "Moment" });
    const end = Number(await moment.getAttribute("max"));
    for (let at = end; at > 0 && (await actor("right", /callee ringing/).count()) === 0; at -= 25)
      await moment.fill(String(at));
    await actor("right", /callee ringing/).click();
    await lit("ringing").waitFor();
    await page.getByRole("button", { name: "Back to now" }).click();
    await actor("right", /call: callee/).waitFor({ state: "detached" });
    await page.getByRole("searchbox", { name: "Search" }).fill("");
  });

  it.runIf(isEverything)("11-07 11-08 an export can be opened again and contains no secret", async () => {
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Export" }).click();
    const path = await (await download).path();
    const text = await readFile(path, "utf8");

    const stored = await page.evaluate(() => Object.entries(localStorage));
    const tokens = stored.filter(([key]) => key.endsWith("TOKEN")).map(([, value]) => value);
    expect(tokens).toHaveLength(4);
    const written = ["Only between the two of us", "The jar of starter", "And the jar"];
    for (const secret of [...tokens, password, people.alice.phone, people.bob.email, ...written])
      expect(text).not.toContain(secret);

    const read = readRecording(text);
    const recording = new Recording();
    for (const { phone, message } of read?.messages ?? []) recording.add(phone, message);
    expect(recording.log.filter(({ event }) => event.type === "user.accept").length).toBeGreaterThan(0);

    // Replaying the charts gives the same as the two real phones did.
    const replayed = replay(parseRecording(text));
    expect([...replayed.actors.keys()].length).toBeGreaterThan(40);
    expect(replayed.differences).toEqual([]);

    const other = await context.newPage();
    await other.goto(`${product.origin}/inspector`);
    await other.locator("input[type=file]").setInputFiles(path);
    await other.getByText("A recording", { exact: true }).waitFor();
    await actor("left", /^live session owning.active.ready/, other).waitFor();
    await other.locator("input[type=file]").setInputFiles({
      name: "other.json",
      mimeType: "application/json",
      buffer: Buffer.from("{}"),
    });
    await other.getByRole("alert").getByText("This file is not a recording.").waitFor();
    await actor("left", /^live session owning.active.ready/, other).waitFor();
    await other.close();
  });

  it.runIf(isEverything)("11-04 a reloaded phone shows up again, with the same user", async () => {
    await page.locator("iframe[title='Right phone']").evaluate(
      (frame: HTMLIFrameElement) =>
        new Promise<void>((resolve) => {
          frame.addEventListener("load", () => resolve(), { once: true });
          frame.contentWindow?.location.reload();
        }),
    );
    await header(bob, people.alice.name).waitFor();
    await actor("right", /^live signedIn/).waitFor();
    await expect.poll(() => actors().getByRole("region").count()).toBe(2);
    await actor("right", /^live session/).click();
    await lit("owning.active.ready").waitFor();
  });

  it.runIf(isEverything)(
    "11-01 a reload mends a connection that the page had cut, and the switch shows it",
    async () => {
      await network("Right", "Cut");
      await actor("right", /^live connection link\.(offline|connecting)/).waitFor();
      await page.reload();
      await header(bob, people.alice.name).waitFor();
      await page
        .getByRole("group", { name: "Right phone" })
        .getByRole("radio", { name: "Online", checked: true })
        .waitFor({ state: "attached" });
      await actor("right", /^live connection link\.online/).waitFor();
    },
  );

  it("11-07 Clear removes what has happened and keeps the actors", async () => {
    const entries = page.getByRole("log", { name: "Log" }).getByRole("button");
    await expect.poll(() => entries.count()).toBeGreaterThan(8);
    // Events continue until prefetch has read the chats that were not opened.
    for (const phone of ["left", "right"] as const) await actor(phone, /^live prefetch rested/).waitFor();
    await expect
      .poll(async () => {
        await page.getByRole("button", { name: "Clear" }).click();
        return entries.count();
      })
      .toBeLessThan(4);
    await actor("left", /^live session owning.active.ready/).waitFor();
  });

  it.runIf(isEverything)("11-01 11-02 two users talk after three clicks", async () => {
    const visit = await (await browser.newContext({ viewport: { width: 1680, height: 940 } })).newPage();
    visit.setDefaultTimeout(patience);
    await visit.goto(`${product.origin}/duo`);
    const [left, right] = ["Left", "Right"].map((name) =>
      visit.frameLocator(`iframe[title='${name} phone']`),
    );
    if (!left || !right) throw new Error("two phones");
    await visit.getByRole("button", { name: "Sign in two friends" }).click();
    await left.getByRole("button", { name: "Voice call", exact: true }).click();
    await right.getByRole("button", { name: "Accept" }).click();
    await left.getByRole("timer").waitFor();
    await right.getByRole("timer").waitFor();
    await visit.context().close();
  });

  it("11-01 at 1280x720 nothing is covered, and a hint says where to press", async () => {
    const context = await browser.newContext({ viewport: { width: 1280, height: 720 }, locale: "zh-CN" });
    const visit = await context.newPage();
    visit.setDefaultTimeout(patience);
    await visit.goto(`${product.origin}/duo`);
    await visit.getByText("在每部手机上选择一个账号，或者").waitFor();
    for (const name of ["左边", "右边"])
      await visit.getByRole("navigation", { name: "Actor" }).getByRole("heading", { name }).waitFor();
    const parts = [
      visit.locator("iframe").first(),
      visit.locator("iframe").last(),
      visit.getByRole("group", { name: "左边的手机: 网络" }),
      visit.getByRole("group", { name: "右边的手机: 网络" }),
      visit.getByRole("navigation", { name: "手机", exact: true }),
      visit.getByRole("button", { name: "登录一对好友" }),
      visit.getByRole("tab", { name: "日志" }),
    ];
    const boxes = await Promise.all(parts.map((part) => part.boundingBox()));
    for (const [at, box] of boxes.entries()) {
      if (!box) throw new Error(`part ${at} is not shown`);
      expect(box.y + box.height).toBeLessThanOrEqual(720);
      expect(box.x + box.width).toBeLessThanOrEqual(1280);
      for (const other of boxes.slice(0, at))
        if (other)
          expect(
            box.x >= other.x + other.width ||
              other.x >= box.x + box.width ||
              box.y >= other.y + other.height ||
              other.y >= box.y + box.height,
          ).toBe(true);
    }
    await context.close();
  });

  it.runIf(isEverything)("11-01 at 1440x900 no text of the inspector is smaller than 11 pixels", async () => {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: "en-US" });
    const visit = await context.newPage();
    visit.setDefaultTimeout(patience);
    await visit.goto(`${product.origin}/duo`);
    await phoneOf("left", visit)
      .getByRole("button", { name: /session/ })
      .click();
    await lit("signedOut", visit).waitFor();
    const sizes = await visit.getByRole("heading", { name: "Inspector" }).evaluate((heading) => {
      const inspector = heading.closest("header")?.parentElement;
      const drawing = [...(inspector?.querySelectorAll("div") ?? [])].find(({ shadowRoot }) => shadowRoot);
      const parts = [
        ...(inspector?.querySelectorAll("*") ?? []),
        ...(drawing?.shadowRoot?.querySelectorAll("text") ?? []),
      ];
      const scale = (drawing?.getBoundingClientRect().width ?? 0) / (drawing?.offsetWidth ?? 1);
      const isText = (part: Element) =>
        [...part.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim() !== "");
      return parts
        .filter(isText)
        .map(
          (part) =>
            Number.parseFloat(getComputedStyle(part).fontSize) * (part.tagName === "text" ? scale : 1),
        );
    });
    expect(sizes.length).toBeGreaterThan(40);
    expect(Math.min(...sizes)).toBeGreaterThanOrEqual(10.99);
    await context.close();
  });

  it.runIf(isEverything)("11-01 the page also shows three phones, each with its network", async () => {
    const visit = await (await browser.newContext()).newPage();
    visit.setDefaultTimeout(patience);
    await visit.goto(`${product.origin}/duo`);
    await visit.getByRole("link", { name: "Three phones" }).click();
    for (const name of ["Left", "Middle", "Right"]) {
      await visit.getByRole("group", { name: `${name} phone` }).waitFor();
      await visit
        .frameLocator(`iframe[title='${name} phone']`)
        .getByRole("button", { name: "Sign in", exact: true })
        .waitFor();
    }
    await visit.getByRole("link", { name: "Two phones" }).click();
    await expect.poll(() => visit.locator("iframe").count()).toBe(2);
    await visit.context().close();
  });

  it.runIf(isEverything)(
    "11-01 11-06 11-40 three users talk in a group call, and the sequence shows who sent each signal",
    async () => {
      const visit = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
      visit.setDefaultTimeout(patience);
      await visit.goto(`${product.origin}/duo?phones=3`);
      await visit.getByRole("button", { name: "Sign in three friends" }).click();
      const [left, middle, right] = ["Left", "Middle", "Right"].map((name) =>
        visit.frameLocator(`iframe[title='${name} phone']`),
      );
      if (!left || !middle || !right) throw new Error("three phones");

      await visit.getByText("Left phone: press the handset in the chat.").waitFor();
      await left.getByRole("button", { name: "Call", exact: true }).click();
      await left.getByRole("menuitem", { name: "Voice call" }).click();
      for (const { name } of [people.bob, people.carol]) await left.getByRole("checkbox", { name }).check();
      await left.getByRole("button", { name: "Call 2" }).click();
      await visit.getByText("Middle phone, Right phone: press Accept.").waitFor();
      for (const one of [middle, right]) await one.getByRole("button", { name: "Accept" }).click();
      for (const one of [left, middle, right]) await one.getByRole("timer").waitFor();
      await expect.poll(() => actors(visit).getByRole("region").count()).toBe(3);
      await expect.poll(() => visit.getByRole("radio", { name: "Online", checked: true }).count()).toBe(3);

      await visit.getByRole("tab", { name: "Sequence" }).click();
      const search = visit.getByRole("searchbox", { name: "Search" });
      const rows = visit.getByLabel("Sequence", { exact: true });
      for (const [signal, receiver, sender] of [
        ["invite", "middle", "left"],
        ["invite", "right", "left"],
        ["accept", "left", "middle"],
        ["accept", "left", "right"],
      ] as const) {
        await search.fill(`signal.${signal}`);
        const name = `${receiver}: Wire → Charts: signal.${signal} (callManager) from ${sender}`;
        await rows.getByRole("button", { name }).first().waitFor();
      }
      await visit.context().close();
    },
  );

  it("11-10 a page without inspection loads none of its code", async () => {
    const plain = await (await browser.newContext()).newPage();
    const loaded: string[] = [];
    plain.on("response", (response) => {
      if (response.url().endsWith(".js")) loaded.push(response.url());
    });
    await plain.goto(product.origin);
    await plain.getByRole("button", { name: "Sign in", exact: true }).waitFor();
    await plain.waitForLoadState("networkidle");
    const sources = await Promise.all(loaded.map(async (url) => (await fetch(url)).text()));
    expect(sources.length).toBeGreaterThan(1);
    expect(sources.filter((source) => source.includes(CHANNEL))).toEqual([]);
    await plain.context().close();
  });
});
