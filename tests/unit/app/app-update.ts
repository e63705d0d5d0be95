import { expect } from "vitest";
import type { UpdateEvent } from "../../../machines/domain/platform-events.ts";
import { aParticipant, aWorld } from "../../fakes/world.ts";
import { childOf, openHeadless, type Stage } from "../../paths/stage.ts";
import type { PlainTests } from "../plain-tests.ts";

const SECOND = 1000;
const HOUR = 3600 * SECOND;

const updates = ({ app }: Stage) => childOf(app, "appUpdate");
const state = (stage: Stage): string => JSON.stringify(updates(stage)?.getSnapshot().value);
const isOffered = (stage: Stage): boolean => updates(stage)?.getSnapshot().hasTag("offered") ?? false;
const isApplying = (stage: Stage): boolean => updates(stage)?.getSnapshot().hasTag("applying") ?? false;
/** The commands of the chart to the worker and the page, in order. */
const done = ({ ports }: Stage): string[] =>
  ports.wire.map(({ call }) => call).filter((call) => call.startsWith("updates."));

const says = (stage: Stage, type: UpdateEvent["type"]) => stage.act(() => stage.ports.emit.updates({ type }));
const presses = (stage: Stage, type: "user.applyUpdate" | "user.postponeUpdate") =>
  stage.act(() => updates(stage)?.send({ type }));

const sync = (stage: Stage) => stage.act(() => stage.ports.emit.sync({ type: "im.syncFinished" }));

/** The user calls Anna. */
const call = (stage: Stage) =>
  stage.act(() =>
    childOf(stage.app, "session", "signedIn", "callManager")?.send({
      type: "user.call",
      participant: aParticipant(),
      mediaType: "voice",
    }),
  );
const hangUp = (stage: Stage) =>
  stage.act(() =>
    childOf(stage.app, "session", "signedIn", "callManager", "call")?.send({ type: "user.hangUp" }),
  );

/** The time until the worker is installed: the page's first half minute, then ten quiet seconds. */
async function register(stage: Stage): Promise<void> {
  await sync(stage);
  await stage.advance(30 * SECOND);
  await stage.advance(10 * SECOND);
}

export const appUpdateTests: PlainTests = {
  open: () => openHeadless({ world: aWorld(), hasUpdates: true }),
  tests: {
    "11-20 installs the worker only when the list has been there for a while": async (stage) => {
      await stage.advance(29 * SECOND);
      expect(updates(stage)).toBeUndefined();
      await stage.advance(SECOND);
      await stage.advance(10 * SECOND);
      expect(done(stage)).toEqual([]);
      await sync(stage);
      await stage.advance(9 * SECOND);
      expect(done(stage)).toEqual([]);
      await stage.advance(SECOND);
      expect(done(stage)).toEqual(["updates.register"]);
      expect(stage.ports.held.streams).toContain("updates");
    },
    "11-20 installs no worker during a call": async (stage) => {
      await sync(stage);
      await stage.advance(30 * SECOND);
      await call(stage);
      await stage.advance(10 * SECOND);
      expect(done(stage)).toEqual([]);
      await hangUp(stage);
      await stage.advance(10 * SECOND);
      expect(done(stage)).toEqual(["updates.register"]);
    },
    "11-20 installs no worker for a user who is signed out": async (stage) => {
      await sync(stage);
      await stage.act(() => stage.ports.emit.connection({ type: "im.kicked" }));
      await stage.advance(30 * SECOND);
      await stage.advance(30 * SECOND);
      expect(done(stage)).toEqual([]);
    },
    "11-20 listens in a tab whose user has another tab": async (stage) => {
      await stage.act(() => stage.ports.emit.tab({ type: "tab.lost" }));
      await stage.advance(30 * SECOND);
      await stage.advance(10 * SECOND);
      await says(stage, "update.replaced");
      expect(done(stage)).toEqual(["updates.register", "updates.reload"]);
    },
    "11-20 works as before where there is no worker": async (stage) => {
      stage.ports.hold("updates.register");
      await register(stage);
      await stage.act(() => stage.ports.reject("updates.register", "unknown"));
      expect(state(stage)).toBe('"without"');
      expect(stage.ports.wire).toContainEqual({
        call: "log",
        input: "appUpdate: xstate.error.actor.register",
      });
      await says(stage, "update.waiting");
      await stage.advance(HOUR);
      expect(isOffered(stage)).toBe(false);
      expect(done(stage)).toEqual(["updates.register"]);
    },
    "11-20 asks for a new release every hour": async (stage) => {
      await register(stage);
      await stage.advance(HOUR - SECOND);
      expect(done(stage)).toEqual(["updates.register"]);
      await stage.advance(SECOND);
      await stage.advance(HOUR);
      expect(done(stage)).toEqual(["updates.register", "updates.check", "updates.check"]);
    },
    "11-20 a new release waits for a tap, takes over, and the page is loaded again": async (stage) => {
      await register(stage);
      await says(stage, "update.waiting");
      expect([isOffered(stage), isApplying(stage)]).toEqual([true, false]);
      await stage.advance(HOUR);
      expect(done(stage)).toEqual(["updates.register"]);
      updates(stage)?.send({ type: "user.applyUpdate" });
      expect([isOffered(stage), isApplying(stage)]).toEqual([true, true]);
      await stage.settle();
      expect([isOffered(stage), isApplying(stage)]).toEqual([true, true]);
      expect(done(stage)).toEqual(["updates.register", "updates.apply"]);
      await says(stage, "update.replaced");
      await says(stage, "update.replaced");
      expect(done(stage)).toEqual(["updates.register", "updates.apply", "updates.reload"]);
      expect(isOffered(stage)).toBe(false);
    },
    "11-20 a dismissed offer does not come back": async (stage) => {
      await register(stage);
      await says(stage, "update.waiting");
      await presses(stage, "user.postponeUpdate");
      await says(stage, "update.waiting");
      await stage.advance(HOUR);
      expect(isOffered(stage)).toBe(false);
      expect(done(stage)).toEqual(["updates.register"]);
    },
    "11-20 a call that starts before the tap is not interrupted": async (stage) => {
      await register(stage);
      await says(stage, "update.waiting");
      await call(stage);
      await presses(stage, "user.applyUpdate");
      expect([isOffered(stage), isApplying(stage)]).toEqual([true, false]);
      expect(done(stage)).toEqual(["updates.register"]);
      await hangUp(stage);
      await presses(stage, "user.applyUpdate");
      expect(done(stage)).toEqual(["updates.register", "updates.apply"]);
    },
    "11-20 an update by another tab waits for the end of a call": async (stage) => {
      await register(stage);
      await call(stage);
      await says(stage, "update.replaced");
      await stage.advance(2 * SECOND);
      expect(done(stage)).toEqual(["updates.register"]);
      await hangUp(stage);
      await stage.advance(2 * SECOND - 1);
      expect(done(stage)).toEqual(["updates.register"]);
      await stage.advance(1);
      expect(done(stage)).toEqual(["updates.register", "updates.reload"]);
    },
    "11-20 the page is loaded again when the waiting release does not answer": async (stage) => {
      await register(stage);
      await says(stage, "update.waiting");
      await presses(stage, "user.applyUpdate");
      await stage.advance(10 * SECOND - 1);
      expect(done(stage)).toEqual(["updates.register", "updates.apply"]);
      await stage.advance(1);
      expect(done(stage)).toEqual(["updates.register", "updates.apply", "updates.reload"]);
    },
    "11-20 a worker that the server switched off offers nothing any more": async (stage) => {
      await register(stage);
      await says(stage, "update.waiting");
      await says(stage, "update.off");
      expect(isOffered(stage)).toBe(false);
      expect(stage.ports.held.streams).not.toContain("updates");
      await stage.advance(HOUR);
      expect(done(stage)).toEqual(["updates.register"]);
    },
  },
};
