import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect, type Page } from "puppeteer-core";
import { frameOf } from "./calls.ts";
import { installMediaProbe, type Reception } from "./media-probe.ts";
import type { Namespace } from "./namespace.ts";
import { type Person, password, patience } from "./people.ts";

const usualPlaces = [process.env.FIREFOX_PATH ?? "", "/usr/bin/firefox-esr", "/usr/bin/firefox"];

/** The Firefox on this machine, or null. FIREFOX_PATH comes first. */
export function findFirefox(): string | null {
  return usualPlaces.find((path) => path !== "" && existsSync(path)) ?? null;
}

/** On Debian, as root, installs Firefox and `ip` from the distribution's packages. */
export function installFirefox(): void {
  const wanted = [findFirefox() ? "" : "firefox-esr", existsSync("/usr/sbin/ip") ? "" : "iproute2"];
  const missing = wanted.filter((name) => name !== "");
  if (missing.length === 0 || process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) return;
  console.info(`Installing Debian's packages: ${missing.join(", ")}`);
  try {
    execFileSync("apt-get", ["update", "-qq"], { stdio: "inherit" });
    execFileSync("apt-get", ["install", "-y", "-qq", ...missing], { stdio: "inherit" });
  } catch {
    // Without Firefox its tests are skipped and say so in their name.
  }
}

/** Fake microphone and camera without prompts, sound without a tap, and no downloads by itself. */
const preferences = {
  "media.navigator.streams.fake": true,
  "media.navigator.permission.disabled": true,
  "media.autoplay.default": 0,
  "media.autoplay.blocking_policy": 0,
  "media.gmp-manager.updateEnabled": false,
  "app.update.disabledForTesting": true,
  "browser.shell.checkDefaultBrowser": false,
  "datareporting.policy.dataSubmissionEnabled": false,
  "intl.accept_languages": "en-US",
};

export interface FirefoxPerson {
  /** Presses the control with this accessible name, once it is there. */
  press(name: string): Promise<void>;
  type(name: string, text: string): Promise<void>;
  /** Resolves when the page contains this text. */
  reads(text: string): Promise<void>;
  received(): Promise<Reception>;
  /** The current frame of the video with this accessible name, as `frameOf` returns it. */
  frame(name: string): Promise<string | null>;
  close(): Promise<void>;
}

/** Starts Firefox, driven over WebDriver BiDi, and signs a user in. */
export async function firefoxCaller(
  namespace: Namespace,
  origin: string,
  person: Person,
): Promise<FirefoxPerson> {
  const executable = findFirefox();
  if (!executable) throw new Error("There is no Firefox");
  const folder = await mkdtemp(join(tmpdir(), "parley-firefox-"));
  const processes: ChildProcess[] = [];
  const close = () => end(processes, folder);
  try {
    const lines = Object.entries(preferences).map(
      ([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});`,
    );
    await writeFile(join(folder, "user.js"), lines.join("\n"));
    const start = (command: string, args: string[]) => {
      const started = spawn(namespace.inside(command), args, { stdio: ["ignore", "pipe", "pipe"] });
      processes.push(started);
      return started;
    };
    const flags = ["--headless", "--no-remote", "--profile", folder, "--remote-debugging-port", "0"];
    const port = await said(
      start(executable, flags),
      /WebDriver BiDi listening on ws:\/\/127\.0\.0\.1:(\d+)/,
    );
    const door = join(folder, "door");
    await said(start(process.execPath, [join(import.meta.dirname, "door.mjs"), door, port]), /(open)/);
    const browser = await connect({
      browserWSEndpoint: `ws+unix:${door}:/session`,
      protocol: "webDriverBiDi",
      headers: { Host: `127.0.0.1:${port}` }, // Firefox refuses requests for another host
      defaultViewport: { width: 390, height: 844 },
    });
    const page = await browser.newPage();
    page.setDefaultTimeout(patience);
    const heard: string[] = [];
    page.on("console", (message) => heard.push(`${message.type()}: ${message.text()}`));
    page.on("requestfailed", (request) => heard.push(`not fetched: ${new URL(request.url()).pathname}`));
    page.on("load", () => heard.push(`loaded ${new URL(page.url()).pathname}`));
    await page.evaluateOnNewDocument(installMediaProbe);
    await page.goto(origin);
    const actions = on(page);
    await actions.type("Phone number", person.phone);
    await actions.type("Password", password);
    await actions.press("Sign in");
    // Without aria-busy the first sync is over: nothing covers the list after this.
    await page
      .waitForSelector("ul[aria-label='Chat list']:not([aria-busy])")
      .catch(async (cause: unknown) => {
        const words = await page.evaluate(() => document.body.innerText);
        const typed = await page.$$eval("input", (fields) =>
          fields.map(({ type, value }) => `${type} ${value.length}`),
        );
        const said = [`The page says:\n${words}`, `Typed: ${typed}`, ...heard].join("\n");
        throw new Error(`${person.name} is not in. ${said}`, { cause });
      });
    return {
      ...actions,
      close: async () => {
        await browser.close().catch(() => {}); // the connection may be gone before the answer
        await close();
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}

function on(page: Page): Omit<FirefoxPerson, "close"> {
  const field = "input, textarea";
  const control = "button, a, [role=menuitem], li[aria-label] *";
  const click = async (selector: string, name: string) => {
    const found = await page.waitForFunction(findNamed, {}, selector, name);
    if ("click" in found) await found.click();
  };
  return {
    press: (name) => click(control, name),
    type: async (name, text) => {
      await click(field, name);
      await page.keyboard.type(text);
    },
    reads: async (text) =>
      void (await page.waitForFunction((words) => document.body.innerText.includes(words), {}, text)),
    received: () => page.evaluate(() => window.mediaProbe.received()),
    frame: async (name) => {
      const video = `video[aria-label="${name}"]`;
      await page.waitForSelector(video);
      return page.$eval(video, frameOf);
    },
  };
}

/** Runs in the page: the visible element with this name, or null. */
function findNamed(selector: string, name: string): HTMLElement | null {
  const nameOf = (element: HTMLElement) => {
    const label = element instanceof HTMLInputElement ? element.labels?.[0]?.textContent : undefined;
    return (element.getAttribute("aria-label") ?? label ?? element.textContent ?? "").trim();
  };
  /** During a first sync something covers the whole screen, and a click does not check what it hits. */
  const isCovered = (element: HTMLElement) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    const met = document.elementFromPoint(left + width / 2, top + height / 2);
    const place = element.closest("li, form") ?? element;
    return met !== null && !place.contains(met) && !met.contains(place);
  };
  const isMoving = (element: HTMLElement) =>
    document
      .getAnimations()
      .some(
        ({ effect, playState }) =>
          playState === "running" && effect instanceof KeyframeEffect && effect.target?.contains(element),
      );
  const isInSight = (element: HTMLElement) =>
    element.checkVisibility() && !element.closest("[inert]") && !isCovered(element) && !isMoving(element);
  const elements = document.querySelectorAll<HTMLElement>(selector);
  return [...elements].find((element) => nameOf(element) === name && isInSight(element)) ?? null;
}

async function end(processes: readonly ChildProcess[], folder: string): Promise<void> {
  for (const child of processes) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    const ended = once(child, "exit");
    child.kill("SIGKILL");
    await ended;
  }
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
}

/** The first match in a process's output. Rejects when the process ends, or after `patience`, without a match. */
function said(child: ChildProcess, pattern: RegExp): Promise<string> {
  let output = "";
  return new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error(`It never said so:\n${output}`)), patience).unref();
    const listen = (chunk: Buffer) => {
      output += chunk.toString();
      const match = pattern.exec(output)?.[1];
      if (match !== undefined) resolve(match);
    };
    child.stdout?.on("data", listen);
    child.stderr?.on("data", listen);
    child.once("error", reject);
    child.once("exit", (code) => reject(new Error(`It ended with ${code}:\n${output}`)));
  });
}
