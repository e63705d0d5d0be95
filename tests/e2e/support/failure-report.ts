import type { Browser, ConsoleMessage, Page } from "playwright-core";

const MOST_TEXT = 1500;
const MOST_LINES = 15;

/** The newest warnings, errors and addresses of each open page. */
const consoles = new Map<Page, string[]>();

/** Makes failed tests report on every page of this browser. */
export function reportOnFailure(browser: Browser): void {
  browser.on("context", (context) => {
    context.on("page", follow);
    context.addInitScript(recordPresses).catch(() => {});
  });
}

/** Runs in each page. Records the newest presses that reach it, with the address and the row or control under them. */
function recordPresses(): void {
  window.presses = [];
  for (const type of ["pointerdown", "pointerup", "pointercancel", "click", "popstate"])
    addEventListener(
      type,
      ({ target, timeStamp }) => {
        const control = target instanceof Element ? (target.closest("li, a, button") ?? target) : null;
        const name = control?.getAttribute("aria-label") ?? control?.textContent.slice(0, 40) ?? "";
        window.presses.push(`${Math.round(timeStamp)} ms ${type} at ${location.pathname}: ${name}`);
        if (window.presses.length > 12) window.presses.shift();
      },
      true,
    );
}

function follow(page: Page): void {
  const lines: string[] = [];
  const add = (line: string) => {
    lines.push(line);
    if (lines.length > MOST_LINES) lines.shift();
  };
  consoles.set(page, lines);
  page.on("console", (said: ConsoleMessage) => {
    if (said.type() === "error" || said.type() === "warning") add(`${said.type()}: ${said.text()}`);
  });
  page.on("pageerror", (error) => add(`uncaught: ${error.message}`));
  page.on("framenavigated", (frame) => {
    if (frame === page.mainFrame()) add(`address: ${new URL(frame.url()).pathname}`);
  });
  page.on("crash", () => add("the page crashed"));
  page.on("close", () => consoles.delete(page));
}

/** The state of every open page: address, text, toasts and presses since its last load, console, earlier addresses. */
export async function describePages(): Promise<string> {
  const reports = [...consoles].map(async ([page, lines]) => {
    const shown = await shownOn(page);
    return [`--- ${page.url()}`, shown, ...lines].join("\n");
  });
  return (await Promise.all(reports)).join("\n");
}

async function shownOn(page: Page): Promise<string> {
  const read = page.evaluate(() => ({
    text: document.body.innerText,
    toasts: window.toastsShown ?? [],
    presses: window.presses ?? [],
  }));
  const tooLate = new Promise<null>((resolve) => setTimeout(resolve, 5000, null));
  const shown = await Promise.race([read.catch(() => null), tooLate]);
  if (!shown) return "(the page does not answer)";
  const toasts = shown.toasts.length > 0 ? `\ntoasts: ${JSON.stringify(shown.toasts.slice(-5))}` : "";
  const presses = shown.presses.map((press) => `\n${press}`).join("");
  return shown.text.replace(/\n{2,}/g, "\n").slice(0, MOST_TEXT) + toasts + presses;
}

declare global {
  interface Window {
    presses: string[];
  }
}
