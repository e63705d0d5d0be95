/** Texts of the pages above the tabs; loaded with the first of these pages, after the texts of a signed-in user. */
import { attachments as attachmentsEn } from "./en/attachments.ts";
import { burning as burningEn } from "./en/burning.ts";
import { codes as codesEn } from "./en/codes.ts";
import { emojis as emojisEn } from "./en/emojis.ts";
import { forwarding as forwardingEn } from "./en/forwarding.ts";
import { groups as groupsEn } from "./en/groups.ts";
import { panes as panesEn } from "./en/panes.ts";
import { people as peopleEn } from "./en/people.ts";
import { registration as registrationEn } from "./en/registration.ts";
import { searching as searchingEn } from "./en/searching.ts";
import { settings as settingsEn } from "./en/settings.ts";
import { sharing as sharingEn } from "./en/sharing.ts";
import { speaking as speakingEn } from "./en/speaking.ts";
import "./signed-in.ts";
import { addTexts } from "./text.ts";
import { attachments as attachmentsZh } from "./zh/attachments.ts";
import { burning as burningZh } from "./zh/burning.ts";
import { codes as codesZh } from "./zh/codes.ts";
import { emojis as emojisZh } from "./zh/emojis.ts";
import { forwarding as forwardingZh } from "./zh/forwarding.ts";
import { groups as groupsZh } from "./zh/groups.ts";
import { panes as panesZh } from "./zh/panes.ts";
import { people as peopleZh } from "./zh/people.ts";
import { registration as registrationZh } from "./zh/registration.ts";
import { searching as searchingZh } from "./zh/searching.ts";
import { settings as settingsZh } from "./zh/settings.ts";
import { sharing as sharingZh } from "./zh/sharing.ts";
import { speaking as speakingZh } from "./zh/speaking.ts";

export const pages = {
  en: {
    ...attachmentsEn,
    ...burningEn,
    ...codesEn,
    ...emojisEn,
    ...forwardingEn,
    ...groupsEn,
    ...panesEn,
    ...peopleEn,
    ...speakingEn,
    ...registrationEn,
    ...searchingEn,
    ...settingsEn,
    ...sharingEn,
  },
  zh: {
    ...attachmentsZh,
    ...burningZh,
    ...codesZh,
    ...emojisZh,
    ...forwardingZh,
    ...groupsZh,
    ...panesZh,
    ...peopleZh,
    ...speakingZh,
    ...registrationZh,
    ...searchingZh,
    ...settingsZh,
    ...sharingZh,
  },
};

addTexts(pages);
