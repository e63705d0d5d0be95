import type { Catalogue } from "./catalogue.ts";
import { account } from "./zh/account.ts";
import { attachments } from "./zh/attachments.ts";
import { burning } from "./zh/burning.ts";
import { calls } from "./zh/calls.ts";
import { chat } from "./zh/chat.ts";
import { codes } from "./zh/codes.ts";
import { contacts } from "./zh/contacts.ts";
import { devices } from "./zh/devices.ts";
import { emojis } from "./zh/emojis.ts";
import { failures } from "./zh/failures.ts";
import { forwarding } from "./zh/forwarding.ts";
import { groups } from "./zh/groups.ts";
import { panes } from "./zh/panes.ts";
import { people } from "./zh/people.ts";
import { registration } from "./zh/registration.ts";
import { searching } from "./zh/searching.ts";
import { settings } from "./zh/settings.ts";
import { sharing } from "./zh/sharing.ts";
import { shell } from "./zh/shell.ts";
import { speaking } from "./zh/speaking.ts";
import { tabs } from "./zh/tabs.ts";
import { talk } from "./zh/talk.ts";
import { toasts } from "./zh/toasts.ts";

export const zh: Catalogue = {
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
};
