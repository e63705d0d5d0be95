import type { Language } from "../../machines/domain/platform-events.ts";

/** What a document calls them. */
export const DOCUMENT_LANGUAGE = { zh: "zh-CN", en: "en" } as const;

/** Where the browser session keeps what was chosen (1-12). */
export const LANGUAGE_KEY = "parley:language";

/** The language to speak: what was chosen before, else the browser's (1-12); anything with "zh" is Chinese (1-13, 1-14). */
export function languageOf(stored: string | null, browser: string): Language {
  return (stored || browser).toLowerCase().includes("zh") ? "zh" : "en";
}
