/** Finds members of a call whose packets have stopped, because their device or network failed (R21). Pure functions. */

/** Checks in a row without a packet until a member is silent. A sleeping page makes no checks. */
const LIMIT = 3;
/** The user's own connection counts as up if any data arrived within this many checks. */
const RECENT = 1;

/** A growing sum, and the number of checks since it last changed. */
interface Count {
  sum: number;
  quietFor: number;
}

export interface MemberSilence {
  packets: Count;
  isSilent: boolean;
}

export interface SilenceCheck {
  /** All data on the user's own connection. */
  traffic: Count;
  members: ReadonlyMap<string, MemberSilence>;
}

/** The state before the first check: all members count as heard. */
export const NO_CHECK: SilenceCheck = { traffic: { sum: 0, quietFor: 0 }, members: new Map() };

/** What has arrived from a member so far. */
export interface Received {
  userID: string;
  /** Null if none are expected: nothing is published, or it is muted or paused. */
  packets: number | null;
  /** Bytes and answers on the user's own connection. Null if the browser does not report it. */
  traffic: number | null;
  /** Whether the server reports the member's connection as lost. */
  isLost: boolean;
}

const UNKNOWN: Count = { sum: Number.NaN, quietFor: 0 };

/** Returns the state after a check of all members, and the members who became silent or heard again. */
export function checkedSilence(
  before: SilenceCheck,
  received: readonly Received[],
): { check: SilenceCheck; changes: readonly { userID: string; isSilent: boolean }[] } {
  const sums = received.flatMap(({ traffic }) => traffic ?? []);
  const traffic =
    sums.length > 0 ? counted(before.traffic, Math.max(...sums)) : { ...before.traffic, quietFor: 0 };
  const isUp = traffic.quietFor <= RECENT;
  const members = new Map(
    received.map((one) => [one.userID, memberAfter(before.members.get(one.userID), one, isUp)]),
  );
  const changes = [...members]
    .map(([userID, { isSilent }]) => ({ userID, isSilent }))
    .filter(({ userID, isSilent }) => isSilent !== (before.members.get(userID)?.isSilent ?? false));
  return { check: { traffic, members }, changes };
}

function memberAfter(
  before: MemberSilence = { packets: UNKNOWN, isSilent: false },
  { packets, isLost }: Received,
  isUp: boolean,
): MemberSilence {
  const isExpected = packets !== null;
  const count = isExpected ? counted(before.packets, packets) : UNKNOWN;
  const isHeard = isExpected && count.quietFor === 0;
  const hasStopped = count.quietFor >= LIMIT && isUp;
  const isSilent = !isHeard && (hasStopped || isLost || (isExpected && before.isSilent));
  return { packets: count, isSilent };
}

function counted(before: Count, sum: number): Count {
  return { sum, quietFor: sum === before.sum ? before.quietFor + 1 : 0 };
}
