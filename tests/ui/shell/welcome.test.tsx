import { act, cleanup, screen } from "@testing-library/react";
import { hydrateRoot } from "react-dom/client";
import { describe, expect, it } from "vitest";
import { Secret } from "../../../machines/domain/secret.ts";
import { drawWelcomes } from "../../../src/instant-sign-in/drawing.tsx";
import { isAsked, welcomeIn } from "../../../src/instant-sign-in/handover.ts";
import { WAITING, welcomeID } from "../../../src/instant-sign-in/marks.ts";
import { Page } from "../../../src/shell/Page.tsx";
import { outsideOf } from "../../fakes/outside.ts";
import { aWorld } from "../../fakes/world.ts";
import { openPage } from "./stage.tsx";

/**
 * Cases that tests/e2e/welcome.test.ts cannot reach: the document contains the sign-in page, and it is the wrong
 * page.
 */
describe("the sign-in page that came with the document", () => {
  it("10-01 is hydrated if the charts ask for a sign-in, and not for a signed-in user", async () => {
    const asking = await openPage({ world: aWorld({ signedIn: false }) });
    expect(await isAsked(asking.app)).toBe(true);
    const knowing = await openPage();
    expect(await isAsked(knowing.app)).toBe(false);
  });

  it("10-01 11-02 is hydrated in place, also when the demo people are already known", async () => {
    const demoPeople = [
      {
        nickname: "Alice",
        faceURL: "",
        areaCode: "+86",
        phoneNumber: "13800000001",
        password: new Secret("parley2026"),
      },
    ];
    const { app, ports } = await openPage({ world: aWorld({ signedIn: false, demoPeople }) });
    cleanup();
    const holder = document.createElement("div");
    holder.innerHTML = await drawWelcomes();
    const drawing = holder.querySelector<HTMLTemplateElement>(`#${welcomeID("en")}`);
    const root = document.createElement("div");
    if (drawing) root.append(drawing.content);
    document.body.append(root);
    const field = screen.getByLabelText("Phone number");

    const differences: unknown[] = [];
    const page = await act(async () =>
      hydrateRoot(root, <Page app={app} outside={outsideOf(ports)} />, {
        onRecoverableError: (error) => differences.push(error),
      }),
    );
    expect(await screen.findByRole("button", { name: /Alice/ })).toBeTruthy();
    expect(differences).toEqual([]);
    expect(screen.getByLabelText("Phone number")).toBe(field);
    act(() => page.unmount());
    root.remove();
  });

  it("10-01 is not hydrated if a chart has failed: its error shows instead", async () => {
    const { app } = await openPage(undefined, (ports) => {
      ports.credentials.read = () => new Promise(() => {});
    });
    const answer = isAsked(app);
    app.stop();
    expect(await answer).toBe(false);
  });

  it("10-01 leaves nothing behind if it is the wrong page", () => {
    const root = document.createElement("div");
    root.innerHTML = "<form><input value='138'><button>Sign in</button></form>";
    expect(welcomeIn(root)).toBeNull();
    root.setAttribute(WAITING, "");
    welcomeIn(root)?.remove();
    expect(root.outerHTML).toBe("<div></div>");
  });
});
