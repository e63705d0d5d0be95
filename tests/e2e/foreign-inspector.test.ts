/** The inspector of tools/charts, beside an app that is not Parley, in another origin. */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join, resolve } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isEverything } from "../everything.ts";
import { audit, prepareAudit } from "./support/audit.ts";
import { launch } from "./support/people.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const TOOLS = join(ROOT, "tools/charts");

const APP = (port: string) => `<!doctype html><title>Shop</title><button>Break the lamp</button>
<script type="importmap">
{"imports": {"xstate": "/xstate/dist/xstate.esm.js", "xstate/guards": "/xstate/dist/xstate-guards.esm.js"}}
</script>
<script type="module">
  import { createActor, createMachine } from "xstate";
  import { createInspector } from "/sender.js";
  const light = createMachine({
    id: "trafficLight",
    initial: "red",
    states: { red: { on: { lampBroken: "blinking" } }, blinking: {} },
  });
  const crossing = createMachine({ id: "crossing", invoke: { src: light, id: "north", systemId: "north" } });
  const actor = createActor(crossing, { inspect: createInspector({ name: "shop", port: ${port} }) }).start();
  document.querySelector("button").onclick = () => actor.system.get("north").send({ type: "lampBroken" });
</script>`;

describe.runIf(isEverything)("11-17 the inspector of an app that is not Parley", () => {
  let browser: Browser;
  let inspector: ChildProcess;
  let address = "";
  let shop: Server;

  beforeAll(async () => {
    execFileSync(process.execPath, [join(TOOLS, "build.mjs")]);
    browser = await launch();
    const words = [join(TOOLS, "run.mjs"), "inspect", join(TOOLS, "examples/index.ts"), "--port", "0"];
    inspector = spawn(process.execPath, words);
    const [told] = await once(inspector.stdout ?? inspector, "data");
    address = /http:\S+/.exec(String(told))?.[0] ?? "";
    shop = createServer(({ url = "" }, response) => {
      const isScript = url.endsWith(".js");
      const file = url === "/sender.js" ? join(TOOLS, "dist/sender.js") : join(ROOT, "node_modules", url);
      response.setHeader("Content-Type", isScript ? "text/javascript" : "text/html");
      response.end(isScript ? readFileSync(file) : APP(new URL(address).port));
    });
    shop.listen(0, "127.0.0.1");
    await once(shop, "listening");
  });
  afterAll(async () => {
    shop?.close();
    inspector?.kill();
    await browser?.close();
  });

  it("shows its actors, drawings, events and sequence while it runs", async () => {
    const context = await browser.newContext({ locale: "en-GB", viewport: { width: 1440, height: 900 } });
    const page = await context.newPage();
    await page.goto(address);
    await page.getByText("Start your app with createInspector() of parley-charts/sender.").waitFor();
    const app = await context.newPage();
    await app.goto(`http://localhost:${(shop.address() as AddressInfo).port}/`);
    await page.getByRole("button", { name: "live north: trafficLight red" }).click();
    await page.locator('g[data-state="red"][data-lit]').waitFor();
    await app.getByRole("button", { name: "Break the lamp" }).click();
    await page.locator('g[data-state="blinking"][data-lit]').waitFor();
    await page.getByRole("log").getByText("red → blinking").waitFor();
    await prepareAudit(page);
    expect(await audit(page)).toEqual([]);
    await page.getByRole("tab", { name: "Sequence" }).click();
    await page.getByRole("button", { name: "shop: User → Charts: lampBroken (north)" }).waitFor();
    await app.close();
    await page.getByRole("button", { name: /^live north: trafficLight/ }).waitFor({ state: "detached" });
    await context.close();
  });
});
