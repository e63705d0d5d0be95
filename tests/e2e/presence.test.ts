import type { Browser, Page } from "playwright-core";
import * as v from "valibot";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { credentialsOf, foreignClient, post } from "./support/foreign-client.ts";
import { back, goToChat, launch, openChat, people, phone, signIn } from "./support/people.ts";
import { closeAll, type Product, startProduct } from "./support/product.ts";
import { laySilentGateway, type SilentGateway } from "./support/silent-gateway.ts";

/** Milliseconds between two requests for the online status. */
const later = 30_000;
const Statuses = v.object({ statusList: v.tuple([v.object({ status: v.number() })]) });

/** Alice looks, and Bob comes and goes as a client without a browser. */
describe("presence", () => {
  let product: Product;
  let silent: SilentGateway;
  let browser: Browser;
  let alice: Page;

  beforeAll(async () => {
    [product, browser] = await Promise.all([startProduct(), launch()]);
    silent = await laySilentGateway(product.origin);
    const context = await phone(browser);
    await context.addInitScript((wsUrl) => localStorage.setItem("wsUrl", wsUrl), silent.wsUrl);
    alice = await context.newPage();
    await alice.clock.install();
    await signIn(alice, product.origin, people.alice);
    await openChat(alice, people.bob.name);
  });
  afterAll(() => closeAll(browser, silent, product));

  const online = (page: Page) => page.getByRole("main").or(page.getByRole("banner")).getByText("online");
  const bobComes = () => foreignClient(product.origin, people.bob);
  /** While her clock stands still, Alice does not ask again. A longer step would let her ask now. */
  const stopClock = async () => alice.clock.pauseAt((await alice.evaluate(() => Date.now())) + 1000);

  it("the chat and the card show at once that a peer comes online or goes offline, if the server pushes changes", async () => {
    await stopClock();
    expect(await online(alice).count()).toBe(0);
    const bob = await bobComes();
    await online(alice).waitFor();
    await alice.clock.resume();
    await alice.getByRole("button", { name: "Details" }).click();
    await alice.getByRole("button", { name: `${people.bob.name} User ID` }).click();
    await alice.getByRole("button", { name: "Voice call" }).waitFor();
    await online(alice).waitFor();
    await stopClock();
    bob.close();
    await online(alice).waitFor({ state: "detached" });
    await alice.clock.resume();
  });

  it("the status is polled if the server pushes no changes, also after a reconnect", async () => {
    silent.silence();
    await back(alice);
    await back(alice);
    await goToChat(alice, people.bob);
    // From here on the test decides when Alice asks again.
    await stopClock();

    const bob = await bobComes();
    const observer = await credentialsOf(product.origin, people.dave);
    const status = async () => {
      const body = { userID: observer.userID, userIDs: [bob.userID] };
      const answer = await post(`${product.origin}/api/user/get_users_status`, body, observer.imToken);
      return v.parse(Statuses, answer).statusList[0].status;
    };
    await expect.poll(status).toBe(1);
    expect(await online(alice).count()).toBe(0);
    await alice.clock.fastForward(later);
    await online(alice).waitFor();

    bob.close();
    await expect.poll(status).toBe(0);
    expect(await online(alice).count()).toBe(1);
    await alice.clock.fastForward(later);
    await online(alice).waitFor({ state: "detached" });

    const again = await bobComes();
    await expect.poll(status).toBe(1);
    await alice.clock.resume();
    silent.cut();
    await online(alice).waitFor();
    again.close();
  });
});
