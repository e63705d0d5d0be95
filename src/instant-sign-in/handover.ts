import { waitFor } from "xstate";
import { selectRoute } from "../../machines/app/navigation.ts";
import type { App } from "../wiring/index.ts";
import { PRESSED, WAITING } from "./marks.ts";

/** Resolves with whether the charts ask who one is, and so with whether that page is the right one. */
export async function isAsked(app: App): Promise<boolean> {
  const { navigation, session } = app.getSnapshot().children;
  if (!navigation || !session) return false;
  try {
    await waitFor(navigation, (snapshot) => selectRoute(snapshot) !== null);
    await waitFor(session, ({ children, context }) => Boolean(children.signInFlow) || context.userID !== "");
  } catch {
    return false; // one of them broke, which is shown
  }
  const isLogin = selectRoute(navigation.getSnapshot()) === "login";
  return isLogin && Boolean(session.getSnapshot().children.signInFlow);
}

/** The sign-in page that came with the document (first.ts), as it stands before React takes it over. */
export interface Welcome {
  /** Tells React what was written and pressed there, as if it had been done just now; to be called once it listens. */
  handOver(): void;
  /** For whoever is not asked. */
  remove(): void;
}

/** Null where no such page stands in `root`. */
export function welcomeIn(root: Element): Welcome | null {
  if (!root.hasAttribute(WAITING)) return null;
  const before = controlsOf(root);
  return {
    handOver() {
      if (!root.hasAttribute(WAITING)) return;
      root.removeAttribute(WAITING);
      const now = controlsOf(root);
      for (const [index, one] of before.entries()) {
        const same = now[index];
        if (one instanceof HTMLInputElement && same instanceof HTMLInputElement) repeat(one, same);
      }
      const pressed = before.findIndex((one) => one.hasAttribute(PRESSED));
      now[pressed]?.removeAttribute(PRESSED);
      now[pressed]?.click();
    },
    remove() {
      root.removeAttribute(WAITING);
      root.replaceChildren();
    },
  };
}

function controlsOf(root: Element): HTMLElement[] {
  return [...root.querySelectorAll<HTMLElement>("input, a, button")];
}

/** Says of `field` what was done to `before`, which it is itself or stands in for. */
function repeat(before: HTMLInputElement, field: HTMLInputElement): void {
  if (field.type === "radio") {
    if (!before.checked || before.defaultChecked) return;
    field.checked = false;
    field.click();
    return;
  }
  const { value, selectionStart, selectionEnd } = before;
  if (value === "") return;
  // React takes a field's own property for what it knows, and the prototype's for what a person did.
  field.value = "";
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(field, value);
  field.dispatchEvent(new InputEvent("input", { bubbles: true }));
  if (selectionStart !== null) field.setSelectionRange(selectionStart, selectionEnd);
}
