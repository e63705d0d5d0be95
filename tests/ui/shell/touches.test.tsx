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
