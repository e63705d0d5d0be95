import { type Appearance, appearanceOf } from "../../../machines/domain/appearance.ts";
import type { Language } from "../../../machines/domain/language.ts";
import { LANGUAGE_KEY, languageOf } from "../../i18n/language.ts";
import { readPage, storeOf } from "../chat-server/browser-profile.ts";
import { APPEARANCE_KEY } from "../platform/appearance.ts";
import { readCredentials } from "../storage/credentials.ts";

/** The stored data about the user before the app loads. */
export interface FirstLook {
  isIn: boolean;
  language: Language;
  appearance: Appearance;
}

/** Null if the browser lets this site store nothing. */
export function lookFirst(): FirstLook | null {
  try {
    const { profile } = readPage({ location, window });
    const local = storeOf(localStorage, profile);
    const chosen = storeOf(sessionStorage, profile).getItem(LANGUAGE_KEY);
    return {
      isIn: readCredentials(local) !== null,
      language: languageOf(chosen, navigator.language),
      appearance: appearanceOf(local.getItem(APPEARANCE_KEY)),
    };
  } catch {
    return null;
  }
}
