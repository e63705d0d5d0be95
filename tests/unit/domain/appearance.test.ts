import { expect, it } from "vitest";
import { appearanceOf } from "../../../machines/domain/appearance.ts";

const USUAL = { theme: "system", textSize: "standard", wallpaper: "drawings" };

it.each([
  ["light,large,dots", { theme: "light", textSize: "large", wallpaper: "dots" }],
  ["dark,small,none", { theme: "dark", textSize: "small", wallpaper: "none" }],
  // Stored before there were wallpapers.
  ["dark,largest", { theme: "dark", textSize: "largest", wallpaper: "drawings" }],
  ["pink,large,waves", { theme: "system", textSize: "large", wallpaper: "waves" }],
  ["light,huge,stars", { theme: "light", textSize: "standard", wallpaper: "drawings" }],
  ["", USUAL],
  [null, USUAL],
])("11-23 the stored look %j is %o", (stored, appearance) => {
  expect(appearanceOf(stored)).toEqual(appearance);
});
