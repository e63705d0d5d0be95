import { describe, expect, it } from "vitest";
import { type FirstSync, nextFirstSync } from "../../../machines/session/first-sync.ts";

type Happening = Parameters<typeof nextFirstSync>[1];

/** The states of a new session, one after each event. */
function states(events: readonly Happening[]): FirstSync[] {
  let state: FirstSync = "expected";
  return events.map((event) => {
    state = nextFirstSync(state, event);
    return state;
  });
}

describe("the first sync", () => {
  it.each<[string, readonly Happening[], readonly FirstSync[]]>([
    [
      "ends once for all",
      ["session.login", "im.syncStarted", "im.syncFinished", "im.syncStarted", "im.syncFailed"],
      ["expected", "expected", "finished", "finished", "finished"],
    ],
    ["is not over while it reports progress", ["im.syncProgress"], ["expected"]],
    [
      "fails, and is expected again at the next sync",
      ["im.syncFailed", "im.syncStarted"],
      ["failed", "expected"],
    ],
    [
      "fails, and is expected again at the next login",
      ["im.syncFailed", "session.login"],
      ["failed", "expected"],
    ],
    [
      "does not end by the end of a sync that did not start",
      ["im.syncFailed", "im.syncFinished"],
      ["failed", "failed"],
    ],
    ["is expected again for the next user", ["im.syncFinished", "session.left"], ["finished", "expected"]],
  ])("%s", (_, events, expected) => {
    expect(states(events)).toEqual(expected);
  });
});
