import * as v from "valibot";
import type {
  ContactCard,
  Face,
  MapPoint,
  Picture,
  StoredFile,
  Video,
  Voice,
} from "../../../../machines/domain/attachment.ts";
import { STICKER_SET, STICKERS } from "../../../../machines/domain/sticker.ts";
import { parseUrl } from "../../../../machines/domain/url.ts";
import { cut } from "./parsing.ts";

/**
 * Parses the attachments of messages (protocol section 3.3). Any client can send any value: a broken field counts as
 * unknown, an unusable attachment as missing.
 */

/** Longer addresses are rejected. Signed storage addresses are long but shorter than this. */
const URL_LENGTH = 4096;
const MAX_PIXELS = 100_000;
const MAX_SECONDS = 24 * 3600;
const LINE_LENGTH = 200;

/** Line breaks, control characters and marks that change the text direction. */
const UNFIT = /[\s\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu;

/** Returns the text as one line without hidden characters, so that a file name cannot hide its extension. */
export function cutLine(text: string, length = LINE_LENGTH): string {
  const line = cut(text, 4 * length)
    .replace(UNFIT, " ")
    .trim();
  return cut(line, length);
}

/** A query that OpenIM adds to an object's address, such as `?type=image&width=640`. */
const QUERY = /\?[\w.~-]+=[^?#&]*(?:&[\w.~-]+=[^?#&]*)*$/;

/**
 * Escapes the object name in an address. A real server returns names unescaped ("50% off.txt", "issue #7.txt"), and
 * a browser would request another object (openim-server, object service). Escaped names stay unchanged.
 *
 * @param fileName the last part of the object name, if known. It shows whether "a%20b" is the name or the escaped
 * form of "a b".
 */
export function escapedAddress(address: string, fileName = ""): string {
  const [, root, name] = /^((?:https?:\/\/[^/?#]*)?(?:\/[^?#]*?)?\/object\/)(.*)$/is.exec(address) ?? [];
  if (root === undefined || name === undefined) return address;
  const last = fileName.replaceAll(/[/\\]/g, "_");
  if (last !== "" && !/\p{Cs}/u.test(last) && name.endsWith(`/${last}`))
    return root + escapedName(name.slice(0, -last.length)) + encodeURIComponent(last);
  const [query = ""] = QUERY.exec(name) ?? [];
  return root + escapedName(name.slice(0, name.length - query.length)) + query;
}

function escapedName(name: string): string {
  return name.replaceAll(/%(?![0-9a-f]{2})/gi, "%25").replaceAll(/[?#]/g, encodeURIComponent);
}

/** {@link cutLine} for a file name. A long name loses its middle, because the extension matters. */
export function cutFileName(text: string): string {
  const half = LINE_LENGTH / 2;
  const long = 8 * LINE_LENGTH;
  const name = cutLine(text.length > long ? text.slice(0, half) + text.slice(-long + half) : text, long);
  if (name.length <= LINE_LENGTH) return name;
  const [head, tail] = [name.slice(0, half - 1), name.slice(-half)];
  return `${head.replace(/[\ud800-\udbff]$/, "")}…${tail.replace(/^[\udc00-\udfff]/, "")}`;
}

/** Returns an http(s), blob or same-origin address to load from, or "" for any other value such as a script. */
export function mediaAddress(raw: unknown): string {
  if (typeof raw !== "string" || raw.length > URL_LENGTH) return "";
  const address = raw.trim();
  if (/^\/(?![/\\])/.test(address)) return escapedAddress(address);
  const parsed = /^blob:/i.test(address) ? address.slice("blob:".length) : address;
  return /^https?:\/\//i.test(parsed) && parseUrl(parsed) ? escapedAddress(address) : "";
}

export function fileAddress(raw: unknown, fileName: string): string {
  return mediaAddress(typeof raw === "string" ? escapedAddress(raw.trim(), fileName) : raw);
}

/** A number limited to 0 to `max`. Other values become 0. */
export function upTo(max: number) {
  return v.fallback(
    v.pipe(
      v.number(),
      v.finite(),
      v.transform((count) => Math.min(Math.max(count, 0), max)),
    ),
    0,
  );
}

export const line = v.fallback(v.pipe(v.string(), v.transform(cutLine)), "");
const address = v.pipe(v.unknown(), v.transform(mediaAddress));
const pixels = upTo(MAX_PIXELS);
const seconds = upTo(MAX_SECONDS);

const Sized = v.object({ url: v.optional(address, ""), width: pixels, height: pixels, type: line });
const Version = v.fallback(Sized, { url: "", width: 0, height: 0, type: "" });
const PictureElem = v.object({ sourcePicture: Version, bigPicture: Version, snapshotPicture: Version });
const VideoElem = v.object({
  videoUrl: address,
  snapshotUrl: v.optional(address, ""),
  snapshotWidth: pixels,
  snapshotHeight: pixels,
  duration: seconds,
});
const SoundElem = v.object({ sourceUrl: address, duration: seconds });
const FileElem = v.pipe(
  v.object({
    fileName: v.fallback(v.string(), ""),
    sourceUrl: v.unknown(),
    fileSize: upTo(Number.MAX_SAFE_INTEGER),
  }),
  v.transform(({ fileName, sourceUrl, fileSize }) => ({ url: fileAddress(sourceUrl, fileName), fileSize })),
);
const CardElem = v.object({
  userID: v.pipe(v.string(), v.minLength(1), v.maxLength(256)),
  nickname: line,
  faceURL: v.optional(address, ""),
});
const LocationElem = v.object({
  latitude: v.pipe(v.number(), v.minValue(-90), v.maxValue(90)),
  longitude: v.pipe(v.number(), v.minValue(-180), v.maxValue(180)),
});
const FaceElem = v.object({ data: v.string() });
const FaceData = v.pipe(
  v.string(),
  v.parseJson(),
  v.union([
    v.strictObject({ set: v.literal(STICKER_SET), name: v.picklist(STICKERS) }),
    v.object({ url: address }),
  ]),
);

/** A size counts only if both sides are known. */
function measure({ width, height }: { width: number; height: number }) {
  return width >= 1 && height >= 1 ? { width, height } : { width: 0, height: 0 };
}

function reader<Parsed, Attachment>(
  schema: v.GenericSchema<unknown, Parsed>,
  toAttachment: (parsed: Parsed) => Attachment | undefined,
): (raw: unknown) => Attachment | undefined {
  return (raw) => {
    const parsed = v.safeParse(schema, raw);
    return parsed.success ? toAttachment(parsed.output) : undefined;
  };
}

/** The size of the thumbnail is the requested size, not the real one: a real server says 640 x 640 for any picture. */
export const readPicture = reader(PictureElem, (elem): Picture | undefined => {
  const { sourcePicture, bigPicture, snapshotPicture } = elem;
  const whole = [sourcePicture, bigPicture, snapshotPicture].find(({ url }) => url !== "");
  if (!whole) return undefined;
  const measured = [sourcePicture, bigPicture].map(measure).find(({ width }) => width > 0);
  const isAnimated = /gif|apng/i.test(whole.type);
  return {
    url: whole.url,
    thumbnail: isAnimated ? whole.url : snapshotPicture.url || whole.url,
    ...(measured ?? { width: 0, height: 0 }),
  };
});

export const readVideo = reader(VideoElem, (elem): Video | undefined =>
  elem.videoUrl === ""
    ? undefined
    : {
        url: elem.videoUrl,
        poster: elem.snapshotUrl,
        ...measure({ width: elem.snapshotWidth, height: elem.snapshotHeight }),
        seconds: elem.duration,
      },
);

export const readVoice = reader(SoundElem, ({ sourceUrl, duration }): Voice | undefined =>
  sourceUrl === "" ? undefined : { url: sourceUrl, seconds: duration },
);

export const readFile = reader(FileElem, ({ url, fileSize }): StoredFile | undefined =>
  url === "" ? undefined : { url, bytes: fileSize },
);

export const readCard = reader(CardElem, (elem): ContactCard => elem);

export const readPoint = reader(LocationElem, (elem): MapPoint => elem);

/** Clients put the sticker's address into `data`, directly or in JSON. Parley's own stickers are named there. */
export const readFace = reader(FaceElem, ({ data }): Face | undefined => {
  const parsed = v.safeParse(FaceData, data);
  const face = parsed.success ? parsed.output : { url: mediaAddress(data) };
  if ("name" in face) return { sticker: face.name };
  return face.url === "" ? undefined : { url: face.url };
});
