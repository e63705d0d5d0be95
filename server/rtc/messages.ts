import * as v from "valibot";
import { networkState } from "../demo/network-emulator/emulator.ts";

export const settingsSchema = v.object({
  apiKey: v.string(),
  secret: v.string(),
  /** 0: any free port. */
  udpPort: v.number(),
  isForNetwork: v.boolean(),
  /** Whether the network is simulated per user, as in the demo. */
  hasNetworkEmulator: v.boolean(),
});
export type WorkerSettings = v.InferOutput<typeof settingsSchema>;

/** A request of the host of a room. */
const moderationSchema = v.object({
  room: v.string(),
  identity: v.string(),
  /** `mute` is about all sound of the member. */
  action: v.picklist(["mute", "remove"]),
});
export type Moderation = v.InferOutput<typeof moderationSchema>;
/** `notFound`: the member is not in the room. */
export type ModerationOutcome = "done" | "notFound" | "unreachable";

const questionSchema = v.variant("question", [
  v.object({ question: v.picklist(["rooms", "stop"]) }),
  v.object({ question: v.literal("moderate"), moderation: moderationSchema }),
]);
export type Question = v.InferOutput<typeof questionSchema>;

/** A question of the main thread; the answer has the same `id`. */
const askSchema = v.object({ id: v.number(), about: questionSchema });
export type Ask = v.InferOutput<typeof askSchema>;

const networkNews = v.object({ userID: v.string(), state: networkState });
export type NetworkNews = v.InferOutput<typeof networkNews>;

export const toWorkerSchema = v.union([askSchema, networkNews]);

const roomSchema = v.object({
  name: v.string(),
  participants: v.array(v.object({ identity: v.string(), sid: v.string(), tracks: v.array(v.string()) })),
});
export type RoomSummary = v.InferOutput<typeof roomSchema>;

export const fromWorkerSchema = v.variant("kind", [
  v.object({ kind: v.literal("ready"), tcpPort: v.number(), udpPort: v.number() }),
  /** The start failed; the text is the reason. */
  v.object({ kind: v.literal("failed"), text: v.string() }),
  /** An error that did not stop the worker. */
  v.object({ kind: v.literal("trouble"), text: v.string() }),
  v.object({ kind: v.literal("rooms"), id: v.number(), rooms: v.array(roomSchema) }),
  /** Whether the member was in the room. */
  v.object({ kind: v.literal("moderated"), id: v.number(), wasFound: v.boolean() }),
  v.object({ kind: v.literal("stopped"), id: v.number() }),
]);
export type FromWorker = v.InferOutput<typeof fromWorkerSchema>;
