import { describe, expect, it } from "vitest";
import type { Chooser, Option } from "../../tools/charts/explore/chooser.ts";
import { type Claims, createWitness } from "../../tools/charts/explore/claims.ts";
import { explore, type Settings, type Subject } from "../../tools/charts/explore/explore.ts";
import { shrink } from "../../tools/charts/explore/shrink.ts";
import { tour } from "../../tools/charts/explore/tour.ts";
import { isEverything } from "../everything.ts";
import { SLICES as CALLS } from "./calls/spaces.ts";
import { run } from "./command.ts";
import { SLICES as MESSAGES } from "./messages/spaces.ts";

/** A handshake of two parties: one asks until the other confirms; both must then agree that they are connected. */
interface Handshake {
  asker: "idle" | "asking" | "connected" | "over";
  other: "idle" | "connected";
  asked: number;
  flight: string[];
  trace: string[];
}

const AGREE: Claims<Handshake> = {
  never: { "more than three questions": ({ asked }) => (asked > 3 ? `${asked} questions` : null) },
  eventually: {
    "both agree": ({ asker, other }) =>
      (asker === "connected") === (other === "connected") ? null : `${asker} and ${other}`,
  },
  sometimes: {
    "the question is repeated": ({ asked }) => asked > 1,
    "both are connected": ({ asker, other }) => asker === "connected" && other === "connected",
    "the asker gives up": ({ asker }) => asker === "over",
  },
};

/** `isPatient`: the other party leaves again when the asker gives up. Without it the two may disagree. */
function handshake(isPatient: boolean, claims = AGREE): Subject {
  return async (chooser: Chooser) => {
    const world: Handshake = { asker: "idle", other: "idle", asked: 0, flight: [], trace: [] };
    const witness = createWitness(claims);
    const send = (word: string) => {
      const options = [
        { says: `${word} is on its way` },
        { says: `${word} is lost`, costs: "loss" },
      ] as const;
      if (chooser.choose(options) === 0) world.flight.push(word);
    };
    const ask = () => {
      world.asker = "asking";
      world.asked += 1;
      send("question");
    };
    const arrive = (word: string) => {
      world.flight.splice(world.flight.indexOf(word), 1);
      if (word === "question") {
        world.other = "connected";
        send("answer");
      }
      if (word === "answer" && world.asker === "asking") world.asker = "connected";
      if (word === "goodbye") world.other = "idle";
    };
    const giveUp = () => {
      world.asker = "over";
      if (isPatient) world.flight.push("goodbye");
    };
    const takes = (says: string, does: () => void, costs?: string) => ({ says, does, costs });
    for (;;) {
      witness.look(world);
      const rest = world.asker === "asking" ? (world.asked < 3 ? ask : giveUp) : null;
      const usual = world.flight.map((word) => takes(`${word} arrives`, () => arrive(word)));
      const all = [
        ...usual.slice(0, 1),
        ...(rest ? [takes("the asker waits no more", rest, usual.length > 0 ? "early" : undefined)] : []),
        ...(world.asker === "idle" ? [takes("the asker asks", ask)] : []),
      ];
      const [first, ...more] = all;
      if (!first) break;
      const options: [Option, ...Option[]] = [first, ...more];
      const index = chooser.choose(options, () => JSON.stringify(world));
      if (index === null) return { broken: witness.broken, seen: witness.seen };
      all[index]?.does();
      world.trace.push(all[index]?.says ?? "");
    }
    witness.end(world);
    return { broken: witness.broken, seen: witness.seen };
  };
}

describe("the engine", () => {
  it("11-14 explores every run within the bounds and counts states and runs", async () => {
    const report = await explore(handshake(true), { bounds: { loss: 0, early: 0 } });
    expect(report).toMatchObject({ isFinished: true, runs: 1, states: 3, merged: 0, counterexamples: [] });
    const wide = await explore(handshake(true), { bounds: { loss: 2, early: 1 } });
    expect(wide.isFinished).toBe(true);
    expect(wide.counterexamples).toEqual([]);
    expect(wide.states).toBeGreaterThan(report.states);
    expect(wide.merged).toBeGreaterThan(0);
    expect(wide.runs).toBeLessThan(wide.choices);
  });

  it("11-14 tells which claims held in some run", async () => {
    const none = await explore(handshake(true), { bounds: {} });
    expect([...none.seen.keys()]).toEqual(["both are connected"]);
    const all = await explore(handshake(true), { bounds: { loss: 3 } });
    expect([...all.seen.keys()].sort()).toEqual(Object.keys(AGREE.sometimes).sort());
  });

  it("11-14 finds a seeded defect with the fewest deviations", async () => {
    expect(await explore(handshake(false), { bounds: { loss: 2 } })).toMatchObject({ counterexamples: [] });
    const { counterexamples } = await explore(handshake(false), { bounds: { loss: 3 }, stopsAtFirst: true });
    expect(counterexamples).toHaveLength(1);
    expect(counterexamples[0]).toMatchObject({
      claim: "both agree",
      says: "over and connected",
      deviations: [
        { says: "question is lost", costs: "loss" },
        { says: "question is lost", costs: "loss" },
        { says: "answer is lost", costs: "loss" },
      ],
    });
  });

  it("11-15 shrinks a counterexample to the deviations that it needs", async () => {
    const bounds = { loss: 3, early: 3 };
    const long = await explore(handshake(false), { bounds });
    const [found] = long.counterexamples;
    if (!found) throw new Error("nothing found");
    const noise = {
      ...found,
      deviations: await deviationsOf(handshake(false), [
        "the asker waits no more",
        "answer is lost",
        "answer is lost",
        "answer is lost",
      ]),
    };
    const small = await shrink(handshake(false), noise, bounds);
    expect(small.claim).toBe("both agree");
    expect(small.deviations.length).toBeLessThan(noise.deviations.length);
    expect(small.deviations.length).toBeLessThanOrEqual(found.deviations.length);
  });

  it("11-14 stops early and says so", async () => {
    const report = await explore(handshake(true), { bounds: { loss: 3 }, isOver: (runs) => runs >= 2 });
    expect(report).toMatchObject({ isFinished: false, runs: 2 });
  });

  it("refuses a subject that cannot be repeated", async () => {
    let runs = 0;
    const unsteady: Subject = async (chooser) => {
      runs += 1;
      chooser.choose([{ says: "usual" }, { says: `other ${runs}` }]);
      return { broken: [], seen: [] };
    };
    await expect(explore(unsteady, { bounds: {} })).rejects.toThrow("cannot be repeated");
  });
});

describe("a tour", () => {
  it.each([
    { loss: 0, early: 0 },
    { loss: 2, early: 1 },
    { loss: 3, early: 3 },
  ])(
    "11-14 meets the states and the broken claims of the runs with few deviations first: %j",
    async (bounds) => {
      for (const subject of [handshake(true), handshake(false)]) {
        const [all, toured] = [await met(explore, subject, bounds), await met(tour, subject, bounds)];
        expect(toured.states).toEqual(all.states);
        expect(brokenIn(toured.report)).toEqual(brokenIn(all.report));
        expect([...toured.report.seen.keys()].sort()).toEqual([...all.report.seen.keys()].sort());
        expect(toured.report).toMatchObject({ isFinished: true, states: all.report.states });
        expect(toured.report.runs).toBeLessThanOrEqual(all.report.runs);
      }
    },
  );

  it
    .runIf(isEverything)
    .each([
      ...CALLS.filter(({ name }) => name === "two users call a third"),
      ...MESSAGES.filter(({ name }) => / one answer is lost$/.test(name)),
    ])("11-14 meets the same states of real charts: $name", async ({ subject, bounds }) => {
    const [all, toured] = [await met(explore, subject(), bounds), await met(tour, subject(), bounds)];
    expect(toured.states).toEqual(all.states);
    expect(toured.report.choices).toBe(all.report.choices);
    expect([...toured.report.seen.keys()].sort()).toEqual([...all.report.seen.keys()].sort());
  });

  it("11-14 goes on at a known state, so it needs fewer runs", async () => {
    const [all, toured] = [
      await explore(corridor, { bounds: STEPS }),
      await tour(corridor, { bounds: STEPS }),
    ];
    expect(toured).toMatchObject({ states: all.states, choices: all.choices, isFinished: true });
    expect(toured.runs).toBeLessThan(all.runs / 2);
  });

  it("11-14 tells a counterexample that is within the bounds, though its run was not", async () => {
    const { counterexamples } = await tour(corridor, { bounds: STEPS });
    expect(counterexamples).toMatchObject([{ claim: "no pit", deviations: [{ point: 18, says: "aside" }] }]);
  });

  it("stops early and says so", async () => {
    const settings = { bounds: { loss: 3 }, isOver: (runs: number) => runs >= 2 };
    expect(await tour(handshake(true), settings)).toMatchObject({ isFinished: false, runs: 2 });
  });

  it("refuses a subject that cannot be repeated, and a run without end", async () => {
    let runs = 0;
    const unsteady: Subject = async (chooser) => {
      runs += 1;
      chooser.choose([{ says: `usual ${runs}` }, { says: `other ${runs}` }]);
      return { broken: [], seen: [] };
    };
    await expect(tour(unsteady, { bounds: {} })).rejects.toThrow("cannot be repeated");
    const endless: Subject = async (chooser) => {
      for (let count = 0; ; count += 1) chooser.choose([{ says: "on" }], () => String(count));
    };
    await expect(tour(endless, { bounds: {} })).rejects.toThrow("does not end");
  });
});

const STEPS = { step: 3 };

/** A way of 20 places. At each, a step aside leads to the next place too, and once into a pit. */
const corridor: Subject = async (chooser) => {
  const broken: { claim: string; says: string }[] = [];
  for (let place = 0; place < 20; place += 1) {
    const options = [{ says: "on" }, { says: "aside", costs: "step" }] as const;
    const option = chooser.choose(options, () => `${place} ${broken.length}`);
    if (option === null) break;
    if (option === 1 && place === 18) broken.push({ claim: "no pit", says: "The party falls." });
  }
  return { broken, seen: [] };
};

/** Explores, and collects the states of all runs. */
async function met(by: typeof explore, subject: Subject, bounds: Settings["bounds"]) {
  const states = new Set<string>();
  const watched: Subject = (chooser) =>
    subject({
      choose(options, state) {
        if (state) states.add(state());
        return chooser.choose(options, state);
      },
    });
  const report = await by(watched, { bounds });
  return { report, states: [...states].sort() };
}

function brokenIn({ counterexamples }: Awaited<ReturnType<typeof explore>>): string[] {
  return counterexamples.map(({ claim }) => claim).sort();
}

/** Takes these options as soon as they are possible, and returns where. */
async function deviationsOf(subject: Subject, wanted: readonly string[]) {
  const taken: { point: number; says: string; costs?: string | undefined }[] = [];
  let point = -1;
  await subject({
    choose(options) {
      point += 1;
      const index = options.findIndex(({ says }) => says === wanted[taken.length]);
      const option = options[index];
      if (index <= 0 || !option) return 0;
      taken.push({ ...option, point });
      return index;
    },
  });
  return taken.map(({ point: at, says, costs }) => ({ point: at, says, costs }));
}

describe("11-14 the command", () => {
  it("names the spaces if none begins with the words", async () => {
    const told: string[] = [];
    expect(await run(["nobody", "acts"], (line) => told.push(line))).toBe(1);
    expect(told.join("\n")).toContain('The name of no space begins with "nobody acts".');
    expect(told.join("\n")).toContain("calls: two users call a third");
  });

  it("explores the spaces whose name begins with the words", async () => {
    const told: string[] = [];
    expect(await run(["sessions:", "two", "sign-in", "pages,", "one"], (line) => told.push(line))).toBe(0);
    expect(told.filter((line) => !line.startsWith(" "))).toEqual([
      expect.stringMatching(/^sessions: two sign-in pages, one user \(2 devices/),
    ]);
  });
});
