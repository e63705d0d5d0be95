/**
 * Mutants the paths do not notice, with the reason why that is no hole. Names as `mutation.ts` gives them; a name
 * that ends with "*" stands for every one that begins so.
 */
import type { ChartName } from "../../machines/index.ts";

const CHILD = "a child chart has no failure of its own; that every invoke says what if is a house rule";
const HELPER = "the port's calls do not throw; that every invoke says what if is a house rule";

const REPLACED = "a call that was replaced leaves no record and says nothing (R7, R8)";

/** `onError` of these invokes. */
const neverFailing = (reason: string, ...invokes: readonly string[]) =>
  Object.fromEntries(invokes.map((invoke) => [`${invoke} onError*`, reason]));

export const survivors: Partial<Record<ChartName, Readonly<Record<string, string>>>> = {
  app: {
    ...neverFailing(CHILD, "invoke notices", "invoke session", "invoke navigation"),
    ...neverFailing(HELPER, "invoke preferences"),
  },
  session: {
    ...neverFailing(
      CHILD,
      "signedOut invoke signInFlow",
      "owning.active invoke link",
      "owning.active invoke sync",
      "owning.active.ready invoke messenger",
    ),
    ...neverFailing(HELPER, "owning invoke tabLock"),
    ...neverFailing(
      "the session is past its beginning then: tests/unit/charts-session.test.ts",
      "owning invoke credentialEvents",
      "owning.active invoke connectionEvents",
    ),
    "owning.active.ready on place.changed actions setPlace":
      "shows only when the SDK crashes after a move: tests/unit/charts-session.test.ts",
  },
  navigation: {
    ...neverFailing(HELPER, "invoke address"),
    ...neverFailing("reading credentials does not fail", "checking invoke checkAccess"),
  },
  messenger: neverFailing(
    CHILD,
    "invoke conversations",
    "invoke contacts",
    "invoke outbox",
    "invoke alerts",
    "invoke phone",
    "invoke roster",
    "invoke callReceipts",
    "calls.listed invoke callList",
  ),
  conversations: neverFailing(HELPER, "invoke titleBar"),
  conversation: {
    ...neverFailing(
      CHILD,
      "invoke history",
      "invoke reading",
      "invoke composer",
      "invoke messageActions",
      "identity.open.group invoke membership",
    ),
    "peer.typing on im.typing #2 guard":
      "shows only in how long the word stays: tests/unit/charts-chat.test.ts",
  },
  history: { "tail.detached on outbox.message #2": "its parent does the same with what nobody else takes" },
  composer: {
    ...neverFailing(HELPER, "invoke typist"),
    "draft.saving on conversation.hidden guard": "the same words would be saved twice, which nobody notices",
  },
  phone: {
    ...neverFailing(
      CHILD,
      "invoke courier",
      "line.engaged.outgoing invoke caller",
      "line.engaged.incoming invoke callee",
    ),
    ...neverFailing(HELPER, "invoke lastWord"),
    "line.engaged.outgoing invoke caller onDone #1 actions tellEnd": REPLACED,
    'line.engaged.outgoing invoke caller onDone #2 actions setLastWord {"letter":null}':
      "shows when the page is left afterwards: R20 in tests/unit/charts-calls.test.ts",
    "line.engaged.incoming invoke callee onDone #1 actions tellEnd": REPLACED,
  },
  caller: {
    ...neverFailing(CHILD, "inRoom invoke room"),
    ...neverFailing(HELPER, "inRoom.calling invoke ringback", "inRoom.connected invoke wakeLock"),
    "inRoom.calling on signal.accept #2 actions setDevice":
      "shows once the link is back and both have met: R10 in tests/unit/charts-calls.test.ts",
    'inRoom.connected.apart after peerTimeout actions setReason {"reason":"peerLost"}':
      "whichever of the two is lost, the caller hears and writes the same",
  },
  callee: {
    ...neverFailing(CHILD, "on.call.inRoom invoke room"),
    ...neverFailing(HELPER, "on.call.ringing invoke ringtone", "on.call.inRoom.connected invoke wakeLock"),
  },
  room: neverFailing(HELPER, "invoke media"),
  outbox: neverFailing(HELPER, "invoke outboxStore"),
  alerts: neverFailing(HELPER, "invoke bell"),
};
