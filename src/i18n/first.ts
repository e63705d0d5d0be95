/** Texts needed before sign-in. The other sections load with the signed-in charts and the pages. */
import { account as accountEn } from "./en/account.ts";
import { failures as failuresEn } from "./en/failures.ts";
import { shell as shellEn } from "./en/shell.ts";
import { account as accountZh } from "./zh/account.ts";
import { failures as failuresZh } from "./zh/failures.ts";
import { shell as shellZh } from "./zh/shell.ts";

export const first = {
  en: { ...shellEn, ...accountEn, ...failuresEn },
  zh: { ...shellZh, ...accountZh, ...failuresZh },
};
