import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isEverything } from "../everything.ts";
import { decodeResponse } from "../server/support/gob-client.ts";
import { layGateway, unpacked } from "./support/gateway.ts";
import { emulateNetwork, type NetworkProxy } from "./support/network.ts";
import {
  goToChat,
  isLive,
  isSent,
  launch,
  message,
  openChat,
  people,
  phone,
  press,
  send,
  signIn,
  submitSignIn,
} from "./support/people.ts";
import { closeAll, type Product, startProduct } from "./support/product.ts";

/** OpenIM's request number for messages. */
const pulledMessages = 1002;

/**
 * Alice is connected to the server directly. Carol's page comes from there too, but reaches the server's interfaces
 * over a connection that can be cut.
 */
describe("outage", () => {
  const group = "Lake Trail Hikers";
  let product: Product;
  let browser: Browser;
  let network: NetworkProxy;
  let alice: Page;
  let carol: Page;

  beforeAll(async () => {
    [product, browser] = await Promise.all([startProduct(), launch()]);
    network = await emulateNetwork(product.origin);
    alice = await (await phone(browser)).newPage();
    const context = await phone(browser);
    await context.addInitScript((origin) => {
      localStorage.setItem("apiUrl", `${origin}/api`);
      localStorage.setItem("wsUrl", `${origin.replace("http", "ws")}/msg_gateway`);
      localStorage.setItem("chatUrl", `${origin}/chat`);
    }, network.origin);
    carol = await context.newPage();
    await signIn(alice, product.origin, people.alice);
  });
  afterAll(() => closeAll(browser, network, product));

  /** Lets Carol's requests to these addresses fail with status 500. */
  const fail = (addresses: RegExp) =>
    carol.route(addresses, (route) =>
      route.fulfill({ status: 500, headers: { "Access-Control-Allow-Origin": "*" } }),
    );

  it("8-31 a new device says that the lists could not be fetched, and fetches them on Retry", async () => {
    const lists = /\/api\/(conversation|friend|group)\//;
    await fail(/\/api\/group\/get_group_member_list/);
    await fail(lists);
    await submitSignIn(carol, product.origin, people.carol);
    await carol.getByText("Couldn't load your chats").waitFor();
    await carol.getByRole("link", { name: "Contacts" }).click();
    const visible = { visible: true };
    await carol.getByText("Couldn't load your contacts").filter(visible).waitFor();
    await carol.unroute(lists);
    // The next sync may fetch the lists first, and the button is gone.
    await carol
      .getByRole("main")
      .getByRole("button", { name: "Retry" })
      .filter(visible)
      .evaluateAll((buttons) => {
        for (const button of buttons) if (button instanceof HTMLElement) button.click();
      });
    await carol.getByText(people.dave.name).filter(visible).waitFor();
    await carol.getByRole("link", { name: "Messages" }).click();
    await carol.getByRole("list", { name: "Chat list" }).waitFor();
  });

  it.runIf(isEverything)(
    "8-31 11-19 a new device opens a chat pressed before the overlay came, although the answer with its messages was lost",
    async () => {
      let isLost = false;
      const gateway = await layGateway(product.origin, () => ({
        onReceived(packed) {
          if (isLost || decodeResponse(unpacked(packed)).reqIdentifier !== pulledMessages) return packed;
          isLost = true;
          return null;
        },
      }));
      const context = await phone(browser);
      try {
        await context.addInitScript((wsUrl) => localStorage.setItem("wsUrl", wsUrl), gateway.wsUrl);
        let isPressed = () => {};
        const pressed = new Promise<void>((resolve) => {
          isPressed = resolve;
        });
        await context.route(/\.wasm/, async (route) => {
          await pressed;
          await route.continue();
        });
        const dave = await context.newPage();
        await submitSignIn(dave, product.origin, people.dave);
        const list = dave.getByRole("list", { name: "Chat list" });
        await list.getByRole("listitem", { name: people.carol.name, exact: true }).hover();
        await dave.mouse.down();
        isPressed();
        await dave.waitForFunction(() => {
          const overlay = document.querySelector("[aria-label='Getting your messages']");
          return overlay && getComputedStyle(overlay).opacity === "1" && overlay.getAnimations().length === 0;
        });
        await dave.mouse.up();
        await dave.getByRole("heading", { name: people.carol.name }).waitFor();
        await message(dave, "See you at Gate 3").waitFor();
        expect(isLost).toBe(true);
      } finally {
        await context.close();
        await gateway.close();
      }
    },
  );

  it.runIf(isEverything)(
    "4-118 a new device keeps its first chats while a list is never answered, and has everything at last",
    async () => {
      const context = await phone(browser);
      try {
        // The first sync fails on a request without an answer, and the second one on a refused request.
        let requests = 0;
        await context.route(/\/friend\/get_friend_list/, async (route) => {
          requests += 1;
          if (requests === 2) await route.fulfill({ status: 500 });
          else if (requests > 2) await route.continue();
        });
        const dave = await context.newPage();
        await submitSignIn(dave, product.origin, people.dave);
        const row = dave.getByRole("listitem", { name: people.carol.name, exact: true });
        const keepsRow = async () => {
          expect(await row.isVisible()).toBe(true);
          expect(await dave.getByText(/Couldn't load your chats|No chats yet/).count()).toBe(0);
        };
        for (let failure = 0; failure < 2; failure += 1) {
          await dave.getByText("Connection failed").waitFor();
          await keepsRow();
          await dave.getByText("Connection failed").waitFor({ state: "detached" });
          await keepsRow();
        }
        await isLive(dave);
        await keepsRow();
        await dave.getByRole("link", { name: "Contacts" }).click();
        await dave.getByRole("main").getByText(people.carol.name).filter({ visible: true }).waitFor();
        expect(requests).toBe(3);
      } finally {
        await context.close();
      }
    },
  );

  it("6-18 a failed request for members does not mean that the user has left the group", async () => {
    // Since Carol signed in, no request for members has succeeded.
    await openChat(carol, group);
    await send(carol, "Still here");
    // When this message arrives, a wrong notice would already show.
    await message(carol, "Still here").waitFor();
    await openChat(alice, group);
    await message(alice, "Still here").waitFor();
    await send(alice, "So you are");
    await message(carol, "So you are").waitFor();
    expect(await carol.getByText("You're no longer in this group").count()).toBe(0);
    await carol.getByRole("textbox", { name: "Message" }).waitFor();
    await carol.unrouteAll();
  });

  it("8-36 a server restart during sending loses no message and duplicates none", async () => {
    await goToChat(alice, people.carol);
    await goToChat(carol, people.alice);
    const texts = Array.from({ length: 6 }, (_, index) => `Through the storm ${index + 1}`);
    for (const text of texts.slice(0, 3)) await send(alice, text);
    await product.kill();
    for (const text of texts.slice(3)) await send(alice, text);
    for (const text of texts) await message(alice, text).waitFor();
    await product.restart();
    const log = alice.getByRole("log", { name: "Messages" });
    const retries = log.getByRole("button", { name: "Retry" });
    // The SDK gives up what was being sent when the server died. Such a message shows a Retry button, which the test
    // presses.
    const isSettled = async () => {
      if ((await log.getByRole("img", { name: "Sending" }).count()) > 0) return false;
      if ((await retries.count()) === 0) return true;
      // The button goes if the sync shows that the server has the message.
      await retries
        .first()
        .click({ timeout: 2000 })
        .catch(() => {});
      return false;
    };
    await expect.poll(isSettled).toBe(true);
    for (const text of texts) await message(carol, text).waitFor();
    await expect
      .poll(() => Promise.all(texts.map((text) => message(carol, text).count())))
      .toEqual(texts.map(() => 1));
    for (const text of texts) expect(await message(alice, text).count()).toBe(1);
  });

  it.runIf(isEverything)(
    "8-36 a message is sent although the database of the device needs too long to store it",
    async () => {
      const [worker] = alice.workers().filter((one) => one.url().includes("sdk-worker"));
      // The wasm waits five seconds for its database, then the SDK refuses the message.
      await worker?.evaluate((milliseconds) => {
        const store: unknown = Reflect.get(self, "insertMessage");
        if (typeof store !== "function") throw new Error("insertMessage is missing");
        Reflect.set(self, "insertMessage", async (...row: unknown[]) => {
          Reflect.set(self, "insertMessage", store);
          Reflect.set(self, "wasSlow", true);
          await new Promise((resolve) => setTimeout(resolve, milliseconds));
          return Reflect.apply(store, self, row);
        });
      }, 6000);
      await send(alice, "Through a slow device");
      await message(carol, "Through a slow device").waitFor();
      await isSent(alice, "Through a slow device");
      expect(await worker?.evaluate(() => Reflect.get(self, "wasSlow"))).toBe(true);
      await expect.poll(() => message(carol, "Through a slow device").count()).toBe(1);
      expect(await message(alice, "Through a slow device").count()).toBe(1);
    },
  );

  it.runIf(isEverything)(
    "4-61 messages that the open chat missed while offline count as read, also for their sender",
    async () => {
      const rounds = isEverything ? 4 : 2;
      for (let round = 1; round <= rounds; round += 1) {
        await send(alice, `Before the cut ${round}`);
        await message(carol, `Before the cut ${round}`).waitFor();
        network.cut();
        const missed = Array.from({ length: 5 }, (_, index) => `Missed ${round}.${index + 1}`);
        for (const text of missed) await send(alice, text);
        await expect.poll(() => alice.getByRole("log").getByRole("img", { name: "Sending" }).count()).toBe(0);
        network.mend();
        for (const text of missed) await message(carol, text).waitFor();
        for (const text of missed) await message(alice, text).getByRole("img", { name: "Read" }).waitFor();
      }
    },
  );

  it("4-28 the status says that the connection is lost, and that it is back", async () => {
    await carol.getByRole("button", { name: "Back" }).click();
    network.cut();
    await carol
      .getByRole("status")
      .getByText(/offline|connecting/i)
      .first()
      .waitFor();
    network.mend();
    await carol
      .getByText(/^(offline|connecting)/i)
      .first()
      .waitFor({ state: "detached" });
  });

  it.runIf(isEverything)(
    "4-28 a device without data says that the server is unreachable, and loads when it is back",
    async () => {
      const blank = /\/blank$/;
      await carol.route(blank, (route) => route.fulfill({ contentType: "text/html", body: "" }));
      await carol.goto(`${product.origin}/blank`);
      await carol.unroute(blank);
      const isGone = await carol.evaluate(async () => {
        for (const seen of ["parley:rows", "parley:pages"]) localStorage.removeItem(seen);
        for (const { name } of await indexedDB.databases())
          await new Promise((done) => {
            indexedDB.deleteDatabase(name ?? "").onsuccess = done;
          });
        return (await indexedDB.databases()).length === 0;
      });
      expect(isGone).toBe(true);
      network.cut();
      await carol.goto(product.origin);
      await carol.getByText("Couldn't load your chats").waitFor();
      await carol.getByRole("main").getByRole("button", { name: "Retry" }).waitFor();
      network.mend();
      await carol.getByRole("list", { name: "Chat list" }).waitFor();
    },
  );

  it("4-14 a user who closes the tab before the server has answered the sign-out is signed out", async () => {
    await carol.getByRole("link", { name: "Me", exact: true }).click();
    network.stall();
    await press(carol, "Sign out");
    await press(carol.getByRole("dialog"), "Sign out");
    const context = carol.context();
    await carol.close();
    carol = await context.newPage();
    await carol.goto(product.origin);
    await carol.getByRole("button", { name: "Sign in", exact: true }).waitFor();
  });
});
