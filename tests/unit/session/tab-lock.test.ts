import { describe, expect, it } from "vitest";
import {
  holdsLock,
  NEW_TAB_LOCK,
  nextTabLock,
  type TabLockEvent,
} from "../../../machines/session/tab-lock.ts";

const granted = (request: number): TabLockEvent => ({ type: "lock.granted", request });
const taken = (request: number): TabLockEvent => ({ type: "lock.taken", request });
const rejected = (request: number): TabLockEvent => ({ type: "lock.rejected", request });
const steal: TabLockEvent = { type: "tab.steal" };
const release: TabLockEvent = { type: "tab.release" };

/**
 * The requests of a new tab to the browser and its reports to the session, an entry for each event, and its last state.
 */
function run(events: readonly TabLockEvent[]) {
  let lock = NEW_TAB_LOCK;
  const steps = events.map((event) => {
    const next = nextTabLock(lock, event);
    lock = next.lock;
    return [next.ask, next.tell].filter((step) => step !== null).join(" ");
  });
  return { lock, steps };
}

describe("4-18 the lock of a user's SDK", () => {
  it.each<[string, readonly TabLockEvent[], readonly string[]]>([
    ["belongs to the first tab", [granted(1)], ["tab.owned"]],
    ["belongs to a tab whose browser refuses locks", [rejected(1)], ["tab.owned"]],
    ["is elsewhere for a later tab, which queues", [taken(1)], ["queue tab.elsewhere"]],
    ["goes to the waiting tab", [taken(1), granted(2)], ["queue tab.elsewhere", "tab.owned"]],
    ["is stolen on demand", [taken(1), steal, granted(3)], ["queue tab.elsewhere", "steal", "tab.owned"]],
    ["is stolen once by two presses", [taken(1), steal, steal], ["queue tab.elsewhere", "steal", ""]],
    [
      "is not given up for the abort of the queue",
      [taken(1), steal, rejected(2), granted(3)],
      ["queue tab.elsewhere", "steal", "", "tab.owned"],
    ],
    [
      "is not owned twice if the queue ends during the steal",
      [taken(1), steal, granted(2), granted(3), rejected(2)],
      ["queue tab.elsewhere", "steal", "", "tab.owned", ""],
    ],
    [
      "can be stolen again after a refused steal",
      [taken(1), steal, rejected(3), steal, granted(5)],
      ["queue tab.elsewhere", "steal", "queue", "steal", "tab.owned"],
    ],
    ["is not requested without end", [taken(1), rejected(2), steal], ["queue tab.elsewhere", "", "steal"]],
    [
      "is lost to another tab, and comes back",
      [granted(1), rejected(1), granted(2)],
      ["tab.owned", "queue tab.lost", "tab.owned"],
    ],
    ["is not stolen by its owner", [granted(1), steal], ["tab.owned", ""]],
    ["changes nothing after the release", [release, granted(1), steal], ["", "", ""]],
  ])("%s", (_, events, steps) => {
    expect(run(events).steps).toEqual(steps);
  });

  it("is kept with the number of its request, so that a late answer does not change its owner", () => {
    expect(run([taken(1), granted(2)]).lock).toEqual({ phase: "owning", request: 2 });
    expect(run([taken(1), granted(2), rejected(1), granted(1)]).lock).toEqual({
      phase: "owning",
      request: 2,
    });
  });

  it.each<[string, readonly TabLockEvent[], number, boolean]>([
    ["the granted lock", [granted(1)], 1, true],
    ["no lock of an earlier request", [taken(1), steal, granted(2)], 2, false],
    ["no lock after the release", [release, granted(1)], 1, false],
  ])("is held: %s", (_, events, request, isHeld) => {
    expect(holdsLock(run(events).lock, request)).toBe(isHeld);
  });
});
