import * as v from "valibot";
import { type ActorPicture, activePaths, type Recording } from "../../tools/charts/inspector/recording.ts";

/** The phones of the page from left to right. A phone's profile has its name. */
export type PhoneName = "left" | "middle" | "right";

/** Returns the phones that the page's query asks for: three by `phones=3`, two otherwise. */
export function phonesOf(query: string): readonly PhoneName[] {
  const isThree = new URLSearchParams(query).get("phones") === "3";
  return isThree ? ["left", "middle", "right"] : ["left", "right"];
}

/** The next button to press for a call. */
export interface Hint {
  press: "person" | "call" | "accept";
  phones: readonly PhoneName[];
}

/**
 * Returns the phones that sign in, call or accept next; null while a page loads, during a call, or if no phone can be
 * called. The first phone calls.
 */
export function hintOf(recording: Recording, phones: readonly PhoneName[]): Hint | null {
  const states = phones.map((name) => ({ name, is: stateOf(recording, name) }));
  const those = (state: PhoneState) => states.filter(({ is }) => is === state).map(({ name }) => name);
  const [signedOut, ringing] = [those("signedOut"), those("ringing")];
  if (those("loading").length > 0) return null;
  if (ringing.length > 0) return { press: "accept", phones: ringing };
  if (signedOut.length > 0) return { press: "person", phones: signedOut };
  const isFree = those("free").length === phones.length;
  return isFree ? { press: "call", phones: phones.slice(0, 1) } : null;
}

type PhoneState = "loading" | "signedOut" | "free" | "ringing" | "other";

function stateOf(recording: Recording, phone: PhoneName): PhoneState {
  const actors = actorsOf(recording, phone);
  const has = (names: readonly string[], state: string) =>
    actors.some(({ name, value }) => names.includes(name) && activePaths(value).includes(state));
  if (has(["callee", "groupCall"], "ringing")) return "ringing";
  if (has(["callManager"], "free")) return "free";
  if (has(["session"], "signedOut")) return "signedOut";
  return has(["session"], "owning") ? "other" : "loading";
}

const SignedIn = v.object({ userID: v.string() });

/** Returns the user id of a phone's session chart; "" before sign-in. */
export function userOf(recording: Recording, phone: PhoneName): string {
  const session = actorsOf(recording, phone).find(({ name }) => name === "session");
  const signedIn = v.safeParse(SignedIn, session?.context);
  return signedIn.success ? signedIn.output.userID : "";
}

function actorsOf(recording: Recording, name: PhoneName): ActorPicture[] {
  return [...recording.now.values()].filter(
    ({ phone, status }) => status === "active" && recording.phones.get(phone)?.name === name,
  );
}
