import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { caller, close, holdings, until } from "./support/calls.ts";
import { back, conversationRow, isSent, message, openChat, people, phone, send } from "./support/people.ts";
import { type Product, startProduct } from "./support/product.ts";

describe("voice messages, cards, locations and Back", () => {
  let product: Product;
  let alice: Page;
  let bob: Page;

  beforeAll(async () => {
    product = await startProduct();
    [alice, bob] = await Promise.all([
      caller(product.origin, people.alice),
      caller(product.origin, people.bob, {
        watch: (page) => page.context().addInitScript(listenToPlayers),
      }),
    ]);
    const place = { latitude: 52.51628, longitude: 13.37771, accuracy: 12 };
    await alice.context().setGeolocation(place);
    await alice.context().grantPermissions(["geolocation", "microphone"], { origin: product.origin });
    await Promise.all([openChat(alice, people.bob.name), openChat(bob, people.alice.name)]);
  });
  afterAll(async () => {
    await close(alice, bob);
    await product?.close();
  });

  const pathOf = (page: Page) => new URL(page.url()).pathname;
  const isGone = { state: "detached" } as const;

  const voices = (page: Page): Locator =>
    page.getByRole("log", { name: "Messages" }).getByRole("button", { name: /^Play voice message/ });

  it("3-77 5-19 a recorded voice message arrives and can be heard; the microphone turns off", async () => {
    await alice.getByRole("button", { name: "Record voice" }).click();
    await until(
      async () => /00:0[2-9]/.test((await alice.getByRole("timer").textContent()) ?? ""),
      "two seconds",
    );
    await alice.getByRole("button", { name: "Stop recording" }).click();
    await alice.getByRole("button", { name: /^Play voice message, 00:(0[2-9]|1\d)$/ }).waitFor();
    await until(async () => (await holdings(alice)).tracks === 0, "the microphone to go off");
    await alice.getByRole("button", { name: "Send" }).click();
    await voices(alice).waitFor();

    await voices(bob).click();
    await until(() => bob.evaluate(() => window.loudness() > 0.01), "sound at Bob's");
    expect((await holdings(alice)).audioContexts).toBe(0);
  });

  it("4-63 11-24 an unsent recording survives a change of chat and a reload, which closes an open question", async () => {
    const count = await voices(alice).count();
    const draft = alice.getByRole("group", { name: "Voice message" });
    await alice.getByRole("button", { name: "Record voice" }).click();
    await until(
      async () => /00:0[1-9]/.test((await alice.getByRole("timer").textContent()) ?? ""),
      "a second",
    );
    await back(alice);
    await openChat(alice, people.carol.name);
    await alice.getByRole("button", { name: "Record voice" }).waitFor();
    expect(await draft.count()).toBe(0);
    await back(alice);
    await conversationRow(alice, people.bob.name).click();
    await draft.getByRole("button", { name: /^Play voice message/ }).waitFor();
    await back(alice);
    await alice.getByRole("link", { name: "Me", exact: true }).click();
    await alice.getByRole("button", { name: "Sign out" }).click();
    const question = alice.getByRole("dialog", { name: /Sign out/ });
    await question.waitFor();
    await alice.goBack();
    await question.waitFor(isGone);
    expect(pathOf(alice)).toBe("/profile");
    // Forward opens nothing again.
    await alice.goForward();
    await alice.getByRole("button", { name: "Sign out" }).click();
    await question.waitFor();
    await alice.reload();
    await alice.getByRole("list", { name: "Chat list" }).waitFor();
    expect(await question.count()).toBe(0);
    await conversationRow(alice, people.bob.name).getByText("[Draft] [Voice]").waitFor();
    await conversationRow(alice, people.bob.name).click();
    await draft.getByRole("button", { name: /^Play voice message/ }).waitFor();
    await draft.getByRole("button", { name: "Send" }).click();
    await until(async () => (await voices(bob).count()) === count + 1, "the message at Bob's");
    await until(async () => (await voices(alice).count()) === count + 1, "the message at Alice's");
  });

  it("5-11 a recording that is too short shows a message and sends nothing", async () => {
    const count = await voices(alice).count();
    await alice.evaluate(stopAtOnce);
    await alice.getByRole("button", { name: "Record voice" }).click();
    await alice.waitForFunction(() => window.wasTooShort);
    await alice.getByRole("textbox", { name: "Message" }).waitFor();
    expect(await voices(alice).count()).toBe(count);
  });

  it("3-50 a tap sends a sticker, and the peer sees the same one", async () => {
    await alice.getByRole("button", { name: "Emoji", exact: true }).click();
    await alice.getByRole("tab", { name: "Stickers" }).click();
    await alice.getByRole("button", { name: "Thanks" }).click();
    await bob.getByRole("img", { name: "Sticker: Thanks" }).locator("svg").waitFor();
    await alice.getByRole("button", { name: "Emoji", exact: true }).click();
  });

  it("3-77 a card is sent after a question, and opens its user's card", async () => {
    await alice.getByRole("button", { name: "More", exact: true }).click();
    await alice.getByRole("menuitem", { name: "Contact card" }).click();
    await alice.getByRole("button", { name: people.carol.name, exact: true }).click();
    const question = alice.getByRole("dialog", { name: `Send this card to ${people.bob.name}?` });
    await question.getByRole("button", { name: "Send" }).click();
    await bob.getByRole("button", { name: `Contact card of ${people.carol.name}` }).click();
    await bob.getByRole("heading", { name: people.carol.name }).waitFor();
    await back(bob);
  });

  it("3-77 a location is found, named, sent and shown", async () => {
    await alice.getByRole("button", { name: "More", exact: true }).click();
    await alice.getByRole("menuitem", { name: "Location" }).click();
    await alice.getByText("Accurate to about 12 m").waitFor();
    await alice.getByRole("textbox", { name: "Name of the place" }).fill("Brandenburger Tor");
    await alice.getByRole("dialog", { name: "Location" }).getByRole("button", { name: "Send" }).click();
    const place = bob.getByRole("log", { name: "Messages" }).getByRole("article").filter({
      hasText: "Brandenburger Tor",
    });
    await place.getByText("52.51628, 13.37771").waitFor();
  });

  it("11-24 closes the list of countries and keeps the form", async () => {
    const browser = alice.context().browser();
    if (!browser) throw new Error("Alice has no browser");
    const page = await (await phone(browser)).newPage();
    await page.goto(product.origin);
    await page.getByRole("textbox", { name: "Phone number" }).fill("138");
    await page.getByRole("button", { name: /Country or region/ }).click();
    const list = page.getByRole("dialog", { name: "Country or region" });
    await list.waitFor();
    await page.goBack();
    await list.waitFor(isGone);
    expect(pathOf(page)).toBe("/login");
    expect(await page.getByRole("textbox", { name: "Phone number" }).inputValue()).toBe("138");
    await page.context().close();
  });

  it("11-24 closes a message's menu, then the chat; a chosen menu item leaves no history entry", async () => {
    await send(alice, "Back and forth");
    await isSent(alice, "Back and forth");
    await message(alice, "Back and forth").click({ button: "right" });
    const menu = alice.getByRole("menu", { name: "Message actions" });
    await menu.waitFor();
    await alice.goBack();
    await menu.waitFor(isGone);
    expect(pathOf(alice)).toBe("/chat");
    await message(alice, "Back and forth").click({ button: "right" });
    await alice.getByRole("menuitem", { name: "Reply" }).click();
    await menu.waitFor(isGone);
    await alice.goBack();
    await alice.getByRole("list", { name: "Chat list" }).waitFor();
    expect(pathOf(alice)).toBe("/conversation");
  });
});

declare global {
  interface Window {
    /** The loudest sample that any player of the page had so far. */
    loudness(): number;
    /** Whether the toast about a recording that is too short has shown. */
    wasTooShort?: boolean;
  }
}

/** Runs in the page and presses Stop there, because a busy machine may take more than a second for it. */
function stopAtOnce(): void {
  let isPressed = false;
  new MutationObserver((_, observer) => {
    const stop = document.querySelector<HTMLElement>('button[aria-label="Stop recording"]');
    if (stop && !isPressed) {
      isPressed = true;
      // Until then something was recorded.
      setTimeout(() => stop.click(), 300);
    }
    window.wasTooShort = document.body.textContent.includes("The recording is too short");
    if (window.wasTooShort) observer.disconnect();
  }).observe(document.body, { childList: true, subtree: true, characterData: true });
}

/** Runs in the page before everything else. */
function listenToPlayers(): void {
  let loudest = 0;
  window.Audio = class extends Audio {
    constructor(source?: string) {
      super();
      // Without it the page reads only silence from a storage of another origin, which allows it.
      this.crossOrigin = "anonymous";
      if (source !== undefined) this.src = source;
      this.addEventListener("playing", () => {
        const context = new AudioContext();
        const analyser = context.createAnalyser();
        analyser.fftSize = 32_768; // two thirds of a second: animation frames may be that far apart
        context.createMediaElementSource(this).connect(analyser);
        const samples = new Float32Array(analyser.fftSize);
        const listen = () => {
          analyser.getFloatTimeDomainData(samples);
          loudest = Math.max(loudest, ...samples.map(Math.abs));
          if (!this.ended) requestAnimationFrame(listen);
        };
        listen();
      });
    }
  };
  window.loudness = () => loudest;
}
