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

/** What a file seems to be by the ending of its name; it only picks an icon. */
export function fileKind(name: string): FileKind {
  return kinds.get(endingOf(name).toLowerCase()) ?? "other";
}

/** A name in two, so that what it ends in is read however long it is. */
export function splitName(name: string): { stem: string; ending: string } {
  const ending = endingOf(name);
  return ending === ""
    ? { stem: name, ending: "" }
    : { stem: name.slice(0, -ending.length - 1), ending: name.slice(-ending.length - 1) };
}

/** Longer than any ending is. */
const MAX_ENDING = 8;

function endingOf(name: string): string {
  const dot = name.lastIndexOf(".");
  const ending = name.slice(dot + 1);
  return dot > 0 && ending.length <= MAX_ENDING ? ending : "";
}
