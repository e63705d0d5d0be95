import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { connectGob, type GobClient } from "../server/support/gob-client.ts";
import { badge, dial, fakeDevices, hangUp, overlay } from "./support/calls.ts";
import { credentialsOf } from "./support/foreign-client.ts";
import { back, isLive, launch, openChat, patience, people, phone, press, signIn } from "./support/people.ts";
import { png } from "./support/png.ts";
import { closeAll, type Product, startProduct } from "./support/product.ts";

/** What the page has animated since the last question, each as "transform: from > to". Asks for motion. */
async function watchMotion(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const seen: string[] = [];
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (frames, options) {
      const animation = animate.call(this, frames, options);
      const all = animation.effect instanceof KeyframeEffect ? animation.effect.getKeyframes() : [];
      for (const name of ["transform", "opacity"])
        if (all[0]?.[name] !== undefined)
          seen.push(`${name}: ${all.map((frame) => frame[name]).join(" > ")}`);
      // A test looks at the screens on their way, for as long as it likes.
      if (Reflect.get(window, "holdsMotion")) {
        animation.pause();
        animation.currentTime = 60;
      }
      return animation;
    };
    document.addEventListener("transitionrun", ({ target, propertyName }) => {
      if (!(target instanceof Element && target.role === "dialog") || propertyName !== "transform") return;
      const [transition] = target.getAnimations().filter(({ effect }) => {
        const frames = effect instanceof KeyframeEffect ? effect.getKeyframes() : [];
        return frames[0]?.transform !== undefined && Number(effect?.getTiming().duration) > 1;
      });
      if (!(transition?.effect instanceof KeyframeEffect)) return;
      const [from, to] = transition.effect.getKeyframes();
      seen.push(`dialog: ${from?.transform} > ${to?.transform}`);
    });
    Reflect.set(window, "motionSeen", seen);
    // What moves by itself, not within half a second after a press (layout shifts of the browser).
    Reflect.set(window, "shifted", 0);
    new PerformanceObserver((list) => {
      for (const shift of list.getEntries())
        if (!Reflect.get(shift, "hadRecentInput"))
          Reflect.set(window, "shifted", Reflect.get(window, "shifted") + Reflect.get(shift, "value"));
    }).observe({ type: "layout-shift", buffered: true });
  });
  await page.emulateMedia({ reducedMotion: "no-preference" });
  return () => page.evaluate(() => [...Reflect.get(window, "motionSeen").splice(0)]);
}

const hold = (page: Page) => page.evaluate(() => Reflect.set(window, "holdsMotion", true));

const letGo = (page: Page) =>
  page.evaluate(() => {
    Reflect.set(window, "holdsMotion", false);
    for (const animation of document.getAnimations()) animation.play();
  });

const DEEPER = ["transform: none > translateX(-25%)", "transform: translateX(100%) > none"];
const BACK = ["transform: none > translateX(100%)", "transform: translateX(-25%) > none"];
const FADE = "opacity: 0 > 1";
const slides = (seen: readonly string[]) => seen.filter((one) => one.includes("translateX"));

describe("11-56 motion", () => {
  let product: Product;
  let browser: Browser;
  let alice: Page;
  let bob: GobClient;
  let aliceID: string;
  let seen: () => Promise<string[]>;

  beforeAll(async () => {
    [product, browser] = await Promise.all([
      startProduct(),
      launch([fakeDevices(), "--use-fake-ui-for-media-stream"]),
    ]);
    // Before she signs in here: a second sign-in ends the first.
    aliceID = (await credentialsOf(product.origin, people.alice)).userID;
    alice = await (await phone(browser)).newPage();
    seen = await watchMotion(alice);
    await alice.route("**/made/*", (route) =>
      route.fulfill({ contentType: "image/png", body: png(600, 800, [220, 90, 60]) }),
    );
    await signIn(alice, product.origin, people.alice);
    // The first screens may come before the code that moves them.
    await vi.waitFor(async () => {
      await openChat(alice, people.bob.name);
      await back(alice);
      expect(slides(await seen())).not.toEqual([]);
    }, patience);
    const { userID, imToken } = await credentialsOf(product.origin, people.bob);
    bob = await connectGob(product.origin, { userID, token: imToken });
  });
  beforeEach(() => letGo(alice));
  afterAll(() => closeAll(bob, browser, product));

  /** The screen that another one covers. Rows have inert parts of their own. */
  const covered = () => alice.locator("[inert][style*='z-index']");
  const still = () => expect.poll(() => covered().count()).toBe(0);
  const tab = (name: string) => alice.getByRole("link", { name }).click();

  it("a chat slides in and back out, a tab fades", async () => {
    await still();
    await openChat(alice, people.bob.name);
    expect(slides(await seen())).toEqual(DEEPER);
    await press(alice, "Details");
    await alice.getByRole("heading", { name: "Chat details" }).waitFor();
    expect(slides(await seen())).toEqual(DEEPER);
    for (const place of [/\/chat$/, /\/conversation$/]) {
      await alice.goBack();
      await expect.poll(() => new URL(alice.url()).pathname).toMatch(place);
      await expect.poll(async () => slides(await seen())).toEqual(BACK);
    }
    await tab("Contacts");
    await alice.getByRole("heading", { name: "Contacts" }).waitFor();
    expect(await seen()).toEqual([FADE]);
    await tab("Messages");
    await alice.getByRole("list", { name: "Chat list" }).waitFor();
    expect(await seen()).toEqual([FADE]);
    await still();
  });

  it("a screen on its way takes input, and the one that it covers takes none", async () => {
    await still();
    await hold(alice);
    await openChat(alice, people.bob.name);
    expect(await covered().getByText(people.bob.name).first().isVisible()).toBe(true);
    await alice.getByRole("textbox", { name: "Message" }).fill("On the way");
    await press(alice, "Send");
    await alice.getByRole("log", { name: "Messages" }).getByText("On the way").waitFor();
    await back(alice);
    // The list comes back before the chat has arrived.
    await alice.getByRole("listitem", { name: people.bob.name }).getByText("On the way").waitFor();
    await letGo(alice);
    await still();
    await tab("Contacts");
    await alice.getByRole("heading", { name: "Contacts" }).waitFor();
    await tab("Messages");
  });

  it("beside the list of a wide window no screen slides", async () => {
    await still();
    await alice.setViewportSize({ width: 1000, height: 800 });
    await seen();
    await openChat(alice, people.bob.name);
    await press(alice, "Details");
    await alice.getByRole("heading", { name: "Chat details" }).waitFor();
    expect(slides(await seen())).toEqual([]);
    await alice.setViewportSize({ width: 390, height: 844 });
    await alice.goBack();
    await alice.goBack();
    await alice.getByRole("list", { name: "Chat list" }).waitFor();
  });

  it("a picture opens out of its thumbnail and returns to it", async () => {
    const version = { uuid: "", type: "image/png", size: 1, width: 600, height: 800, url: "/made/one.png" };
    const content = { sourcePath: "", sourcePicture: version, bigPicture: version, snapshotPicture: version };
    await bob.send({ recvID: aliceID, contentType: 102, content: JSON.stringify(content) });
    await openChat(alice, people.bob.name);
    const thumbnail = alice.getByRole("button", { name: "Open photo" }).last();
    const picture = alice.locator("img[src='/made/one.png']");
    await picture.waitFor();
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(600);
    await thumbnail.click({ trial: true });
    const gallery = alice.getByRole("dialog", { name: "Photos and videos" });
    const { width = 0 } = (await picture.boundingBox()) ?? {};
    const small = `scale(${String(width / 390).slice(0, 6)}`;
    await still();
    await seen();
    await thumbnail.click();
    await gallery.waitFor();
    const [opening] = await seen();
    expect(opening).toMatch(/^transform: translate\(.+\) scale\(0\.\d+\) > none$/);
    expect(opening).toContain(small);
    await alice.keyboard.press("Escape");
    await gallery.waitFor({ state: "detached" });
    const [closing] = await seen();
    expect(closing).toMatch(/^transform: translate\(.+\) scale\(.+\) > translate/);
    expect(closing).toContain(small);
    await back(alice);
  });

  it("a call shrinks into its badge and grows out of it", async () => {
    await openChat(alice, people.bob.name);
    await dial(alice);
    await overlay(alice).getByRole("button", { name: "Minimise" }).click();
    await badge(alice).waitFor();
    await overlay(alice).waitFor({ state: "detached" });
    const small = String(86 / 390).slice(0, 6);
    expect((await seen()).findLast((one) => one.startsWith("dialog"))).toMatch(
      new RegExp(`> translate\\(.+px, .+px\\) scale\\(${small}`),
    );
    await badge(alice).click();
    await overlay(alice).waitFor();
    await expect
      .poll(async () => (await seen()).findLast((one) => one.startsWith("dialog")))
      .toMatch(new RegExp(`translate\\(.+px, .+px\\) scale\\(${small}.*> none$`));
    await hangUp(alice);
    await overlay(alice).waitFor({ state: "detached" });
    await back(alice);
  });

  it("11-59 a row under a finger looks pressed until the finger scrolls or is lifted", async () => {
    await still();
    const devtools = await alice.context().newCDPSession(alice);
    const row = alice.getByRole("listitem", { name: people.bob.name }).getByRole("button").first();
    const { x, y } = (await row.boundingBox()) ?? { x: 0, y: 0 };
    const touch = (type: "touchStart" | "touchMove" | "touchEnd", down = 0) =>
      devtools.send("Input.dispatchTouchEvent", {
        type,
        touchPoints: type === "touchEnd" ? [] : [{ x: x + 150, y: y + 30 + down }],
      });
    const look = () => row.evaluate((element) => getComputedStyle(element).backgroundImage);
    const atRest = await look();
    await row.evaluate((element) => {
      const firstFrame = new Promise<string>((resolve) =>
        document.addEventListener(
          "touchstart",
          () => requestAnimationFrame(() => resolve(getComputedStyle(element).backgroundImage)),
          { once: true },
        ),
      );
      Reflect.set(window, "firstFrame", firstFrame);
    });
    await touch("touchStart");
    expect(await alice.evaluate(() => Reflect.get(window, "firstFrame"))).not.toBe(atRest);
    for (let down = 10; down <= 60; down += 10) await touch("touchMove", down);
    // On a busy machine the finger moves so late that it opens the menu of the row.
    const menu = alice.getByRole("menuitem", { name: "Pin", exact: true });
    await expect
      .poll(async () => (await menu.isVisible()) || ((await row.isVisible()) && (await look()) === atRest))
      .toBe(true);
    await touch("touchEnd");
    if (await menu.isVisible()) await alice.keyboard.press("Escape");
    await menu.waitFor({ state: "detached" });
    expect(new URL(alice.url()).pathname).toBe("/conversation");
    // Both at once: a finger that stays for half a second opens the menu.
    await Promise.all([touch("touchStart"), touch("touchEnd")]);
    await alice.getByRole("log", { name: "Messages" }).waitFor();
    await back(alice);
    await expect.poll(look).toBe(atRest);
    await devtools.detach();
  });

  it("11-60 after a reload nothing moves by itself until new messages are shown", async () => {
    await alice.reload();
    await isLive(alice);
    // A row that comes or goes moves a twentieth of the window. A text in the middle that changes moves very little.
    const shifted = await alice.evaluate(() => Reflect.get(window, "shifted"));
    expect(shifted).toBeLessThan(0.005);
    // A status comes below the title. Its pill is a little higher than the line that is kept free.
    const title = alice.getByRole("heading", { name: "Messages" });
    const placeOf = () => title.evaluate(({ offsetTop }: HTMLElement) => offsetTop);
    const place = await placeOf();
    await alice.context().setOffline(true);
    await alice.getByText("Offline", { exact: true }).first().waitFor();
    expect(Math.abs((await placeOf()) - place)).toBeLessThanOrEqual(2);
    await alice.context().setOffline(false);
    await isLive(alice);
  });

  it("2-25 two taps on the tab lead from each unread chat to the next, and from the last to the first", async () => {
    const size = alice.viewportSize();
    const fresh = await alice.locator("[data-fresh]").evaluateAll((rows) => {
      return rows.map((row) => row.closest("li")?.getAttribute("aria-label") ?? "");
    });
    expect(fresh.length).toBeGreaterThan(1);
    // So low that the list scrolls.
    await alice.setViewportSize({ width: 390, height: 300 });
    const scroller = alice.getByRole("main");
    const unseen = (name: string) =>
      scroller.evaluate((element, label) => {
        const [row] = [...element.querySelectorAll("li")].filter(({ ariaLabel }) => ariaLabel === label);
        const bar = element.parentElement?.querySelector("header")?.getBoundingClientRect().bottom ?? 0;
        const { top = 0, bottom = Number.POSITIVE_INFINITY } = row?.getBoundingClientRect() ?? {};
        const isAtEnd = element.scrollTop + element.clientHeight >= element.scrollHeight - 1;
        const isShown = top > bar - 1 && bottom < element.getBoundingClientRect().bottom + 1;
        return isShown && (isAtEnd || top < bar + 1) ? "" : `${label} is from ${top} to ${bottom}`;
      }, name);
    for (const name of [...fresh, fresh[0] ?? ""]) {
      await alice.getByRole("link", { name: "Messages" }).dblclick();
      await expect.poll(() => unseen(name)).toBe("");
    }
    await alice.getByRole("link", { name: "Messages" }).click();
    await expect.poll(() => scroller.evaluate(({ scrollTop }) => scrollTop)).toBe(0);
    if (size) await alice.setViewportSize(size);
  });

  it("with less motion nothing moves", async () => {
    await alice.emulateMedia({ reducedMotion: "reduce" });
    await seen();
    await openChat(alice, people.bob.name);
    await alice.getByRole("button", { name: "Open photo" }).last().click();
    await alice.getByRole("dialog", { name: "Photos and videos" }).waitFor();
    await alice.keyboard.press("Escape");
    await back(alice);
    await tab("Contacts");
    await alice.getByRole("heading", { name: "Contacts" }).waitFor();
    expect(await seen()).toEqual([]);
    expect(await covered().count()).toBe(0);
  });
});
