import { waitFor } from "xstate";
import { selectRoute } from "../../machines/app/navigation.ts";
import type { App } from "../wiring/index.ts";
import { PRESSED, WAITING } from "./marks.ts";

/** Resolves with whether the charts show the sign-in form, so that the page in the document is the right page. */
export async function isAsked(app: App): Promise<boolean> {
  const { navigation, session } = app.getSnapshot().children;
  if (!navigation || !session) return false;
  try {
    await waitFor(navigation, (snapshot) => selectRoute(snapshot) !== null);
    await waitFor(session, ({ children, context }) => Boolean(children.signInFlow) || context.userID !== "");
  } catch {
    return false; // a chart failed; the app shows the error
  }
  const isLogin = selectRoute(navigation.getSnapshot()) === "login";
  return isLogin && Boolean(session.getSnapshot().children.signInFlow);
}

/** The sign-in page from the document (first.ts), before React hydrates it. */
export interface Welcome {
  /** Repeats the user's input so far as new events for React. Call it after React has hydrated the page. */
  handOver(): void;
  /** Removes the page, if the charts show another page. */
  remove(): void;
}

/** Returns null if `root` does not hold that page. */
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

/** Repeats the input of `before` on `field`. Both can be the same element. */
function repeat(before: HTMLInputElement, field: HTMLInputElement): void {
  if (field.type === "radio") {
    if (!before.checked || before.defaultChecked) return;
    field.checked = false;
    field.click();
    return;
  }
  const { value, selectionStart, selectionEnd } = before;
  if (value === "") return;
  // React compares a field's value with the last value set on the element. The prototype's setter bypasses that, so
  // React sees user input.
  field.value = "";
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(field, value);
  field.dispatchEvent(new InputEvent("input", { bubbles: true }));
  if (selectionStart !== null) field.setSelectionRange(selectionStart, selectionEnd);
}
