/**
 * The first script of the page: shows the sign-in page that came with the document to whoever will be asked who they
 * are, and only then begins with the program. What they write and press meanwhile is handed to it (handover.ts).
 */
import { lookFirst } from "../adapters/instant-start/first-look.ts";
import { PRESSED, WAITING, welcomeID } from "./marks.ts";

/** The program did not come. Whoever presses something has the page loaded anew. */
let isLost = false;

const isWelcome = showWelcome();
if (isWelcome && !document.hidden) afterPicture(begin);
else begin();

function showWelcome(): boolean {
  const root = document.getElementById("root");
  if (!root || !["/", "/login"].includes(location.pathname)) return false;
  const person = lookFirst();
  if (!person || person.isIn) return false;
  const drawing = document.getElementById(welcomeID(person.language));
  if (!(drawing instanceof HTMLTemplateElement)) return false;
  document.documentElement.lang = drawing.lang;
  root.append(drawing.content.cloneNode(true));
  root.setAttribute(WAITING, "");
  root.addEventListener("click", keepPress, true);
  // A browser would put what stands in the fields into the address.
  root.addEventListener("submit", (event) => event.preventDefault());
  return true;
}

/** Nothing answers yet, and no link leads to another page: the last press is repeated when there is a program. */
function keepPress(event: MouseEvent): void {
  const { currentTarget: root, target } = event;
  if (!(root instanceof Element) || !root.hasAttribute(WAITING) || !(target instanceof Element)) return;
  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
  const control = target.closest("a, button");
  if (!control) return;
  event.preventDefault();
  // Nor does React hear of it, which may be listening already.
  event.stopImmediatePropagation();
  if (isLost) location.reload();
  root.querySelector(`[${PRESSED}]`)?.removeAttribute(PRESSED);
  control.setAttribute(PRESSED, "");
}

/** The program takes long to run: the picture comes before it. In the background none comes until somebody looks. */
function afterPicture(then: () => void): void {
  // A message sent in a frame arrives when the frame is drawn.
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
  });
}
