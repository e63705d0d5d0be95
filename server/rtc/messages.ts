import * as v from "valibot";
import { cableState } from "../demo/network-emulator/cables.ts";

/** What the worker is started with. */
export const settingsSchema = v.object({
  apiKey: v.string(),
  secret: v.string(),
  /** 0: any free port. */
  udpPort: v.number(),
  /** Whether packets from other machines are answered. */
  isForNetwork: v.boolean(),
  /** Whether people's cables can be cut, as in the demo. */
  hasCables: v.boolean(),
});
export type WorkerSettings = v.InferOutput<typeof settingsSchema>;

/** What the main thread asks; `id` comes back with the answer. */
const askSchema = v.object({ id: v.number(), question: v.picklist(["rooms", "stop"]) });
export type Ask = v.InferOutput<typeof askSchema>;

/** What has become of somebody's cable. */
const cableNews = v.object({ userID: v.string(), state: cableState });
export type CableNews = v.InferOutput<typeof cableNews>;

/** What the main thread says. */
export const toWorkerSchema = v.union([askSchema, cableNews]);

/** Who is in a room; tracks by sid. */
const roomSchema = v.object({
  name: v.string(),
  participants: v.array(v.object({ identity: v.string(), sid: v.string(), tracks: v.array(v.string()) })),
});
export type RoomSummary = v.InferOutput<typeof roomSchema>;

/** What the worker says. */
export const fromWorkerSchema = v.variant("kind", [
  v.object({ kind: v.literal("ready"), tcpPort: v.number(), udpPort: v.number() }),
  /** It cannot start; the text says why. */
  v.object({ kind: v.literal("failed"), text: v.string() }),
  /** Something went wrong, and it goes on. */
  v.object({ kind: v.literal("trouble"), text: v.string() }),
  v.object({ kind: v.literal("rooms"), id: v.number(), rooms: v.array(roomSchema) }),
  v.object({ kind: v.literal("stopped"), id: v.number() }),
]);
export type FromWorker = v.InferOutput<typeof fromWorkerSchema>;
