import * as v from "valibot";
import {
  type ActorPicture,
  activePaths,
  type Picture,
  stateWords,
} from "../../../tools/charts/inspector/recording.ts";

/**
 * What a phone shows at one moment of a recording: the states of its charts, and the values that its screens read. All
 * of it is parsed, because anybody can write a recording.
 */

/** Maximum levels of a state, and characters of a name. */
const DEEPEST = 8;
const LONGEST = 80;

export type StateValue = string | { [name: string]: StateValue };

const State = v.custom<StateValue>((given) => isState(given, 0));
const Name = v.pipe(
  v.string(),
  v.transform((text) => text.slice(0, LONGEST)),
);
const Moment = v.nullable(v.pipe(v.number(), v.finite()));

const CallContext = v.object({
  userID: Name,
  invitation: v.object({ roomID: Name, mediaType: v.picklist(["voice", "video"]) }),
  participant: v.object({ userInfo: v.object({ userID: Name, nickname: Name }) }),
  startedAt: Moment,
  partedAt: Moment,
});
const Device = v.object({ value: State, context: v.object({ isWanted: v.boolean() }) });
const Session = v.object({ value: State, microphone: v.nullable(Device) });

const Call = v.object({
  what: v.literal("call"),
  /** Of the call manager: it knows whether the call is minimised. */
  line: State,
  chart: v.picklist(["caller", "callee"]),
  value: State,
  context: CallContext,
  /** The charts in the media room; null outside of it. */
  room: v.nullable(v.object({ value: State, session: v.nullable(Session) })),
});

/** `ended` is the last state of the last call; null before a call. */
const Rest = v.object({
  what: v.literal("rest"),
  ended: v.nullable(v.object({ reason: Name, isOutgoing: v.boolean(), startedAt: Moment })),
});

/** A call that is not drawn: of many, or with values that are not those of a call. */
const Other = v.object({ what: v.literal("other") });

export const Still = v.object({
  /** Milliseconds since the epoch. */
  now: v.pipe(v.number(), v.finite()),
  /** The name of the page. */
  name: Name,
  shows: v.variant("what", [Call, Rest, Other]),
});

export type Still = v.InferOutput<typeof Still>;
export type StillCall = v.InferOutput<typeof Call>;

/** Returns what a phone shows. `phone` is its page. */
export function stillOf(picture: Picture, phone: { id: string; name: string }, now: number): Still {
  const actors = [...picture.values()].filter((actor) => actor.phone === phone.id);
  return { now, name: phone.name.slice(0, LONGEST), shows: showsOf(actors) };
}

function showsOf(actors: readonly ActorPicture[]): Still["shows"] {
  const active = actors.filter(({ status }) => status === "active");
  const below = (parent: ActorPicture | undefined, is: (actor: ActorPicture) => boolean) =>
    parent && active.find((actor) => actor.parentId === parent.sessionId && is(actor));
  const manager = active.find(({ name }) => name === "callManager");
  const call = below(manager, ({ name }) => name === "caller" || name === "callee");
  if (!manager || !call) {
    const isEngaged = manager && activePaths(manager.value).includes("engaged");
    return isEngaged ? { what: "other" } : { what: "rest", ended: endedOf(actors) };
  }
  const room = below(call, ({ name }) => name === "callRoom");
  const session = below(room, ({ name }) => name === "mediaSession");
  const microphone = below(session, ({ id }) => id === "microphone");
  const shown = v.safeParse(Call, {
    what: "call",
    line: manager.value,
    chart: call.name,
    value: call.value,
    context: call.context,
    room: room
      ? {
          value: room.value,
          session: session ? { value: session.value, microphone: microphone ?? null } : null,
        }
      : null,
  });
  return shown.success ? shown.output : { what: "other" };
}

/** Returns how the last call ended. The name of a call's last state is the reason. */
function endedOf(actors: readonly ActorPicture[]) {
  const [last] = actors
    .filter(({ name, status }) => (name === "caller" || name === "callee") && status === "done")
    .sort((a, b) => (b.last ?? 0) - (a.last ?? 0));
  if (!last) return null;
  const context = v.safeParse(v.object({ startedAt: Moment }), last.context);
  return {
    reason: stateWords(last.value).slice(0, LONGEST),
    isOutgoing: last.name === "caller",
    startedAt: context.success ? context.output.startedAt : null,
  };
}

function isState(given: unknown, level: number): boolean {
  if (typeof given === "string") return given.length <= LONGEST;
  if (typeof given !== "object" || given === null || level >= DEEPEST) return false;
  return Object.values(given).every((below) => isState(below, level + 1));
}
