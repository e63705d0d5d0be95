import * as v from "valibot";
import { isMeetingID } from "../../../machines/domain/call.ts";
import { STICKERS } from "../../../machines/domain/sticker.ts";

const count = v.pipe(v.number(), v.minValue(0));
const id = v.pipe(v.string(), v.minLength(1));
/** A `blob:` address is invalid after the page that made it closes. */
const gone = v.pipe(
  v.string(),
  v.transform(() => ""),
);
const kept = { mime: v.string(), bytes: count, preview: gone };
const sized = { width: count, height: count };
const source = v.object({ conversationID: id, clientMsgID: id });

export const StoredAttachment = v.variant("type", [
  v.object({ type: v.literal("picture"), name: v.string(), ...sized, ...kept }),
  v.object({ type: v.literal("video"), name: v.string(), ...sized, seconds: count, poster: gone, ...kept }),
  v.object({ type: v.literal("voice"), seconds: count, levels: v.array(count), ...kept }),
  v.object({ type: v.literal("file"), name: v.string(), ...kept }),
  v.object({
    type: v.literal("card"),
    card: v.object({ userID: id, nickname: v.string(), faceURL: v.string() }),
  }),
  v.object({
    type: v.literal("location"),
    name: v.string(),
    address: v.string(),
    point: v.object({ latitude: v.number(), longitude: v.number() }),
  }),
  v.object({ type: v.literal("face"), sticker: v.picklist(STICKERS) }),
  v.object({
    type: v.literal("meeting"),
    meeting: v.object({
      roomID: v.pipe(v.string(), v.check(isMeetingID)),
      subject: v.string(),
      extra: v.record(v.string(), v.unknown()),
    }),
  }),
  v.object({ type: v.literal("forward"), source, from: v.exactOptional(v.string()) }),
  v.object({
    type: v.literal("merged"),
    title: v.string(),
    lines: v.array(v.string()),
    sources: v.array(source),
  }),
]);
