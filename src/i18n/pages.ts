/** What only pages above the tabs say: fetched with the first of them. */
import { codes as codesEn } from "./en/codes.ts";
import { addWords } from "./text.ts";
import { codes as codesZh } from "./zh/codes.ts";

export const pages = {
  en: {
    ...codesEn,
  },
  zh: {
    ...codesZh,
  },
};

addWords(pages);
