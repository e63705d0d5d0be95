import type { Language } from "../../machines/domain/language.ts";

/** Returns the id of the template that holds the sign-in page in that language. */
export function welcomeID(language: Language): string {
  return `welcome-${language}`;
}

/** Attribute of the root element while it holds the sign-in page from the document. */
export const WAITING = "data-welcome";
/** Attribute of the last pressed control of that page. */
export const PRESSED = "data-pressed";
