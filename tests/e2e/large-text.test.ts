import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isEverything } from "../everything.ts";
import "../../src/i18n/devices.ts";
import "../../src/i18n/pages.ts";
import "../../src/i18n/signed-in.ts";
import "../../src/i18n/talk.ts";
import { createText } from "../../src/i18n/text.ts";
import {
  accept,
  caller,
  close,
  connected,
  dial,
  fakeDevices,
  hangUp,
  overlay,
  peer,
} from "./support/calls.ts";
import { clippedControls } from "./support/clipping.ts";
import { isLive, launch, openChat, people, phone, signIn, visit } from "./support/people.ts";
import { closeAll, type Product, startProduct } from "./support/product.ts";

/** Screens at twice the text size, in English, because its words are longer. `routes` tests Chinese. */
describe("text at 200 %", () => {
  const { t } = createText("en");
  const { alice, bob } = people;
  let product: Product;
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    const devices = [fakeDevices(), "--use-fake-ui-for-media-stream"];
    [product, browser] = await Promise.all([startProduct(), launch(devices)]);
    page = await largePage();
  });
  afterAll(() => closeAll(browser, product));

  async function largePage(): Promise<Page> {
    const context = await phone(browser);
    await context.addInitScript(() => {
      document.addEventListener("DOMContentLoaded", () => {
        document.documentElement.style.fontSize = "200%";
      });
    });
    const opened = await context.newPage();
    return opened;
  }

  const press = (name: string, on = page) => on.getByRole("button", { name, exact: true }).click();
  const dialog = () => page.getByRole("dialog");

  /** Checks that every control is whole. Polls, because animations have to end. */
  async function isWhole(what: string, on = page) {
    await expect.poll(async () => ({ what, wrong: await clippedControls(on) })).toEqual({ what, wrong: [] });
  }

  async function dismiss() {
    await expect
      .poll(async () => {
        await page.keyboard.press("Escape");
        return dialog().count();
      })
      .toBe(0);
  }

  it("1-01 10-08 nothing is clipped before sign-in", async () => {
    await page.goto(product.origin);
    await page.getByRole("button", { name: t("login.signIn"), exact: true }).waitFor();
    await isWhole("by password");
    await press(t("login.signIn"));
    await isWhole("with errors");
    await press(t("login.useCodeInstead"));
    await isWhole("by code");
    await page.getByRole("button", { name: new RegExp(t("login.areaCode")) }).click();
    await dialog().waitFor();
    await isWhole("countries");
    await dismiss();
    await page.getByRole("radio", { name: t("login.email") }).check();
    await isWhole("by email");
    await page.getByRole("link", { name: t("login.createAccount") }).click();
    await page.getByText(t("register.askLead")).waitFor();
    await isWhole("getCode");
  });

  it("1-01 10-08 nothing is clipped on any screen or sheet", async () => {
    await signIn(page, product.origin, alice);
    await isWhole("conversations");
    for (const [tab, name] of [
      [t("tabs.contacts"), "contacts"],
      [t("tabs.workbench"), "workbench"],
      [t("tabs.me"), "me"],
    ] as const) {
      await page.getByRole("link", { name: tab, exact: true }).click();
      await page.locator("a[aria-current=page]", { hasText: tab }).waitFor();
      await isWhole(name);
    }
    await press(t("profile.copyID"));
    await page.getByText(t("messageTip.copied")).waitFor();
    await isWhole("toast");
    await press(t("profile.logOut"));
    await dialog().waitFor();
    await isWhole("question");
    await dismiss();
    await page.getByRole("button", { name: t("screen.callRecord") }).click();
    await page.getByRole("heading", { name: t("screen.callRecord") }).waitFor();
    await isWhole("call record");
    await press(t("common.back"));
    await page.getByRole("link", { name: t("tabs.messages") }).click();
    const row = page
      .getByRole("list", { name: t("conversations.list") })
      .getByText(bob.name)
      .first();
    await row.click({ button: "right" });
    await dialog().waitFor();
    await isWhole("menu of a conversation");
    await dismiss();
    await row.click();
    await page.getByRole("log").waitFor();
    await isWhole("chat");
    await press(t("chat.more"));
    await dialog().waitFor();
    await isWhole("menu of the chat");
    await dismiss();
    await page.getByRole("article").last().click({ button: "right" });
    await dialog().waitFor();
    await isWhole("menu of a message");
    await page.getByRole("menuitem", { name: t("messageMenu.reply") }).click();
    await page.getByRole("textbox").fill("So many words that they take more than a single line of the field");
    await isWhole("composer");
    await press(t("chat.details"));
    await page.getByRole("heading", { name: t("singleSetting.title") }).waitFor();
    await isWhole("settings of a chat");
    await page
      .getByRole("main")
      .getByRole("button", { name: new RegExp(`^${bob.name}`) })
      .click();
    await page.getByRole("heading", { name: t("userCard.title") }).waitFor();
    await isWhole("card");
  });

  it("10-08 the name of a group ends before the buttons beside it", async () => {
    const theirs = await largePage();
    await signIn(theirs, product.origin, bob);
    await theirs.getByText("Lake Trail Hikers").first().click();
    const bar = theirs
      .getByRole("banner")
      .filter({ has: theirs.getByRole("button", { name: t("chat.details") }) });
    const name = bar.getByRole("heading", { name: "Lake Trail Hikers" });
    await name.waitFor();
    const overlaps = async () => {
      const title = await name.boundingBox();
      const boxes = await Promise.all((await bar.getByRole("button").all()).map((one) => one.boundingBox()));
      return boxes.filter(
        (box) => box && title && box.x < title.x + title.width - 1 && box.x + box.width > title.x + 1,
      );
    };
    await expect.poll(overlaps).toEqual([]);
    await theirs.context().close();
  });

  it.runIf(isEverything)("10-08 the hint in the message field takes one line on a narrow phone", async () => {
    const narrow = await largePage();
    await narrow.setViewportSize({ width: 320, height: 568 });
    await signIn(narrow, product.origin, bob);
    await openChat(narrow, alice.name);
    const field = narrow.getByRole("textbox", { name: t("chat.message") });
    const height = () => field.evaluate((input) => input.clientHeight);
    const withHint = await height();
    await field.fill("M");
    expect(withHint).toBe(await height());
    await narrow.context().close();
  });

  it.runIf(isEverything)("10-08 long titles take two lines on a narrow phone", async () => {
    const narrow = await largePage();
    await narrow.setViewportSize({ width: 320, height: 640 });
    await signIn(narrow, product.origin, bob);
    const cut = (texts: Locator) =>
      texts.evaluateAll((all) =>
        all
          .filter((one) => one.checkVisibility())
          .filter(
            ({ scrollWidth, clientWidth, scrollHeight, clientHeight }) =>
              scrollWidth > clientWidth + 1 || scrollHeight > clientHeight + 2,
          )
          .map(({ textContent }) => textContent),
      );
    await visit(narrow, "/contact");
    const link = narrow.getByRole("link", { name: t("contacts.blackList") });
    await link.waitFor();
    expect(await cut(link.locator("[dir=auto]"))).toEqual([]);
    await link.click();
    const title = narrow.getByRole("heading", { name: t("contacts.blackList") });
    await title.waitFor();
    expect(await cut(title)).toEqual([]);
    await narrow.context().close();
  });

  it.runIf(isEverything)("1-01 9-28 10-08 nothing is clipped in a call", async () => {
    const theirs = await largePage();
    await signIn(theirs, product.origin, bob);
    await isLive(theirs);
    await press(t("userCard.voiceCall"));
    await theirs.getByRole("button", { name: t("rtc.accept") }).waitFor();
    await isWhole("calling");
    await isWhole("ringing", theirs);
    await press(t("rtc.accept"), theirs);
    for (const one of [page, theirs]) await one.getByRole("timer").waitFor();
    await isWhole("call that is on");
    await press(t("rtc.minimise"));
    await page.getByRole("button", { name: t("rtc.returnToCall") }).waitFor();
    await isWhole("badge");
    await press(t("common.hangUp"), theirs);
    await page.getByRole("button", { name: t("rtc.returnToCall") }).waitFor({ state: "detached" });
    await press(t("userCard.sendMessage"));
    await page.getByRole("log").waitFor();
    await isWhole("record of a call");
  });

  it.runIf(isEverything)("2-121 10-08 the user's own picture covers no part of the peer's name", async () => {
    const [mine, theirs] = await Promise.all([alice, bob].map((person) => caller(product.origin, person)));
    if (!mine || !theirs) throw new Error("No pages");
    await mine.setViewportSize({ width: 320, height: 568 });
    await mine.evaluate(() => {
      document.documentElement.style.fontSize = "200%";
    });
    await openChat(mine, bob.name);
    await dial(mine, "Video call");
    await accept(theirs);
    await connected(mine, theirs);
    const picture = overlay(mine).getByLabel(t("rtc.ownPicture"));
    await picture.waitFor();
    const isNameWhole = async () => {
      const [name, own] = await Promise.all([peer(mine, bob).boundingBox(), picture.boundingBox()]);
      const isCut = await peer(mine, bob).evaluate((words) => words.scrollWidth > words.clientWidth);
      return name !== null && own !== null && name.x + name.width <= own.x && !isCut;
    };
    await expect.poll(isNameWhole).toBe(true);
    await press(t("rtc.cameraOff"), theirs);
    await overlay(mine)
      .getByLabel(t("rtc.pictureOf", { name: bob.name }))
      .waitFor({ state: "detached" });
    await expect.poll(isNameWhole).toBe(true);
    await close(mine, theirs);
  });

  describe("on a small phone without devices", () => {
    let theirs: Page;

    beforeAll(async () => {
      theirs = await caller(product.origin, bob, { mayUseDevices: false });
      await theirs.setViewportSize({ width: 320, height: 568 });
      await visit(theirs, "/appearance");
      await theirs.getByText(t("appearance.largest"), { exact: true }).click();
    });
    afterAll(() => close(theirs));

    const isInReach = (name: string) =>
      expect
        .poll(() =>
          overlay(theirs)
            .getByRole("button", { name, exact: true })
            .first()
            .evaluate((button) => {
              const { left, top, width, height } = button.getBoundingClientRect();
              const hit = document.elementFromPoint(left + width / 2, top + height / 2);
              return hit !== null && button.contains(hit);
            }),
        )
        .toBe(true);
    const boxOf = async (text: string) => {
      const box = await overlay(theirs).getByText(text).boundingBox();
      if (!box) throw new Error(`"${text}" is not visible`);
      return box;
    };

    it("10-08 11-41 the words of a lobby lie below the face and each other", async () => {
      await visit(theirs, "/meeting");
      await overlay(theirs).getByText(t("lobby.microphoneBlocked")).waitFor();
      const face = await overlay(theirs).locator("[data-face]").boundingBox();
      const words = await boxOf(t("lobby.cameraIsOff"));
      const hint = await boxOf(t("lobby.microphoneBlocked"));
      const bottomOf = (box: { y: number; height: number } | null) =>
        Math.floor((box?.y ?? 0) + (box?.height ?? 0));
      expect(words.y).toBeGreaterThanOrEqual(bottomOf(face));
      expect(hint.y).toBeGreaterThanOrEqual(bottomOf(words));
    });

    it("10-08 11-41 the buttons of a meeting lie beside each other", async () => {
      await press(t("meeting.joinNow"), theirs);
      await isInReach(t("common.retry"));
      await isWhole("meeting", theirs);
      await press(t("groupCall.leave"), theirs);
      await overlay(theirs).waitFor({ state: "detached" });
    });

    it("9-28 10-08 refused microphone and camera leave every button of a call in reach", async () => {
      // Alice's page was signed out when she called in another one.
      const mine = await caller(product.origin, alice);
      await visit(mine, "/userCard?userID=2026000002");
      await press(t("userCard.videoCall"), mine);
      await accept(theirs);
      await connected(mine, theirs);
      await overlay(theirs).getByText(t("camera.denied")).waitFor();
      for (const name of [t("common.retry"), t("common.hangUp"), t("rtc.minimise")]) await isInReach(name);
      await hangUp(theirs);
      await close(mine);
    });
  });
});
