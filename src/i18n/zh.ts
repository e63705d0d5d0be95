import type { Catalogue } from "./catalogue.ts";
import { account } from "./zh/account.ts";
import { calls } from "./zh/calls.ts";
import { chat } from "./zh/chat.ts";
import { codes } from "./zh/codes.ts";
import { failures } from "./zh/failures.ts";
import { shell } from "./zh/shell.ts";

/** The Simplified Chinese catalogue. */
export const zh: Catalogue = { ...shell, ...account, ...chat, ...calls, ...codes, ...failures };
