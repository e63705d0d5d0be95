/** Texts of the first screens after sign-in; loaded with the messenger. */
import { calls as callsEn } from "./en/calls.ts";
import { chat as chatEn } from "./en/chat.ts";
import { contacts as contactsEn } from "./en/contacts.ts";
import { tabs as tabsEn } from "./en/tabs.ts";
import { toasts as toastsEn } from "./en/toasts.ts";
import { addTexts } from "./text.ts";
import { calls as callsZh } from "./zh/calls.ts";
import { chat as chatZh } from "./zh/chat.ts";
import { contacts as contactsZh } from "./zh/contacts.ts";
import { tabs as tabsZh } from "./zh/tabs.ts";
import { toasts as toastsZh } from "./zh/toasts.ts";

export const signedIn = {
  en: { ...chatEn, ...contactsEn, ...callsEn, ...tabsEn, ...toastsEn },
  zh: { ...chatZh, ...contactsZh, ...callsZh, ...tabsZh, ...toastsZh },
};

addTexts(signedIn);
