import { createActor, fromPromise, SimulatedClock } from "xstate";
import type { World, WorldStep, WorldToExplore } from "../explore/world.ts";
import { fetcher } from "./fetcher.ts";

interface FetcherWorld extends World {
  /** The state of the fetcher. */
  at(): string;
  failures(): number;
}

/** The fetcher with a server that may fail and a user who may cancel. */
function create(): FetcherWorld {
  let answer = { resolve: (_text: string) => {}, reject: (_error: unknown) => {} };
  let failures = 0;
  const clock = new SimulatedClock();
  const load = fromPromise<string, { address: string }>(
    () =>
      new Promise((resolve, reject) => {
        answer = { resolve, reject };
      }),
  );
  const machine = fetcher.provide({ actors: { load }, actions: { report: () => {} } });
  const actor = createActor(machine, { clock, input: { address: "" } }).start();
  const at = () => actor.getSnapshot().value;
  const fail = () => {
    failures += 1;
    answer.reject(new Error("failed"));
  };
  const cancel: WorldStep = {
    says: "the user cancels",
    costs: "cancel",
    run: () => actor.send({ type: "cancel" }),
  };
  const usual: Readonly<Record<string, WorldStep>> = {
    idle: { says: "the user loads", run: () => actor.send({ type: "load" }) },
    loading: { says: "the server answers", run: () => answer.resolve("hello") },
    waiting: { says: "the pause ends", run: () => clock.increment(1000) },
  };
  const others: Readonly<Record<string, readonly WorldStep[]>> = {
    loading: [{ says: "the server fails", costs: "failure", run: fail }, cancel],
    waiting: [cancel],
  };
  return {
    usual: () => usual[at()] ?? null,
    others: () => others[at()] ?? [],
    state: () => JSON.stringify([at(), actor.getSnapshot().context, failures]),
    at,
    failures: () => failures,
    stop: () => actor.stop(),
  };
}

const claims: WorldToExplore<FetcherWorld>["claims"] = {
  never: { "more than three failures": ({ failures }) => (failures() > 3 ? `${failures()} failures` : null) },
  eventually: {
    "it gives up only after three failures": ({ at, failures }) =>
      at() === "failed" && failures() < 3 ? `It gave up after ${failures()}` : null,
  },
  sometimes: { "it is loaded": ({ at }) => at() === "loaded", "it gives up": ({ at }) => at() === "failed" },
};

/** A cancelled load counts as an attempt: the fetcher has a defect, and `impatient` finds it. */
export const worlds = {
  patient: { bounds: { failure: 3 }, create, claims },
  impatient: { bounds: { failure: 3, cancel: 3 }, create, claims },
} satisfies Record<string, WorldToExplore<FetcherWorld>>;
