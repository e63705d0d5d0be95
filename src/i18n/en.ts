import { account } from "./en/account.ts";
import { attachments } from "./en/attachments.ts";
import { burning } from "./en/burning.ts";
import { calls } from "./en/calls.ts";
import { chat } from "./en/chat.ts";
import { codes } from "./en/codes.ts";
import { contacts } from "./en/contacts.ts";
import { devices } from "./en/devices.ts";
import { emojis } from "./en/emojis.ts";
import { failures } from "./en/failures.ts";
import { forwarding } from "./en/forwarding.ts";
import { groups } from "./en/groups.ts";
import { panes } from "./en/panes.ts";
import { people } from "./en/people.ts";
import { registration } from "./en/registration.ts";
import { searching } from "./en/searching.ts";
import { settings } from "./en/settings.ts";
import { sharing } from "./en/sharing.ts";
import { shell } from "./en/shell.ts";
import { speaking } from "./en/speaking.ts";
import { tabs } from "./en/tabs.ts";
import { talk } from "./en/talk.ts";
import { toasts } from "./en/toasts.ts";

/**
 * The English dictionary. Its shape defines the keys of every language. A value is a sentence with {{placeholders}}, or
 * a function if a number changes the words. Screen readers and tests use the names of controls.
 */
export const en = {
  ...shell,
  ...speaking,
  ...tabs,
  ...talk,
  ...sharing,
  ...account,
  ...chat,
  ...contacts,
  ...calls,
  ...failures,
  ...toasts,
  ...attachments,
  ...burning,
  ...codes,
  ...devices,
  ...emojis,
  ...forwarding,
  ...groups,
  ...panes,
  ...people,
  ...registration,
  ...searching,
  ...settings,
} as const;
