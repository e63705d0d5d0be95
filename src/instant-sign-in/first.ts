/**
 * The first script of the page. The browser paints only after it has set the theme and the text size. If the user is
 * signed out, it shows the sign-in page that is part of the document, then loads the program. The program takes over
 * the input of the user up to that moment (handover.ts).
 */
import { type FirstLook, lookFirst } from "../adapters/instant-start/first-look.ts";
import { reloadSoon } from "../adapters/instant-start/reload.ts";
import { showAppearance } from "../adapters/platform/appearance.ts";
import { PRESSED, WAITING, welcomeID } from "./marks.ts";

/** The program failed to load. The next press reloads the page. */
let isLost = false;

let isWelcome = false;

const person = lookFirst();
if (!person) tellLack("storage");
else if (!("WebAssembly" in window)) tellLack("wasm");
else {
  isWelcome = showWelcome(person);
  if (isWelcome && !document.hidden) afterPicture(begin);
  else begin();
}

/** The program would fail. The document has a text for each lack. */
function tellLack(what: "storage" | "wasm"): void {
  document.documentElement.dataset.lacks = what;
}

function showWelcome(person: FirstLook): boolean {
  showAppearance(person.appearance);
  const root = document.getElementById("root");
  if (!root || !["/", "/login"].includes(location.pathname)) return false;
  if (person.isIn) return false;
  const drawing = document.getElementById(welcomeID(person.language));
  if (!(drawing instanceof HTMLTemplateElement)) return false;
  document.documentElement.lang = drawing.lang;
  root.append(drawing.content.cloneNode(true));
  root.setAttribute(WAITING, "");
  root.addEventListener("click", keepPress, true);
  // The browser's own submit would put the field values into the URL.
  root.addEventListener("submit", (event) => event.preventDefault());
  return true;
}

/** No handler exists yet, and a link must not leave the page. The program repeats the last press when it starts. */
function keepPress(event: MouseEvent): void {
  const { currentTarget: root, target } = event;
  if (!(root instanceof Element) || !root.hasAttribute(WAITING) || !(target instanceof Element)) return;
  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
  const control = target.closest("a, button");
  if (!control) return;
  event.preventDefault();
  // React may already listen, and must not see this click.
  event.stopImmediatePropagation();
  if (isLost) location.reload();
  root.querySelector(`[${PRESSED}]`)?.removeAttribute(PRESSED);
  control.setAttribute(PRESSED, "");
}

/**
 * The program blocks the main thread for long, so the page is painted first. Not used in a hidden tab, which paints no
 * frame.
 */
function afterPicture(then: () => void): void {
  // A message posted in a frame callback arrives after the frame is painted.
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => {
    port1.close();
    then();
  };
  requestAnimationFrame(() => port2.postMessage(null));
}

function begin(): void {
  const program = document.querySelector<HTMLLinkElement>("link[data-program]");
  if (!program) return;
  import(/* @vite-ignore */ program.href).catch(() => {
    isLost = true;
    // Without the program the page stays empty.
    if (!isWelcome) reloadSoon();
  });
}
