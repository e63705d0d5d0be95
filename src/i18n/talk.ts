/** Texts of a running group call or meeting, its lobby and its link; loaded with it. */
import { talk as talkEn } from "./en/talk.ts";
import { addTexts } from "./text.ts";
import { talk as talkZh } from "./zh/talk.ts";

export const talk = { en: talkEn, zh: talkZh };

addTexts(talk);
