/** The kept pictures of states. `npm run pictures` compares them with the screens. */
import { statSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { AnyStateMachine } from "xstate";
import { type ChartName, charts } from "../../machines/index.ts";
import { allLeaves } from "../../tools/charts/paths/structure.ts";
import { statesWithoutPicture, withoutScreen } from "../looks/states/without-picture.ts";
import { namesOfPictures, readStates } from "../looks/support/kept-states.ts";
import { models } from "../paths/models/index.ts";
import { hasNoModel, withoutModel } from "../paths/models/without-model.ts";

const all = Object.entries(charts) as [ChartName, AnyStateMachine][];
const ADVICE = '"npm run pictures -- --update" takes them again';
/** Bytes. */
const MOST_OF_ONE = 12_000;
const MOST_OF_ALL = 4_000_000;

describe("11-64 docs/pictures", () => {
  it("has each state of each chart with a screen, or the reason why not", () => {
    const known = readStates();
    const reasons: Readonly<Partial<Record<ChartName, string>>> = { ...withoutModel, ...withoutScreen };
    const missing = all.flatMap(([name, machine]) => {
      const pictured = known[name];
      if (reasons[name] !== undefined) return pictured && "reason" in pictured ? [] : [name];
      if (!pictured || "reason" in pictured) return [name];
      const there = [...Object.keys(pictured.states), ...Object.keys(pictured.reasons)].sort();
      return there.join() === allLeaves(machine).sort().join() ? [] : [name];
    });
    expect(missing, ADVICE).toEqual([]);
    expect(Object.keys(known).filter((name) => !(name in charts))).toEqual([]);
  });

  it("leaves out no chart whose model presses or sees something", () => {
    const seen = Object.keys(withoutScreen).filter((name) => {
      const chart = all.find(([one]) => one === name)?.[0];
      if (!chart || hasNoModel(chart)) return true;
      return models[chart]((...given) =>
        given.some(({ press, rows }) => press || Object.values(rows).some((row) => "sees" in row)),
      );
    });
    expect(seen).toEqual([]);
    const unknown = Object.entries(statesWithoutPicture).flatMap(([name, states]) => {
      const leaves = all.flatMap(([one, machine]) => (one === name ? allLeaves(machine) : []));
      return Object.keys(states).filter((state) => !leaves.includes(state));
    });
    expect(unknown).toEqual([]);
  });

  it("has each picture that a state names, no other, and all are small", () => {
    const named = Object.values(readStates()).flatMap((pictured) =>
      "states" in pictured ? Object.values(pictured.states).flatMap(({ light, dark }) => [light, dark]) : [],
    );
    expect(namesOfPictures(), ADVICE).toEqual([...new Set(named)].sort());
    const sizes = namesOfPictures().map((name) => statSync(`docs/pictures/${name}.png`).size);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(MOST_OF_ONE);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(MOST_OF_ALL);
  });
});
