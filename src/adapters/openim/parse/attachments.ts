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

/**
 * What OpenIM messages carry besides words (protocol section 3.3). Any client can put anything there: what is broken
 * counts as not known, what nothing can be made of as missing.
 */

/** Beyond it nothing leads anywhere: signed addresses of storages are long, but not so long. */
const URL_LENGTH = 4096;
const MAX_PIXELS = 100_000;
const MAX_SECONDS = 24 * 3600;
const LINE_LENGTH = 200;

/** Line breaks and what else does not belong in a line, and marks that turn the direction of what follows them. */
const UNFIT = /[\s\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu;

/** A text as one line that shows all it says: a name cannot hide its ending. */
export function cutLine(text: string, length = LINE_LENGTH): string {
  const line = text
    .slice(0, 4 * length)
    .replace(UNFIT, " ")
    .trim();
  return line.slice(0, length).replace(/[\ud800-\udbff]$/, "");
}

/** What OpenIM adds to an object's address itself, such as `?type=image&width=640`. */
const QUERY = /\?[\w.~-]+=[^?#&]*(?:&[\w.~-]+=[^?#&]*)*$/;

/**
 * An address whose object name is escaped. A real server gives names as they are ("50% off.txt", "issue #7.txt"), and
 * a browser asks for something else then (openim-server, object service). What is escaped already stays as it is.
 *
 * @param fileName the object's last name, where it is known: it tells "a%20b" the name from "a b" escaped
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

/** {@link cutLine} of a file's name: a long one loses its middle, as its ending says what it is. */
export function cutFileName(text: string): string {
  const half = LINE_LENGTH / 2;
  const long = 8 * LINE_LENGTH;
  const name = cutLine(text.length > long ? text.slice(0, half) + text.slice(-long + half) : text, long);
  if (name.length <= LINE_LENGTH) return name;
  const [head, tail] = [name.slice(0, half - 1), name.slice(-half)];
  return `${head.replace(/[\ud800-\udbff]$/, "")}…${tail.replace(/^[\udc00-\udfff]/, "")}`;
}

/** An address to load from: the web's, or this page's own; "" for anything else, scripts and documents in it above all. */
export function mediaAddress(raw: unknown): string {
  if (typeof raw !== "string" || raw.length > URL_LENGTH) return "";
  const address = raw.trim();
  if (/^\/(?![/\\])/.test(address)) return escapedAddress(address);
  const parsed = /^blob:/i.test(address) ? address.slice("blob:".length) : address;
  return /^https?:\/\//i.test(parsed) && URL.canParse(parsed) ? escapedAddress(address) : "";
}

/** {@link mediaAddress} of an object whose last name is known. */
export function fileAddress(raw: unknown, fileName: string): string {
  return mediaAddress(typeof raw === "string" ? escapedAddress(raw.trim(), fileName) : raw);
}

/** A count of something from 0 to `max`; what is none counts as 0. */
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

/** Only a whole measure is one. */
function measure({ width, height }: { width: number; height: number }) {
  return width >= 1 && height >= 1 ? { width, height } : { width: 0, height: 0 };
}

/** Reads `raw` as `schema`, and what is in it as an attachment. */
function reader<Parsed, Attachment>(
  schema: v.GenericSchema<unknown, Parsed>,
  toAttachment: (parsed: Parsed) => Attachment | undefined,
): (raw: unknown) => Attachment | undefined {
  return (raw) => {
    const parsed = v.safeParse(schema, raw);
    return parsed.success ? toAttachment(parsed.output) : undefined;
  };
}

/** The thumbnail's own measure is what was asked for, not what it is: a real one says 640 x 640 of any picture. */
export const readPicture = reader(PictureElem, (elem): Picture | undefined => {
  const { sourcePicture, bigPicture, snapshotPicture } = elem;
  const whole = [sourcePicture, bigPicture, snapshotPicture].find(({ url }) => url !== "");
  if (!whole) return undefined;
  const measured = [sourcePicture, bigPicture].map(measure).find(({ width }) => width > 0);
  const moves = /gif|apng/i.test(whole.type);
  return {
    url: whole.url,
    thumbnail: moves ? whole.url : snapshotPicture.url || whole.url,
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

/** Clients put the sticker's address into `data`, or JSON with it; the product's own are named there. */
export const readFace = reader(FaceElem, ({ data }): Face | undefined => {
  const parsed = v.safeParse(FaceData, data);
  const face = parsed.success ? parsed.output : { url: mediaAddress(data) };
  if ("name" in face) return { sticker: face.name };
  return face.url === "" ? undefined : { url: face.url };
});
