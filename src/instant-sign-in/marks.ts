import type { Language } from "../../machines/domain/platform-events.ts";

/** Of the template that has that page in it, in that language. */
export function welcomeID(language: Language): string {
  return `welcome-${language}`;
}

/** On the document's root while the sign-in page stands there that came with the document. */
export const WAITING = "data-welcome";
/** On what was pressed of it last. */
export const PRESSED = "data-pressed";
