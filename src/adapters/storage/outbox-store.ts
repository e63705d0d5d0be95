import * as v from "valibot";
import { Failure } from "../../../machines/domain/failure.ts";
import { FAILURE_CODES } from "../../../machines/domain/failure-codes.ts";
import { isFileAttachment } from "../../../machines/domain/outgoing-attachment.ts";
import type { KeptDraft } from "../../../machines/outbox/outgoing-drafts.ts";
import type { OutgoingDraft } from "../../../machines/ports/im.ts";
import type { StoragePort } from "../../../machines/ports/storage.ts";
import { logLine } from "../log.ts";
import { readList } from "./items.ts";
import { StoredAttachment } from "./kept-attachment.ts";
import type { OwnFiles } from "./own-files.ts";
import { fileKey, OUTBOX } from "./storage-keys.ts";

export type OutboxStore = Pick<StoragePort, "readOutbox" | "writeOutbox" | "keepBytes" | "dropBytes">;

const id = v.pipe(v.string(), v.minLength(1));

const Call = v.object({
  roomID: id,
  mediaType: v.picklist(["voice", "video"]),
  result: v.picklist(["completed", "cancelled", "declined", "busy", "noAnswer", "failed"]),
  durationSeconds: v.number(),
  isByCallee: v.exactOptional(v.literal(true)),
  ringSeconds: v.exactOptional(v.number()),
});

const Draft = v.object({
  clientMsgID: id,
  conversationID: id,
  text: v.string(),
  replyTo: v.nullable(v.string()),
  mentions: v.exactOptional(v.array(v.object({ userID: id, name: v.string() }))),
  call: v.exactOptional(Call),
  follows: v.exactOptional(v.literal(true)),
  albumID: v.exactOptional(id),
  enclosure: v.exactOptional(StoredAttachment),
  failed: v.exactOptional(v.object({ failure: v.picklist(FAILURE_CODES), sendTime: v.number() })),
});

/**
 * Keeps outgoing messages over a reload: drafts in `local`, their bytes in the browser's database. `others` returns
 * further messages with bytes there.
 */
export function createOutboxStore(
  local: Storage,
  files: OwnFiles,
  others: (userID: string) => readonly Pick<OutgoingDraft, "clientMsgID">[] = () => [],
): OutboxStore {
  const read = (userID: string): KeptDraft[] => readList(local, OUTBOX + userID, Draft);

  const withPreview = async (draft: KeptDraft, userID: string): Promise<KeptDraft> => {
    const { clientMsgID, enclosure } = draft;
    if (!enclosure || !isFileAttachment(enclosure)) return draft;
    const preview = await files.addressOf(fileKey(userID, clientMsgID));
    if (enclosure.type !== "video") return { ...draft, enclosure: { ...enclosure, preview } };
    const poster = await files.addressOf(fileKey(userID, clientMsgID, "poster"));
    return { ...draft, enclosure: { ...enclosure, preview, poster } };
  };

  const dropBytes: OutboxStore["dropBytes"] = async ({ userID, clientMsgIDs }) => {
    for (const clientMsgID of clientMsgIDs)
      for (const part of ["bytes", "poster"] as const) await files.drop(fileKey(userID, clientMsgID, part));
  };

  return {
    async readOutbox({ userID }) {
      const drafts = read(userID);
      const wanted = new Set([...drafts, ...others(userID)].map(({ clientMsgID }) => clientMsgID));
      void files.sweep(`${userID}/`, (key) => wanted.has(key.split("/").at(-2) ?? ""));
      return Promise.all(drafts.map((draft) => withPreview(draft, userID)));
    },
    async writeOutbox({ userID, items }) {
      const left = new Set(items.map(({ clientMsgID }) => clientMsgID));
      const gone = read(userID).filter(({ clientMsgID }) => !left.has(clientMsgID));
      try {
        if (items.length === 0) local.removeItem(OUTBOX + userID);
        else local.setItem(OUTBOX + userID, JSON.stringify(items));
      } catch {
        logLine("storage", "unsent messages last as long as the page");
        throw new Failure("unknown");
      }
      await dropBytes({
        userID,
        clientMsgIDs: gone.filter(hasFileAttachment).map(({ clientMsgID }) => clientMsgID),
      });
    },
    dropBytes,
    async keepBytes({ userID, clientMsgID, bytes, poster }) {
      // At once, so that a sign-out removes both.
      await Promise.all([
        files.keep(fileKey(userID, clientMsgID), bytes),
        poster && files.keep(fileKey(userID, clientMsgID, "poster"), poster),
      ]);
      return {
        preview: await files.addressOf(fileKey(userID, clientMsgID)),
        poster: poster ? await files.addressOf(fileKey(userID, clientMsgID, "poster")) : "",
      };
    },
  };
}

function hasFileAttachment({ enclosure }: OutgoingDraft): boolean {
  return enclosure !== undefined && isFileAttachment(enclosure);
}
