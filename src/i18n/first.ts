/** What is said before any page above the tabs is in front; the rest of the catalogue comes with the pages. */
import { account as accountEn } from "./en/account.ts";
import { calls as callsEn } from "./en/calls.ts";
import { chat as chatEn } from "./en/chat.ts";
import { failures as failuresEn } from "./en/failures.ts";
import { shell as shellEn } from "./en/shell.ts";
import { account as accountZh } from "./zh/account.ts";
import { calls as callsZh } from "./zh/calls.ts";
import { chat as chatZh } from "./zh/chat.ts";
import { failures as failuresZh } from "./zh/failures.ts";
import { shell as shellZh } from "./zh/shell.ts";

export const first = {
  en: { ...shellEn, ...accountEn, ...chatEn, ...callsEn, ...failuresEn },
  zh: { ...shellZh, ...accountZh, ...chatZh, ...callsZh, ...failuresZh },
};
