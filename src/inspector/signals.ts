import * as v from "valibot";
import type { Language } from "../../machines/domain/language.ts";
import type { PlainEvent } from "../../tools/charts/inspector/messages.ts";
import type { ActorPicture, Picture } from "../../tools/charts/inspector/recording.ts";
import type { SequenceRules } from "../../tools/charts/inspector/sequence.ts";
import { ownTexts } from "./texts.ts";

/** What Parley's charts ask of the media and of the network, and the signals of calls between two pages. */

const MEDIA = /room|media|device|microphone|camera|sound|record|play|ring|wake|scan|publish|join/i;
const FROM_USER = ["user.", "page.", "address."] as const;

const Text = v.pipe(v.string(), v.nonEmpty());
const Room = v.object({ roomID: Text });
const Sent = v.object({ to: Text, signal: v.object({ kind: Text, invitation: Room }) });
const Received = v.object({
  type: v.pipe(v.string(), v.startsWith("signal.")),
  sender: v.object({ userID: Text }),
  invitation: Room,
});
const Owned = v.object({ userID: Text });

export function sequenceRules(language: Language): SequenceRules {
  const say = ownTexts(language);
  return {
    outside: [
      { name: "media", words: say("media") },
      { name: "wire", words: say("wire") },
    ],
    outsideOf: (name) => (MEDIA.test(name) ? "media" : "wire"),
    isFromUser: (type) => FROM_USER.some((prefix) => type.startsWith(prefix)),
    sent({ input }, sender, picture) {
      const sent = v.safeParse(Sent, input);
      if (!sent.success) return null;
      const { to, signal } = sent.output;
      const from = userOf(sender, picture);
      return {
        words: signal.kind,
        key: from === null ? null : keyOf(signal.kind, signal.invitation, from, to),
      };
    },
    received: receivedSignal,
  };
}

function receivedSignal(event: PlainEvent, receiver: ActorPicture, picture: Picture): string | null {
  const received = v.safeParse(Received, event);
  const to = received.success ? userOf(receiver, picture) : null;
  if (!received.success || to === null) return null;
  const { type, sender, invitation } = received.output;
  return keyOf(type.slice("signal.".length), invitation, sender.userID, to);
}

function keyOf(kind: string, { roomID }: v.InferOutput<typeof Room>, from: string, to: string): string {
  return JSON.stringify([kind, roomID, from, to]);
}

/** Maximum levels of actors. Any page can send data to the inspector, so parents may form a circle. */
const DEEPEST = 24;

/** Returns the user in the context of an actor or of its nearest parent that has one; null if none has. */
function userOf(of: ActorPicture, picture: Picture): string | null {
  let actor: ActorPicture | undefined = of;
  for (let level = 0; actor && level < DEEPEST; level += 1) {
    const owned = v.safeParse(Owned, actor.context);
    if (owned.success) return owned.output.userID;
    actor = actor.parentId === null ? undefined : picture.get(actor.parentId);
  }
  return null;
}

export const CALL_CHARTS: readonly string[] = ["caller", "callee", "groupCall", "meeting"];

/** Returns the session ids of the charts of calls that go on, oldest first. */
export function callsIn(picture: Picture): string[] {
  return [...picture.values()]
    .filter(({ name, isChart, status }) => isChart && status === "active" && CALL_CHARTS.includes(name))
    .map(({ sessionId }) => sessionId);
}
