export type FileKind = "picture" | "video" | "sound" | "text" | "archive" | "table" | "other";

const ENDINGS: readonly (readonly [FileKind, string])[] = [
  ["picture", "png jpg jpeg gif webp heic avif bmp svg tif tiff"],
  ["video", "mp4 mov webm mkv avi m4v"],
  ["sound", "mp3 m4a wav ogg flac aac opus"],
  ["text", "txt md pdf doc docx rtf pages odt ppt pptx key"],
  ["archive", "zip rar 7z tar gz tgz bz2 xz"],
  ["table", "csv xls xlsx numbers ods"],
];

const kinds: ReadonlyMap<string, FileKind> = new Map(
  ENDINGS.flatMap(([kind, endings]) =>
    endings.split(" ").map((ending): [string, FileKind] => [ending, kind]),
  ),
);

/** Guesses the kind of a file from its extension; used only for the icon. */
export function fileKind(name: string): FileKind {
  return kinds.get(endingOf(name).toLowerCase()) ?? "other";
}

/** Splits a name, so that its extension stays visible if the name is cut off. */
export function splitName(name: string): { stem: string; ending: string } {
  const ending = endingOf(name);
  const letters = [...name];
  // A name without an extension can still look like it has one, such as "setup.exe.".
  const kept = ending !== "" ? ending.length + 1 : letters.length > ONE_LINE ? TAIL : 0;
  const at = letters.length - kept;
  return { stem: letters.slice(0, at).join(""), ending: letters.slice(at).join("") };
}

export function shortName(name: string): string {
  if (columns(name) <= ONE_LINE) return name;
  const { stem, ending } = splitName(name);
  let short = "";
  for (const letter of stem) {
    if (columns(short + letter + ending) >= ONE_LINE) return `${short}…${ending}`;
    short += letter;
  }
  return name;
}

/** Width of a name in the conversation list, in columns. */
const ONE_LINE = 24;
const TAIL = 12;
const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\u{1f000}-\u{3ffff}]/u;

function columns(text: string): number {
  let count = 0;
  for (const letter of text) count += WIDE.test(letter) ? 2 : 1;
  return count;
}

/** Longer than any known extension. */
const MAX_ENDING = 8;

function endingOf(name: string): string {
  const dot = name.lastIndexOf(".");
  const ending = name.slice(dot + 1);
  return dot > 0 && ending.length <= MAX_ENDING ? ending : "";
}
