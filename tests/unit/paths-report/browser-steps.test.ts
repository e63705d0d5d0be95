import { afterEach, expect, it } from "vitest";
import { aWorld } from "../../fakes/world.ts";
import { navigationModel } from "../../paths/models/app/navigation.ts";
import { childOf, openHeadless, type Stage } from "../../paths/stage.ts";

const open: Stage[] = [];
afterEach(() => {
  for (const stage of open.splice(0)) stage.stop();
});

it.each(["user.back", "navigation.back to a page behind"])(
  "11-13 an address typed after a %s that the browser cannot follow reaches the chart",
  async (label) => {
    const stage = await openHeadless({ world: aWorld(), path: "/conversation" });
    open.push(stage);
    const event = { type: label === "user.back" ? label : "navigation.back", from: "/conversation" };
    await stage.act(() => navigationModel.stimuli?.[label]?.(stage, event));
    await stage.act(() => stage.ports.visit("/contact"));
    expect(childOf(stage.app, "navigation")?.getSnapshot().context.place.path).toBe("/contact");
  },
);
