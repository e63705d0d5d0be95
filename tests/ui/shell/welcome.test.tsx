import { describe, expect, it } from "vitest";
import { isAsked, welcomeIn } from "../../../src/welcome/handover.ts";
import { WAITING } from "../../../src/welcome/marks.ts";
import { aWorld } from "../../fakes/world.ts";
import { openPage } from "./stage.tsx";

/** What tests/e2e/welcome.test.ts has no way to: that page stands there, and is not the right one. */
describe("the sign-in page that came with the document", () => {
  it("10-01 is taken over where the charts ask who one is, and not where they know", async () => {
    const asking = await openPage({ world: aWorld({ signedIn: false }) });
    expect(await isAsked(asking.app)).toBe(true);
    const knowing = await openPage();
    expect(await isAsked(knowing.app)).toBe(false);
  });

  it("10-01 is not taken over where a chart broke, which is shown in its place", async () => {
    const { app } = await openPage(undefined, (ports) => {
      ports.credentials.read = () => new Promise(() => {});
    });
    const answer = isAsked(app);
    app.stop();
    expect(await answer).toBe(false);
  });

  it("10-01 leaves nothing behind where it was the wrong one", () => {
    const root = document.createElement("div");
    root.innerHTML = "<form><input value='138'><button>Sign in</button></form>";
    expect(welcomeIn(root)).toBeNull();
    root.setAttribute(WAITING, "");
    welcomeIn(root)?.remove();
    expect(root.outerHTML).toBe("<div></div>");
  });
});
