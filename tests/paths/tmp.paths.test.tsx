import { it } from "vitest";
import { openPage } from "./page.tsx";
import { press } from "./hands.ts";
import { findInDialog } from "./sights.ts";
import { aWorld } from "../fakes/world.ts";
it("t", async () => {
    const s = await openPage({ world: aWorld() });
    s.ports.hold("im.logout");
    await s.act(() => s.ports.visit("/profile"));
    await press("button: Log out")(null, s);
    await new Promise(r => setTimeout(r, 300)); await s.settle();
    const b = findInDialog("button", "Log out");
    console.log(b.outerHTML, [...document.querySelectorAll("[role=dialog]")].map(d => (d as HTMLElement).outerHTML.slice(0, 400)));
    await press("button in dialog: Log out")(null, s);
    console.log(s.ports.wire.slice(-3), document.querySelectorAll("[role=dialog]").length);
    await s.settle();
    console.log(s.ports.wire.slice(-3), document.querySelectorAll("[role=dialog]").length);
});
