/** What a person does, on the control with that name. Nothing here waits; the stage does. */
import { fireEvent } from "@testing-library/react";
import { find } from "./sights.ts";

export function press(role: "button" | "link" | "radio" | "menuitem", name: string): void {
  fireEvent.click(find(role, name));
}

export function type(name: string, text: string): void {
  fireEvent.change(find("textbox", name), { target: { value: text } });
}
