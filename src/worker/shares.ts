/**
 * The share of another app (11-57), from the post of the system to the page. It is one entry of a cache of its own, so
 * that it is stored, replaced and dropped as a whole. The worker writes it, the page reads it.
 */
import * as v from "valibot";
import {
  type IncomingShare,
  isStale,
  NAME_LIMIT,
  sharedFiles,
  sharedName,
  sharedText,
  sharedType,
} from "../../machines/domain/incoming-share.ts";
import { MESSAGE_LIMIT } from "../../machines/domain/mention.ts";
import { PICK_LIMIT } from "../../machines/domain/outgoing-attachment.ts";
import { SHARE_PATH } from "../../machines/domain/route.ts";
import { SHARES } from "./rules.ts";

const ID = "Parley-Share";
const AT = "Parley-Shared-At";

const Field = v.fallback(v.string(), "");
const Count = v.pipe(v.string(), v.regex(/^\d{1,6}$/), v.transform(Number));

const Posted = v.object({
  title: Field,
  text: Field,
  url: Field,
  files: v.pipe(
    v.array(v.unknown()),
    v.transform((parts) => parts.filter((part) => part instanceof File).filter(isChosen)),
  ),
});

const Packed = v.object({
  text: v.pipe(v.string(), v.maxLength(MESSAGE_LIMIT)),
  isCut: v.pipe(
    v.picklist(["yes", "no"]),
    v.transform((answer) => answer === "yes"),
  ),
  leftOut: Count,
  files: v.pipe(v.array(v.instance(File)), v.maxLength(PICK_LIMIT)),
});

/** Returns what the page may get of a form that another app, or any site, has filled in. */
export function receivedShare(form: FormData): IncomingShare {
  const { files: posted, ...fields } = v.parse(Posted, {
    title: form.get("title"),
    text: form.get("text"),
    url: form.get("url"),
    files: form.getAll("files"),
  });
  const { files, leftOut } = sharedFiles(posted);
  const named = files.map((file) => new File([file], sharedName(file.name), { type: sharedType(file.type) }));
  const names = named.map(({ name }) => name);
  return { ...sharedText(fields, names), files: named, leftOut };
}

/** Stores the share in place of any other. */
export async function keepShare(
  caches: CacheStorage,
  share: IncomingShare,
  { shareID, now }: { shareID: string; now: number },
): Promise<void> {
  const form = new FormData();
  form.set("text", share.text);
  form.set("isCut", share.isCut ? "yes" : "no");
  form.set("leftOut", String(share.leftOut));
  for (const file of share.files) form.append("files", file);
  const response = new Response(form, { headers: { [ID]: shareID, [AT]: String(now) } });
  await (await caches.open(SHARES)).put(SHARE_PATH, response);
}

/** Returns the share with that id; null if there is none, another one, or a stale one. */
export async function readShare(
  caches: CacheStorage,
  { shareID, now }: { shareID: string; now: number },
): Promise<IncomingShare | null> {
  const kept = await find(caches);
  if (kept?.headers.get(ID) !== shareID || isStale(Number(kept.headers.get(AT)), now)) return null;
  const form = await kept.formData();
  const packed = v.safeParse(Packed, {
    text: normal(form.get("text")),
    isCut: form.get("isCut"),
    leftOut: form.get("leftOut"),
    files: form.getAll("files"),
  });
  if (!packed.success || packed.output.files.some(({ name }) => name.length > NAME_LIMIT)) return null;
  return packed.output;
}

/** Drops the share with that id, not a newer one. */
export async function dropShare(caches: CacheStorage, shareID: string): Promise<void> {
  const kept = await find(caches);
  if (kept?.headers.get(ID) === shareID) await caches.delete(SHARES);
}

/** Drops a share that went to no chat for too long. */
export async function dropStaleShare(caches: CacheStorage, now: number): Promise<void> {
  const kept = await find(caches);
  if (kept && isStale(Number(kept.headers.get(AT)), now)) await caches.delete(SHARES);
}

async function find(caches: CacheStorage): Promise<Response | undefined> {
  return (await caches.has(SHARES)) ? (await caches.open(SHARES)).match(SHARE_PATH) : undefined;
}

/** Without a file, a form has an empty one without a name. */
function isChosen({ name, size }: File): boolean {
  return name !== "" || size > 0;
}

/** A form ends its lines with "\r\n". */
function normal(text: FormDataEntryValue | null): unknown {
  return typeof text === "string" ? text.replace(/\r\n?/g, "\n") : text;
}
