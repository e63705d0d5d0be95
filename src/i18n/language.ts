import type { Language } from "../../machines/domain/language.ts";

export const DOCUMENT_LANGUAGE = { zh: "zh-CN", en: "en" } as const;

/** sessionStorage key of the chosen language (1-12). */
export const LANGUAGE_KEY = "parley:language";

/**
 * Returns the app's language: the stored choice, else the browser's (1-12). Anything with "zh" is Chinese (1-13, 1-14).
 */
export function languageOf(stored: string | null, browser: string): Language {
  return (stored || browser).toLowerCase().includes("zh") ? "zh" : "en";
}
