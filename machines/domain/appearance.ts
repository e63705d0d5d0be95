/** The look of the app on this device (11-23). */

export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

/** Multiplied by the text size of the browser. */
export const TEXT_SIZES = ["small", "standard", "large", "largest"] as const;
export type TextSize = (typeof TEXT_SIZES)[number];

/** Behind the messages of a chat. */
export const WALLPAPERS = ["drawings", "waves", "dots", "none"] as const;
export type Wallpaper = (typeof WALLPAPERS)[number];

export interface Appearance {
  /** "system" follows the setting of the operating system. */
  theme: Theme;
  textSize: TextSize;
  wallpaper: Wallpaper;
}

/** Parses `theme,textSize,wallpaper`. An unknown or missing part is the default. */
export function appearanceOf(stored: string | null): Appearance {
  const parts = stored?.split(",") ?? [];
  return {
    theme: THEMES.find((theme) => theme === parts[0]) ?? "system",
    textSize: TEXT_SIZES.find((size) => size === parts[1]) ?? "standard",
    wallpaper: WALLPAPERS.find((wallpaper) => wallpaper === parts[2]) ?? "drawings",
  };
}
