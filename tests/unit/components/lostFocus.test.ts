// @vitest-environment jsdom
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { recoverFocus } from "../../../src/shell/lostFocus.ts";

afterEach(() => document.body.replaceChildren());

describe("10-06 the focus of a part that is gone", () => {
  const end = new AbortController();
  recoverFocus(end.signal);
  afterAll(() => end.abort());

  /** Focuses the button with this id and removes the part around it. Tells of it as browsers do. */
  async function lose(button: string, part: string): Promise<void> {
    const focused = document.getElementById(button);
    focused?.focus();
    focused?.dispatchEvent(new FocusEvent("focusout", { bubbles: true, relatedTarget: null }));
    document.getElementById(part)?.remove();
    await new Promise(requestAnimationFrame);
  }

  it("goes to the part around it", async () => {
    document.body.innerHTML =
      '<div id="screen" tabindex="-1"><section role="main"><p id="row"><button id="accept"></button></p></section></div>';
    await lose("accept", "row");
    expect(document.activeElement?.id).toBe("screen");
  });

  it("goes to the screen in front after a call, whose own screen has come since", async () => {
    document.body.innerHTML =
      '<div id="screen" tabindex="-1"><section role="main"></section></div><div id="call" tabindex="-1"><button id="leave"></button></div>';
    await lose("leave", "call");
    expect(document.activeElement?.id).toBe("screen");
  });
});
