import type { Appearance, Theme } from "../../../machines/domain/appearance.ts";

/** localStorage key of the chosen look (11-23). */
export const APPEARANCE_KEY = "parley:appearance";

/** Colours of the browser's own bar: `--bg` of each theme. */
const BARS = { light: "#ffffff", dark: "#0e1116" } as const;

/** Shows the chosen look on the page. The rules are in `src/styles`. */
export function showAppearance({ theme, textSize, wallpaper }: Appearance): void {
  const { dataset } = document.documentElement;
  dataset.theme = theme;
  dataset.textSize = textSize;
  dataset.wallpaper = wallpaper;
  for (const bar of document.querySelectorAll<HTMLMetaElement>("meta[name=theme-color]"))
    bar.content = BARS[chosenOr(bar, theme)];
}

/** The document has a colour for light and one for dark. A chosen theme is the same for both. */
function chosenOr({ media }: HTMLMetaElement, theme: Theme): "light" | "dark" {
  if (theme !== "system") return theme;
  return media.includes("dark") ? "dark" : "light";
}
