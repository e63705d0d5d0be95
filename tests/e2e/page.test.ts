import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isEverything } from "../everything.ts";
import { until } from "./support/calls.ts";
import { entryBudget, filesOfEntry, filesOfPainting } from "./support/entry.ts";
import { credentialsOf, foreignClient } from "./support/foreign-client.ts";
import {
  back,
  isLive,
  launch,
  openChat,
  password,
  people,
  phone,
  press,
  send,
  signIn,
  submitSignIn,
  visit,
} from "./support/people.ts";
import { closeAll, type Product, startProduct } from "./support/product.ts";
import { restUserAt } from "./support/rest.ts";
import { listBudget, ownOf, sizesOf, watchTransfers } from "./support/transfers.ts";

/** OpenIM's custom types of call messages. */
const CALL = { invitation: 200, acceptance: 201, decline: 202 };

describe("the page", () => {
  let product: Product;
  let browser: Browser;
  /** Signed in by the first test. */
  let page: Page;

  beforeAll(async () => {
    [product, browser] = await Promise.all([startProduct(), launch()]);
  });
  afterAll(() => closeAll(browser, product));

  it("1-24 10-09 10-10 everything comes from the page's own origin, and the console stays quiet", async () => {
    page = await (await phone(browser)).newPage();
    const foreign: string[] = [];
    const noise: string[] = [];
    page.on("request", (request) => {
      const url = new URL(request.url());
      if (url.protocol.startsWith("http") && url.origin !== product.origin) foreign.push(request.url());
    });
    page.on("console", (line) => noise.push(`${line.type()}: ${line.text()}`));
    page.on("pageerror", (error) => noise.push(String(error)));
    await signIn(page, product.origin, people.alice);
    await openChat(page, people.bob.name);
    await send(page, "Quiet as a mouse");
    await page.getByRole("article").filter({ hasText: "Quiet as a mouse" }).waitFor();
    expect(foreign).toEqual([]);
    expect(noise).toEqual([]);
    const policy = (await page.request.get(product.origin)).headers()["content-security-policy"] ?? "";
    expect(policy).toContain("script-src 'self' 'wasm-unsafe-eval'");
  });

  it("1-01 10-04 bars blur what is beneath them in every browser, and a list ends above what the system draws", async () => {
    await back(page);
    await page.getByRole("list", { name: "Chat list" }).waitFor();
    const blur = page
      .getByRole("banner")
      .first()
      .evaluate((bar) => getComputedStyle(bar).backdropFilter);
    expect(await blur).toContain("blur(16px)");
    const sheets = await page.locator("link[rel=stylesheet]").evaluateAll(async (links) => {
      const texts = links.map(async (link) => (await fetch(link.getAttribute("href") ?? "")).text());
      return (await Promise.all(texts)).join("\n");
    });
    const count = (pattern: RegExp) => [...sheets.matchAll(pattern)].length;
    expect(count(/(?<!-)backdrop-filter:/g)).toBeGreaterThan(0);
    expect(count(/-webkit-backdrop-filter:/g)).toBe(count(/(?<!-)backdrop-filter:/g));
    await page.addStyleTag({ content: ":root { --safe-bottom: 34px; }" });
    const height = 320;
    await page.setViewportSize({ width: 390, height });
    await page.getByRole("link", { name: "Contacts", exact: true }).click();
    await page.getByRole("button", { name: "Search friends" }).click();
    const list = page.getByRole("list", { name: "Friend list" }).filter({ visible: true });
    await list.waitFor();
    await expect.poll(() => list.evaluate((rows) => rows.clientHeight)).toBeGreaterThan(height);
    await expect
      .poll(() =>
        list.evaluate((rows) => {
          const scroller = rows.closest("[data-scroller]");
          scroller?.scrollTo(0, scroller.scrollHeight);
          return rows.getBoundingClientRect().bottom;
        }),
      )
      .toBeLessThanOrEqual(height - 34);
    await page.context().close();
  });

  it("1-25 10-02 the database's wasm is requested before sign-in; it is served compressed, with its own type, and cached for good", async () => {
    const page = await (await phone(browser)).newPage();
    const asked = page.waitForRequest((request) => /sql-wasm[^/]*\.wasm$/.test(request.url()));
    await page.goto(product.origin);
    const url = (await asked).url();
    await page.getByRole("button", { name: "Sign in", exact: true }).waitFor();
    for (const [accepted, encoding] of [
      ["gzip, deflate, br", "br"],
      ["gzip, deflate", "gzip"],
    ] as const) {
      const response = await fetch(url, { method: "HEAD", headers: { "Accept-Encoding": accepted } });
      expect(response.headers.get("content-encoding")).toBe(encoding);
      expect(response.headers.get("content-type")).toBe("application/wasm");
      expect(response.headers.get("cache-control")).toContain("immutable");
    }
    await page.context().close();
  });

  it.runIf(isEverything)("10-01 loads itself again when its program was lost", async () => {
    const { userID, imToken, chatToken } = await credentialsOf(product.origin, people.alice);
    const context = await phone(browser);
    await context.addInitScript(
      (credentials) => {
        for (const [name, value] of Object.entries(credentials)) localStorage.setItem(name, value);
      },
      { IM_USERID: userID, IM_TOKEN: imToken, IM_CHAT_TOKEN: chatToken },
    );
    const [, program = ""] =
      /data-program href="([^"]+)"/.exec(await (await fetch(product.origin)).text()) ?? [];
    let losses = 0;
    await context.route(`**${program}`, (route) => {
      losses += 1;
      return losses > 2 ? route.continue() : route.abort();
    });
    const page = await context.newPage();
    await page.goto(`${product.origin}/contact`);
    await page.getByRole("list", { name: "Chat list" }).waitFor();
    expect(losses).toBeGreaterThan(2);
    await context.close();
  });

  it("10-01 a browser without what the program needs is told so, and the page does not load again and again", async () => {
    const context = await phone(browser);
    const page = await context.newPage();
    await page.addInitScript(() => {
      for (const storage of ["localStorage", "sessionStorage"])
        Object.defineProperty(window, storage, {
          get: () => {
            throw new DOMException("Access is denied for this document.", "SecurityError");
          },
        });
    });
    let loads = 0;
    page.on("load", () => {
      loads += 1;
    });
    await page.goto(product.origin);
    await page.getByText("Allow cookies for this site").waitFor();
    for (const other of ["still loading", "needs WebAssembly"])
      expect(await page.getByText(other).isVisible()).toBe(false);
    await page.getByRole("link", { name: "Reload" }).click();
    await expect.poll(() => loads).toBe(2);
    await page.getByText("Allow cookies for this site").waitFor();

    const locked = await context.newPage();
    await locked.addInitScript(() => Reflect.deleteProperty(window, "WebAssembly"));
    await locked.goto(product.origin);
    await locked.getByText("Parley needs WebAssembly").waitFor();
    expect(await locked.getByText("Allow cookies").isVisible()).toBe(false);
    expect(await locked.getByRole("button", { name: "Sign in", exact: true }).count()).toBe(0);
    await context.close();
  });

  it("10-01 browsers are told not to translate the pages, because React loses the nodes of translated texts", async () => {
    const page = await (await phone(browser)).newPage();
    for (const path of ["/", "/duo", "/inspector"]) {
      await page.goto(product.origin + path);
      expect(await page.evaluate(() => document.body.translate)).toBe(false);
    }
    await page.context().close();
  });

  it("10-01 2-95 the sign-in page is painted without the wasm", async () => {
    const context = await phone(browser);
    await context.route("**/*.wasm", (route) => route.abort());
    await context.route("**/demo/people", (route) => route.fulfill({ status: 404 })); // and without the list of demo people
    const page = await context.newPage();
    // Prefetching in idle time does not count.
    await page.addInitScript(() => Reflect.set(window, "requestIdleCallback", () => 0));
    const requests: string[] = [];
    page.on("request", (request) => requests.push(request.url()));
    await page.goto(product.origin);
    await page.getByRole("button", { name: "Sign in", exact: true }).waitFor();
    expect(requests.filter((url) => !url.endsWith(".wasm")).length).toBeLessThanOrEqual(12);
    await context.close();
  });

  it("10-01 the sign-in page is painted from 6 kB of scripts and styles in 2 files, and answers with 120 kB in 5", async () => {
    const entry = await filesOfEntry("dist");
    const listed = [...entry].map(([name, size]) => `${size} ${name}`).join("\n");
    for (const [files, budget, isAnswering] of [
      [filesOfPainting(entry), entryBudget.painted, false],
      [entry, entryBudget.answers, true],
    ] as const) {
      const context = await phone(browser);
      // The other files are refused: the page must not wait for them.
      await context.route(/\/assets\/[^?]+\.(js|css)$/, (route) => {
        const name = new URL(route.request().url()).pathname.split("/").at(-1) ?? "";
        return files.has(name) ? route.continue() : route.abort();
      });
      const page = await context.newPage();
      await page.goto(product.origin);
      await page.getByRole("button", { name: "Sign in", exact: true }).waitFor();
      if (isAnswering) {
        await page.getByRole("radio", { name: "Email" }).check();
        await page.getByRole("textbox", { name: "Email" }).waitFor();
      }
      const bytes = [...files.values()].reduce((sum, size) => sum + size, 0);
      expect(files.size, listed).toBeLessThanOrEqual(budget.files);
      expect(bytes, listed).toBeLessThanOrEqual(budget.bytes);
      await context.close();
    }
  });

  it("10-01 a signed-in user has the list and the SDK from 333 kB in 22 files", async () => {
    const { userID, imToken, chatToken } = await credentialsOf(product.origin, people.alice);
    const context = await phone(browser);
    await context.addInitScript(
      (credentials) => {
        for (const [name, value] of Object.entries(credentials)) localStorage.setItem(name, value);
        // Prefetching in idle time does not count.
        Reflect.set(window, "requestIdleCallback", () => 0);
      },
      { IM_USERID: userID, IM_TOKEN: imToken, IM_CHAT_TOKEN: chatToken },
    );
    const page = await context.newPage();
    const transfers = watchTransfers(page);
    await page.goto(product.origin);
    await page.getByRole("list", { name: "Chat list" }).waitFor();
    await isLive(page);
    const requests = transfers.before(Number.POSITIVE_INFINITY);
    const { bytes, files } = ownOf(sizesOf(requests, "dist"));
    const listed = requests.map((request) => request.url()).join("\n");
    expect(bytes, listed).toBeLessThanOrEqual(listBudget.bytes);
    expect(files, listed).toBeLessThanOrEqual(listBudget.files);
    await context.close();
  });

  it("10-08 10-15 a focused field has a single ring around the whole field, and the background follows the system's dark mode", async () => {
    const page = await (await phone(browser)).newPage();
    await page.goto(product.origin);
    const field = page.getByRole("textbox", { name: "Phone number" });
    await field.focus();
    expect(await field.evaluate((input) => getComputedStyle(input).outlineStyle)).toBe("none");
    const luminance = async (colorScheme: "light" | "dark") => {
      await page.emulateMedia({ colorScheme });
      const color = await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
      return (color.match(/\d+/g) ?? []).slice(0, 3).reduce((sum, part) => sum + Number(part), 0);
    };
    expect(await luminance("dark")).toBeLessThan(150);
    expect(await luminance("light")).toBeGreaterThan(600);
    await page.context().close();
  });

  it.each([
    ["the tabs", "TabLayout-*.js"],
    ...(isEverything
      ? [
          ["the styles of the tabs", "TabLayout-*.css"],
          ["the chat view", "ChatView-*.js"],
          ["the call layer", "CallLayer-*.js"],
        ]
      : []),
  ])("8-35 a failed fetch of %s shows an error, and Retry fetches it again", async (_, file) => {
    const context = await phone(browser);
    const page = await context.newPage();
    await page.addInitScript(() => Reflect.set(window, "requestIdleCallback", () => 0));
    await page.route(`**/assets/${file}`, (route) => route.abort());
    await submitSignIn(page, product.origin, people.bob);
    await page.getByText("Couldn't show this").waitFor();
    await page.unrouteAll();
    const list = page.getByRole("list", { name: "Chat list" });
    // The first sync may cover the button between press and release.
    await until(async () => {
      const retry = page.getByRole("button", { name: "Retry" });
      if (await retry.isVisible()) await retry.click({ timeout: 2000 }).catch(() => {});
      return list.isVisible();
    }, "Retry shows the list");
    // Without its styles the bar of the tabs lies elsewhere.
    const { y = 0, height = 0 } = (await page.getByRole("navigation").boundingBox()) ?? {};
    expect(y + height).toBe(844);
    await context.close();
  });

  it.each([
    ["sheet", "SheetPanel-*.js", 390],
    ...(isEverything ? [["menu", "PointerMenu-*.js", 1440] as const] : []),
  ] as const)(
    "8-35 a failed fetch of a %s leaves the screen, closes, and Retry opens it",
    async (_, file, width) => {
      const context = await phone(browser);
      const page = await context.newPage();
      await page.setViewportSize({ width, height: 844 });
      await page.addInitScript(() => Reflect.set(window, "requestIdleCallback", () => 0));
      await page.route(`**/assets/${file}`, (route) => route.abort());
      await signIn(page, product.origin, people.bob);
      const add = page.getByRole("button", { name: "Add", exact: true });
      const failure = page.getByRole("alertdialog", { name: "Add", exact: true });
      await add.click();
      await failure.getByText("Couldn't show this").waitFor();
      await page.keyboard.press("Escape");
      await failure.waitFor({ state: "detached" });
      await add.and(page.locator(":focus")).waitFor();
      await page.getByRole("list", { name: "Chat list" }).waitFor();
      await add.click();
      await failure.waitFor();
      await page.unrouteAll();
      await failure.getByRole("button", { name: "Retry" }).click();
      await page.getByRole("menuitem", { name: "New group" }).waitFor();
      await context.close();
    },
  );

  it.each([
    ["a page", "ScanScreen-*.js", "/scan", "Scan"],
    ...(isEverything ? [["the chat", "ChatScreen-*.js", `/chat`, people.alice.name]] : []),
  ])(
    "8-35 a failed fetch of %s leaves a way back, and Retry fetches it again",
    async (_, file, path, title) => {
      const context = await phone(browser);
      const page = await context.newPage();
      await page.addInitScript(() => Reflect.set(window, "requestIdleCallback", () => 0));
      await page.route(`**/assets/${file}`, (route) => route.abort());
      await signIn(page, product.origin, people.bob);
      const open = () =>
        path === "/chat"
          ? page.getByRole("listitem", { name: title, exact: true }).click()
          : visit(page, path);
      await open();
      await page.getByText("Couldn't show this").waitFor();
      await back(page);
      await page.getByRole("list", { name: "Chat list" }).waitFor();
      await open();
      await page.unrouteAll();
      await page.getByRole("button", { name: "Retry" }).click();
      await page.getByRole("heading", { name: title }).waitFor();
      await context.close();
    },
  );

  it.runIf(isEverything)(
    "8-35 a failed fetch of the registration shows an error, and Retry fetches it again",
    async () => {
      const context = await phone(browser);
      const page = await context.newPage();
      await page.addInitScript(() => Reflect.set(window, "requestIdleCallback", () => 0));
      await page.route("**/assets/RegistrationSteps-*.js", (route) => route.abort());
      await page.goto(product.origin);
      await page.getByRole("link", { name: "Create account" }).click();
      await page.getByText("Couldn't show this").waitFor();
      await back(page);
      await page.getByRole("link", { name: "Create account" }).click();
      await page.getByText("Couldn't show this").waitFor();
      await page.unrouteAll();
      await page.getByRole("button", { name: "Retry" }).click();
      await page.getByRole("button", { name: "Get code" }).waitFor();
      await context.close();
    },
  );

  it.runIf(isEverything)(
    "8-35 11-21 a failed fetch of a wide window's empty pane leaves the tabs, and the next screen fetches it again",
    async () => {
      const context = await phone(browser);
      const page = await context.newPage();
      await page.setViewportSize({ width: 1440, height: 900 });
      await page.addInitScript(() => Reflect.set(window, "requestIdleCallback", () => 0));
      const refused = page.waitForEvent("requestfailed", (request) => request.url().includes("/BesideTabs-"));
      await page.route("**/assets/BesideTabs-*.js", (route) => route.abort());
      await signIn(page, product.origin, people.bob);
      await refused;
      await page.unrouteAll();
      await page.getByRole("link", { name: "Contacts", exact: true }).click();
      await page.getByText("Choose a chat to start writing").waitFor();
      await context.close();
    },
  );

  it.runIf(isEverything)(
    "8-35 a call whose screen comes late or cannot be fetched says who calls, can be declined, and answered after Retry",
    async () => {
      const context = await phone(browser);
      const page = await context.newPage();
      const dave = await foreignClient(product.origin, people.dave);
      try {
        await page.addInitScript(() => Reflect.set(window, "requestIdleCallback", () => 0));
        let fail = () => {};
        const failing = new Promise<void>((resolve) => {
          fail = resolve;
        });
        await page.route("**/assets/CallOverlay-*.js", async (route) => {
          await failing;
          await route.abort();
        });
        await signIn(page, product.origin, people.bob);
        await isLive(page);
        const { userID } = await restUserAt(page, product.origin);
        const ring = (roomID: string) =>
          dave.signal(userID, CALL.invitation, {
            inviterUserID: dave.userID,
            inviteeUserIDList: [userID],
            groupID: "",
            roomID,
            timeout: 60,
            mediaType: "video",
            sessionType: 1,
          });
        const failure = page.getByRole("alertdialog", { name: "Call", exact: true });
        await ring("late");
        await failure.getByText(`${people.dave.name} · Incoming video call`).waitFor();
        await failure.and(page.locator(":focus")).waitFor();
        await press(failure, "Hang up");
        await dave.next(CALL.decline, "late");
        await failure.waitFor({ state: "detached" });
        fail();

        await ring("declined");
        await failure.getByText("Couldn't show this").waitFor();
        await failure.getByText(`${people.dave.name} · Incoming video call`).waitFor();
        await press(failure, "Hang up");
        await dave.next(CALL.decline, "declined");
        await failure.waitFor({ state: "detached" });
        await page.getByRole("list", { name: "Chat list" }).waitFor();

        await ring("answered");
        await failure.waitFor();
        await page.unrouteAll();
        await press(failure, "Retry");
        await press(page.getByRole("dialog", { name: "Call", exact: true }), "Accept");
        await dave.next(CALL.acceptance, "answered");
      } finally {
        dave.close();
        await context.close();
      }
    },
  );

  it.runIf(isEverything)(
    "8-35 a page of a replaced release reloads when one of its files is missing",
    async () => {
      const context = await phone(browser);
      const page = await context.newPage();
      await page.addInitScript(() => Reflect.set(window, "requestIdleCallback", () => 0));
      await page.goto(product.origin);
      await page.getByRole("textbox", { name: "Phone number" }).fill(people.bob.phone);
      await page.getByRole("textbox", { name: "Password" }).fill(password);
      await page.route("**/assets/signed-in-*.js", (route) => route.fulfill({ status: 404 }));
      await page.route(`${product.origin}/`, (route) => route.fulfill({ body: "<p>the next release</p>" }));
      const loaded = page.waitForEvent("load");
      await page.getByRole("button", { name: "Sign in", exact: true }).click();
      await loaded;
      await page.unrouteAll();
      await page.getByRole("list", { name: "Chat list" }).waitFor();
      await context.close();
    },
  );

  it("2-12 an unknown address shows a message and leads home", async () => {
    const page = await (await phone(browser)).newPage();
    await page.goto(`${product.origin}/no-such-place`);
    await page.getByRole("link", { name: /home|messages/i }).click();
    await page.getByRole("button", { name: "Sign in", exact: true }).waitFor();
    await page.context().close();
  });
});
