/** What is said before any page above the tabs is in front; the rest of the catalogue comes with the pages. */
import { account as accountEn } from "./en/account.ts";
import { calls as callsEn } from "./en/calls.ts";
import { chat as chatEn } from "./en/chat.ts";
import { contacts as contactsEn } from "./en/contacts.ts";
import { failures as failuresEn } from "./en/failures.ts";
import { shell as shellEn } from "./en/shell.ts";
import { account as accountZh } from "./zh/account.ts";
import { calls as callsZh } from "./zh/calls.ts";
import { chat as chatZh } from "./zh/chat.ts";
import { contacts as contactsZh } from "./zh/contacts.ts";
import { failures as failuresZh } from "./zh/failures.ts";
import { shell as shellZh } from "./zh/shell.ts";

export const first = {
  en: {
    ...shellEn,
    ...accountEn,
    ...chatEn,
    ...contactsEn,
    ...callsEn,
    ...failuresEn,
  },
  zh: {
    ...shellZh,
    ...accountZh,
    ...chatZh,
    ...contactsZh,
    ...callsZh,
    ...failuresZh,
  },
};
