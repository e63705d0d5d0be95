import { fireEvent } from "@testing-library/react";
import { vi } from "vitest";
import { find, findIn } from "./screen-expectations.ts";
import type { Stage } from "./stage.ts";

type Gesture = (event: unknown, stage: Stage) => Promise<void>;

/**
 * Presses controls one after another, e.g. `press("link: Me", "button: Sign out", "button in dialog: Sign
 * out")`. Waits for each control, because dialogs and menus load their code on first use.
 */
export function press(...controls: readonly string[]): Gesture {
  return async (_, stage) => {
    for (const control of controls) {
      const [role = "", name = ""] = control.split(": ", 2);
      const found = await seek(role, name, stage);
      await stage.act(() => void fireEvent.click(found));
    }
  };
}

/** Replaces the text of the field with that name. */
export function type(name: string, text: string): Gesture {
  return (_, stage) =>
    stage.act(() => void fireEvent.input(find("textbox", name), { target: { value: text } }));
}

/** Opens the context menu of the element that shows `text`, and picks one of its items. */
export function pick(text: string, ...items: readonly string[]): Gesture {
  return async (event, stage) => {
    await stage.act(() => void fireEvent.contextMenu(find("text", text)));
    await press(...items.map((item) => `menuitem in dialog: ${item}`))(event, stage);
  };
}

async function seek(role: string, name: string, stage: Stage): Promise<HTMLElement> {
  const [plain = "", place] = role.split(" in ", 2);
  const look = () => (place ? findIn(place, plain, name) : find(plain, name));
  await vi.waitFor(async () => {
    await stage.settle();
    look();
  });
  return look();
}

export function inOrder(...gestures: readonly Gesture[]): Gesture {
  return async (event, stage) => {
    for (const gesture of gestures) await gesture(event, stage);
  };
}
