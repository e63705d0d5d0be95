/** Returns the parsed URL; null for other text. `URL.canParse` and `URL.parse` are newer than some supported browsers. */
export function parseUrl(text: string, base?: string): URL | null {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
}
