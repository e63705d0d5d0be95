import * as v from "valibot";
import {
  KEPT_RECORDINGS,
  LONGEST_RECORDING,
  type RecordingsEvent,
} from "../../../machines/domain/recording.ts";
import type { RecordingStore } from "../../../machines/ports/recorder.ts";
import { logLine } from "../log.ts";
import { readList } from "./items.ts";
import type { OwnFiles } from "./own-files.ts";
import { fileKey, forgetRecordings, RECORDINGS } from "./storage-keys.ts";

const id = v.pipe(v.string(), v.minLength(1));
const share = v.pipe(v.number(), v.minValue(0), v.maxValue(1));

const Kept = v.object({
  conversationID: id,
  clientMsgID: id,
  mime: v.string(),
  bytes: v.pipe(v.number(), v.minValue(0)),
  seconds: v.pipe(v.number(), v.minValue(1), v.maxValue(LONGEST_RECORDING)),
  levels: v.array(share),
});
type Kept = v.InferOutput<typeof Kept>;

/**
 * Stores recordings that wait to be sent: duration and levels in `local`, newest first; bytes with those of the
 * outbox, under the id of the later message.
 */
export function createKeptRecordings(local: Storage, files: OwnFiles): RecordingStore {
  const watchers = new Map<(event: RecordingsEvent) => void, string>();
  const tell = (send: (event: RecordingsEvent) => void, userID: string) => {
    const conversationIDs = readRecordings(local, userID).map(({ conversationID }) => conversationID);
    send({ type: "recordings.changed", conversationIDs });
  };
  const write = (userID: string, entries: readonly Kept[]) => {
    try {
      if (entries.length === 0) local.removeItem(RECORDINGS + userID);
      else local.setItem(RECORDINGS + userID, JSON.stringify(entries));
    } catch {
      logLine("storage", "a recording lasts as long as the page"); // the bytes are stored, so it can still be sent
    }
    for (const [send, watched] of watchers) if (watched === userID) tell(send, userID);
  };
  const dropBytes = ({ userID }: { userID: string }, { clientMsgID }: Kept) =>
    files.drop(fileKey(userID, clientMsgID));

  const take = ({ userID, conversationID }: { userID: string; conversationID: string }) => {
    const entries = readRecordings(local, userID);
    const taken = entries.find((entry) => entry.conversationID === conversationID);
    if (taken) write(userID, without(entries, conversationID));
    return taken;
  };

  return {
    async keepRecording({ userID, conversationID, clientMsgID, enclosure, bytes }) {
      const { mime, seconds, levels } = enclosure;
      const entries = readRecordings(local, userID);
      const gone = entries.filter((entry) => entry.conversationID === conversationID);
      const kept = { conversationID, clientMsgID, mime, bytes: bytes.size, seconds, levels: [...levels] };
      const all = [kept, ...without(entries, conversationID)];
      const key = fileKey(userID, clientMsgID);
      // Before the list: a recording in the list without bytes is dropped when it is read.
      const storing = files.keep(key, bytes);
      write(userID, all.slice(0, KEPT_RECORDINGS));
      for (const one of [...gone, ...all.slice(KEPT_RECORDINGS)])
        if (one.clientMsgID !== clientMsgID) await dropBytes({ userID }, one);
      await storing;
      return { clientMsgID, enclosure: { ...enclosure, preview: await files.addressOf(key) } };
    },
    async readRecording({ userID, conversationID }) {
      const kept = readRecordings(local, userID).find((entry) => entry.conversationID === conversationID);
      if (!kept) return null;
      const { clientMsgID, mime, bytes, seconds, levels } = kept;
      const preview = await files.addressOf(fileKey(userID, clientMsgID));
      if (preview === "") {
        take({ userID, conversationID });
        return null;
      }
      return { clientMsgID, enclosure: { type: "voice", mime, bytes, seconds, levels, preview } };
    },
    async dropRecording(owner) {
      const taken = take(owner);
      if (taken) await dropBytes(owner, taken);
    },
    async releaseRecording(owner) {
      take(owner);
    },
    watchRecordings({ userID }, send) {
      watchers.set(send, userID);
      tell(send, userID);
      return () => void watchers.delete(send);
    },
    forgetRecordings: () => forgetRecordings(local, files),
  };
}

export function readRecordings(local: Storage, userID: string): readonly Kept[] {
  return readList(local, RECORDINGS + userID, Kept);
}

function without(entries: readonly Kept[], conversationID: string): readonly Kept[] {
  return entries.filter((entry) => entry.conversationID !== conversationID);
}
