import { waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { aWorld } from "../../fakes/world.ts";
import { closePage } from "../opened.ts";
import { openPage } from "./stage.tsx";

it("11-59 a control under a finger looks pressed while the page is shown, and not after it is gone", async () => {
  const control = document.createElement("button");
  const looksPressed = () => {
    delete control.dataset.touched;
    const touch = { bubbles: true, pointerType: "touch", isPrimary: true };
    control.dispatchEvent(new PointerEvent("pointerdown", touch));
    return control.dataset.touched !== undefined;
  };
  document.body.append(control);
  try {
    await openPage({ world: aWorld() });
    await waitFor(() => expect(looksPressed()).toBe(true));
    closePage();
    expect(looksPressed()).toBe(false);
  } finally {
    control.remove();
  }
});

it.each([
  ["is lifted", "pointerup", 0],
  ["scrolls", "pointercancel", 0],
  ["moves on", "pointermove", 20],
] as const)("11-59 a control looks pressed until the finger %s", async (_, type, clientX) => {
  const control = document.createElement("button");
  const touch = { bubbles: true, pointerType: "touch", isPrimary: true };
  const isPressed = () => control.dataset.touched !== undefined;
  document.body.append(control);
  try {
    await openPage({ world: aWorld() });
    await waitFor(() => {
      control.dispatchEvent(new PointerEvent("pointerdown", touch));
      expect(isPressed()).toBe(true);
    });
    // A finger at rest trembles.
    control.dispatchEvent(new PointerEvent("pointermove", { ...touch, clientX: 5 }));
    expect(isPressed()).toBe(true);
    control.dispatchEvent(new PointerEvent(type, { ...touch, clientX }));
    expect(isPressed()).toBe(false);
  } finally {
    control.remove();
  }
});
