import type { Language } from "../../../machines/domain/language.ts";
import { LANGUAGE_KEY, languageOf } from "../../i18n/language.ts";
import { readPage, storeOf } from "../chat-server/browser-profile.ts";
import { readCredentials } from "../storage/credentials.ts";

/** Returns what is known about the user before the app loads, or null if storage is not accessible. */
export function lookFirst(): { isIn: boolean; language: Language } | null {
  try {
    const { profile } = readPage({ location, window });
    const chosen = storeOf(sessionStorage, profile).getItem(LANGUAGE_KEY);
    return {
      isIn: readCredentials(storeOf(localStorage, profile)) !== null,
      language: languageOf(chosen, navigator.language),
    };
  } catch {
    return null;
  }
}
