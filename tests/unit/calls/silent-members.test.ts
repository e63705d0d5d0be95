import { describe, expect, it } from "vitest";
import { checkedSilence, NO_CHECK, type Received } from "../../../machines/calls/silent-members.ts";

/** The data that arrives from a member in one check, and the report after it. */
interface Second {
  /** New packets, or null if none are expected. */
  packets: number | null;
  /** New data on the user's own connection, or null if the browser does not report it. */
  traffic: number | null;
  isLost?: boolean;
}

const SPEECH: Second = { packets: 50, traffic: 9000 };
const SILENCE: Second = { packets: 0, traffic: 80 };
const OFFLINE: Second = { packets: 0, traffic: 0 };
const MUTED: Second = { packets: null, traffic: 80 };
const UNREPORTED: Second = { packets: 0, traffic: null };

/** "silent" or "heard" for each check that changes it, "" for the others. */
function told(seconds: readonly Second[]): string[] {
  let check = NO_CHECK;
  let sums = { packets: 0, traffic: 0 };
  return seconds.map(({ packets, traffic, isLost = false }) => {
    sums = { packets: sums.packets + (packets ?? 0), traffic: sums.traffic + (traffic ?? 0) };
    const received: Received = {
      userID: "bob",
      packets: packets === null ? null : sums.packets,
      traffic: traffic === null ? null : sums.traffic,
      isLost,
    };
    const after = checkedSilence(check, [received]);
    check = after.check;
    return after.changes.map(({ isSilent }) => (isSilent ? "silent" : "heard")).join();
  });
}

const times = (count: number, second: Second) => Array.from({ length: count }, () => second);

describe("R21 a member", () => {
  it.each<[string, readonly Second[], readonly string[]]>([
    ["is heard while packets arrive", times(3, SPEECH), ["", "", ""]],
    [
      "is silent after three checks without a packet",
      [SPEECH, ...times(4, SILENCE)],
      ["", "", "", "silent", ""],
    ],
    ["is silent if no packet ever came", times(5, SILENCE), ["", "", "", "silent", ""]],
    [
      "is heard again with the first packet",
      [SPEECH, ...times(3, SILENCE), SPEECH],
      ["", "", "", "silent", "heard"],
    ],
    ["is not silent while the user is offline", [SPEECH, ...times(5, OFFLINE)], ["", "", "", "", "", ""]],
    [
      "stays silent while the user is offline",
      [SPEECH, ...times(3, SILENCE), ...times(3, OFFLINE)],
      ["", "", "", "silent", "", "", ""],
    ],
    [
      "is silent if the browser does not report the user's own connection",
      [SPEECH, ...times(3, UNREPORTED)],
      ["", "", "", "silent"],
    ],
    [
      "is not silent if the user goes offline after a check without a report",
      [SPEECH, UNREPORTED, OFFLINE, OFFLINE],
      ["", "", "", ""],
    ],
    [
      "is silent if only the check after one without a report brings no data",
      [SPEECH, SILENCE, UNREPORTED, OFFLINE],
      ["", "", "", "silent"],
    ],
    ["is not silent while muted", [SPEECH, ...times(5, MUTED)], ["", "", "", "", "", ""]],
    [
      "is not silent any more once muted",
      [SPEECH, ...times(3, SILENCE), MUTED],
      ["", "", "", "silent", "heard"],
    ],
    [
      "is silent at once if muted and lost",
      [SPEECH, { ...MUTED, isLost: true }, MUTED],
      ["", "silent", "heard"],
    ],
    ["is not silent if lost while packets arrive", [SPEECH, { ...SPEECH, isLost: true }], ["", ""]],
  ])("%s", (_, seconds, expected) => {
    expect(told(seconds)).toEqual(expected);
  });

  it("R21 a member is silent although data arrives only on the connection of another", () => {
    let check = NO_CHECK;
    const told = [1, 2, 3, 4].map((second) => {
      const bob: Received = { userID: "bob", packets: 7, traffic: 100, isLost: false };
      const carol: Received = { userID: "carol", packets: second, traffic: 100 + second, isLost: false };
      const after = checkedSilence(check, [bob, carol]);
      check = after.check;
      return after.changes;
    });
    expect(told).toEqual([[], [], [], [{ userID: "bob", isSilent: true }]]);
  });

  it("R21 a member who has left and returns counts as heard", () => {
    const bob: Received = { userID: "bob", packets: null, traffic: null, isLost: true };
    const silent = checkedSilence(NO_CHECK, [bob]);
    expect(silent.changes).toEqual([{ userID: "bob", isSilent: true }]);
    const alone = checkedSilence(silent.check, []);
    expect(alone.changes).toEqual([]);
    expect(checkedSilence(alone.check, [bob]).changes).toEqual([{ userID: "bob", isSilent: true }]);
  });
});
