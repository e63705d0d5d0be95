/**
 * Content that another app shares into Parley: text, links and files (11-57). Pure functions; all content is hostile.
 */
import { MESSAGE_LIMIT } from "./mention.ts";
import { FILE_LIMIT, PICK_LIMIT } from "./outgoing-attachment.ts";
import { type Place, SHARE_PATH } from "./route.ts";
import { parseUrl } from "./url.ts";

/** Milliseconds after which a share that went to no chat is dropped. */
export const SHARE_LIFE = 60 * 60 * 1000;
/** Most bytes of all files together. */
const SHARE_BYTES = 5 * FILE_LIMIT;
/** Longest file name, in UTF-16 units. */
export const NAME_LIMIT = 200;

export interface IncomingShare {
  text: string;
  files: readonly File[];
  /** Number of files that were left out: too large, or too many. */
  leftOut: number;
  /** The text was longer than a message. */
  isCut: boolean;
}

/** For the conversation in front: text to add to the draft, and files for the same preview as picked files. */
export type IncomingShareNews = { type: "incomingShare.put"; text: string; files: readonly File[] };

/** The fields of a share as the system posts them. */
export interface SharedFields {
  title: string;
  text: string;
  url: string;
}

/**
 * Returns the path of the page for a share. Without an id the page says that nothing arrived. A share with a
 * conversation is for that chat only: a reply in a notification that was not sent.
 */
export function sharePath(shareID: string | null, conversationID?: string): string {
  if (shareID === null) return SHARE_PATH;
  return `${SHARE_PATH}?${new URLSearchParams({ shareID, ...(conversationID && { conversationID }) })}`;
}

/** Returns the id of the share that a location is about, "" for one without an id; null on other pages. */
export function shareIn({ path, search }: Place): string | null {
  return path === SHARE_PATH ? (new URLSearchParams(search).get("shareID") ?? "") : null;
}

/** Returns the conversation that the share at a location is for; null if the user chooses. */
export function chatOfShare({ path, search }: Place): string | null {
  return path === SHARE_PATH ? new URLSearchParams(search).get("conversationID") || null : null;
}

export function isStale(sharedAt: number, now: number): boolean {
  // A clock that was set back must not keep a share for longer.
  return !(Math.abs(now - sharedAt) < SHARE_LIFE);
}

export function hasContent({ text, files }: Pick<IncomingShare, "text" | "files">): boolean {
  return text !== "" || files.length > 0;
}

/** Returns the text with the shared text on a line of its own below it. */
export function withShared(written: string, shared: string): string {
  if (written === "" || shared === "") return written + shared;
  return written.endsWith("\n") ? written + shared : `${written}\n${shared}`;
}

/** Control characters, except line breaks and tabs. */
const CONTROLS = /[^\P{Cc}\n\t]/gu;

/**
 * Joins the fields to one text, each on a line of its own, at most as long as a message. Apps repeat themselves: a
 * title or link that the text contains is left out, and so is a title that is the name of a file.
 */
export function sharedText(
  fields: SharedFields,
  fileNames: readonly string[],
): Pick<IncomingShare, "text" | "isCut"> {
  const [title, words, url] = [clean(fields.title), clean(fields.text), clean(fields.url)];
  const isLink = /^https?:$/.test(parseUrl(url)?.protocol ?? "");
  const lines = [
    words.includes(title) || fileNames.includes(title) ? "" : title,
    words,
    isLink && !words.includes(url) ? url : "",
  ];
  const text = lines.filter((line) => line !== "").join("\n");
  return { text: cut(text, MESSAGE_LIMIT), isCut: text.length > MESSAGE_LIMIT };
}

/** Twice a message is enough to know that a text is too long. */
function clean(text: string): string {
  return cut(text, 2 * MESSAGE_LIMIT)
    .replace(/\r\n?/g, "\n")
    .replace(CONTROLS, "")
    .trim();
}

/** Returns the files that the composer takes, under the limits of the composer, and the number of the others. */
export function sharedFiles(files: readonly File[]): Pick<IncomingShare, "files" | "leftOut"> {
  const taken: File[] = [];
  let bytes = 0;
  for (const file of files) {
    if (taken.length === PICK_LIMIT || file.size > FILE_LIMIT || bytes + file.size > SHARE_BYTES) continue;
    bytes += file.size;
    taken.push(file);
  }
  return { files: taken, leftOut: files.length - taken.length };
}

/** Separators of paths, control characters, and marks that would reorder a name: "fdp.exe" must not look like a PDF. */
const UNNAMEABLE = /[\p{Cc}/\\\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** Returns a name for a shared file. The ending stays if the name is too long. */
export function sharedName(name: string): string {
  const given = name.replace(UNNAMEABLE, "").trim();
  const ending = /\.\w{1,10}$/.exec(given)?.[0] ?? "";
  const stem = cut(given.slice(0, given.length - ending.length), NAME_LIMIT - ending.length);
  return stem + ending || "file";
}

/** Returns a media type, or "" for anything else. */
export function sharedType(type: string): string {
  return /^[\w.+-]{1,60}\/[\w.+-]{1,100}$/.test(type) ? type.toLowerCase() : "";
}

/** Cuts a text to `limit` UTF-16 units, never in the middle of a character. */
function cut(text: string, limit: number): string {
  return text.length <= limit ? text : text.slice(0, limit).replace(/[\ud800-\udbff]$/, "");
}
