import type { Appearance, Theme } from "../../../machines/domain/appearance.ts";

/** localStorage key of the chosen theme and text size (11-23). */
export const APPEARANCE_KEY = "parley:appearance";

/** Colours of the browser's own bar: `--bg` of each theme. */
const BARS = { light: "#ffffff", dark: "#0e1116" } as const;

/** Shows the theme and the text size on the page. The rules are in `src/styles/tokens.css`. */
export function showAppearance({ theme, textSize }: Appearance): void {
  const { dataset } = document.documentElement;
  dataset.theme = theme;
  dataset.textSize = textSize;
  for (const bar of document.querySelectorAll<HTMLMetaElement>("meta[name=theme-color]"))
    bar.content = BARS[chosenOr(bar, theme)];
}

/** The document has a colour for light and one for dark. A chosen theme is the same for both. */
function chosenOr({ media }: HTMLMetaElement, theme: Theme): "light" | "dark" {
  if (theme !== "system") return theme;
  return media.includes("dark") ? "dark" : "light";
}
