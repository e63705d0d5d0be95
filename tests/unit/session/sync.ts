import { expect } from "vitest";
import { selectReinstallPercent } from "../../../machines/session/sync.ts";
import { aWorld } from "../../fakes/world.ts";
import { childOf, openHeadless, type Stage } from "../../paths/stage.ts";
import type { PlainTests } from "../plain-tests.ts";

const LONGEST_PAUSE = 300_000;

/** A sync that starts and ends like this. */
async function sync({ act, ports }: Stage, end: "im.syncFailed" | "im.syncFinished"): Promise<void> {
  await act(() => ports.emit.sync({ type: "im.syncStarted", reinstall: true }));
  await act(() => ports.emit.sync({ type: end }));
}

const percentOf = ({ app }: Stage) => selectReinstallPercent(childOf(app, "session", "sync")?.getSnapshot());

const reconnections = ({ ports }: Stage) => ports.sent("im.reconnect").length;

/** Expects that the next reconnection comes after this pause, in milliseconds. */
async function expectPause(stage: Stage, pause: number): Promise<void> {
  const before = reconnections(stage);
  await stage.advance(pause - 1);
  expect(reconnections(stage)).toBe(before);
  await stage.advance(1);
  expect(reconnections(stage)).toBe(before + 1);
}

/** The pause after a failed sync, which the model takes at its longest. */
export const syncTests: PlainTests = {
  open: () => openHeadless({ world: aWorld() }),
  tests: {
    "4-117 a failed sync is repeated without a press, after a pause that doubles": async (stage) => {
      for (const pause of [2000, 4000, 8000]) {
        await sync(stage, "im.syncFailed");
        await expectPause(stage, pause);
      }
    },
    "4-117 a failed sync is repeated every five minutes at last": async (stage) => {
      for (let failures = 0; failures < 20; failures += 1) await sync(stage, "im.syncFailed");
      await expectPause(stage, LONGEST_PAUSE);
    },
    "2-08 a sync has no percentage before its own progress": async (stage) => {
      const { act, ports } = stage;
      await act(() => ports.emit.sync({ type: "im.syncStarted", reinstall: true }));
      await act(() => ports.emit.sync({ type: "im.syncProgress", percent: 40 }));
      expect(percentOf(stage)).toBe(40);
      await act(() => ports.emit.sync({ type: "im.syncFinished" }));
      await act(() => ports.emit.sync({ type: "im.syncStarted", reinstall: true }));
      expect(percentOf(stage)).toBeNull();
    },
    "4-117 the first pause is short again after a sync that finished": async (stage) => {
      for (const end of ["im.syncFailed", "im.syncFailed", "im.syncFinished", "im.syncFailed"] as const)
        await sync(stage, end);
      await expectPause(stage, 2000);
    },
  },
};
