/** What only pages above the tabs say: fetched with the first of them. */
import { codes as codesEn } from "./en/codes.ts";
import { groups as groupsEn } from "./en/groups.ts";
import { registration as registrationEn } from "./en/registration.ts";
import { settings as settingsEn } from "./en/settings.ts";
import { addWords } from "./text.ts";
import { codes as codesZh } from "./zh/codes.ts";
import { groups as groupsZh } from "./zh/groups.ts";
import { registration as registrationZh } from "./zh/registration.ts";
import { settings as settingsZh } from "./zh/settings.ts";

export const pages = {
  en: {
    ...codesEn,
    ...groupsEn,
    ...registrationEn,
    ...settingsEn,
  },
  zh: {
    ...codesZh,
    ...groupsZh,
    ...registrationZh,
    ...settingsZh,
  },
};

addWords(pages);
