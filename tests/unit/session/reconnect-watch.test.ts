import { describe, expect, it } from "vitest";
import { missedSync, watchedEvent } from "../../../machines/session/reconnect-watch.ts";

const tired = { patience: 16_000, reconnections: 2 };

describe("the watch over a new connection", () => {
  it.each([
    ["im.connected", "wait", tired],
    ["im.syncStarted", "stop", { patience: 2000, reconnections: 0 }],
    ["im.syncFinished", "stop", tired],
    ["im.connecting", "stop", tired],
    ["im.syncProgress", "keep", tired],
    ["im.loading", "keep", tired],
    ["im.profileChanged", "keep", tired],
  ] as const)("at %s: %s", (type, step, watch) =>
    expect(watchedEvent(tired, { type })).toEqual({ watch, step }),
  );

  it.each([
    [2000, 0, "reconnect", 4000, 1],
    [4000, 1, "reconnect", 8000, 2],
    [8000, 2, "reconnect", 16_000, 3],
    [16_000, 3, "replace", 32_000, 0],
    [32_000, 0, "reconnect", 60_000, 1],
    [60_000, 1, "reconnect", 60_000, 2],
  ] as const)(
    "no sync within %i ms after %i reconnections: %s, then waits %i ms",
    (patience, reconnections, step, longer, count) =>
      expect(missedSync({ patience, reconnections })).toEqual({
        watch: { patience: longer, reconnections: count },
        step,
      }),
  );
});
