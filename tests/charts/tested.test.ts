/** What the inspector shows of the tests of each chart. `npm run charts` writes `docs/tested/edits.json`. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { AnyStateMachine } from "xstate";
import { type ChartName, charts } from "../../machines/index.ts";
import type { Edits } from "../../src/inspector/tested.ts";
import { describeChart } from "../../tools/charts/draw/description.ts";
import { fingerprintOf } from "../../tools/charts/draw/fingerprint.ts";
import { drawChart, fingerprintOfChart } from "../../tools/charts/draw/index.ts";
import { editsOf } from "../../tools/charts/mutate/edits.ts";
import { hasNoModel } from "../paths/models/without-model.ts";
import { seenInKept } from "../paths/report/seen.ts";
import { storedWalks } from "../paths/report/walks.ts";
import { placeOfEdit } from "./edit-places.ts";
import { sourceOf } from "./mutants.ts";
import { rowsIn } from "./mutation-rows.ts";
import { fingerprintOf as fingerprintOfSource } from "./source-fingerprint.ts";
import { survivors } from "./survivors.ts";

const all = Object.entries(charts) as [ChartName, AnyStateMachine][];

describe("11-62 what the inspector shows of the tests", () => {
  it("has the walks of every chart as it is, or why there are none", () => {
    const stored = storedWalks();
    const older = all.flatMap(([name, machine]) => {
      const walks = stored[name];
      if (hasNoModel(name)) return walks && "reason" in walks ? [] : [name];
      const isCurrent = walks && "drawing" in walks && walks.drawing === fingerprintOfChart(machine);
      return isCurrent ? [] : [name];
    });
    expect(older, `"npm run paths -- ${older.join(" ")} --counts" counts again`).toEqual([]);
    expect(Object.keys(stored).filter((name) => !(name in charts))).toEqual([]);
  });

  it("knows a drawing by its states, transitions, guards and actions", async () => {
    const { svg } = await drawChart(charts.toasts);
    expect(fingerprintOf(svg)).toBe(fingerprintOfChart(charts.toasts));
    const moved = svg
      .replaceAll(/ [xy]="[^"]*"/g, ' x="1"')
      .replaceAll(/<text class="note"[^>]*>[^<]*</g, "<text>new<");
    expect(fingerprintOf(moved)).toBe(fingerprintOf(svg));
    for (const [part, other] of [
      ['data-state="showing"', 'data-state="shown"'],
      ['data-target="next"', 'data-target="empty"'],
      ["toastDuration</text>", "toastDuration [isOver]</text>"],
    ] as const) {
      expect(svg).toContain(part);
      expect(fingerprintOf(svg.replaceAll(part, other))).not.toBe(fingerprintOf(svg));
    }
  });

  it.each([
    ["caller", "inRoom invoke onError actions: drop #1", [], ["inRoom>failed>callRoom failed"]],
    ["app", "invoke #5 onError: drop", [], [">broken>navigation failed"]],
    ["navigation", "on user.back #3 target: lead to .checking", [], [">routing>user.back"]],
    ["mediaDevice", "on on user.flip target: lead to off", [], ["on>starting>user.flip"]],
    ["mediaDevice", "on description: drop", ["on"], []],
    [
      "groupCall",
      "inRoom.talk.arrived always: drop #2",
      [],
      ["inRoom.talk.arrived>inRoom.talk.talking>always"],
    ],
    [
      "outgoingMessage",
      "pausing after uploadPause: lead to beginning",
      [],
      ["pausing>uploading>after uploadPause"],
    ],
    ["groupRoom", "guards isReactionPacket: && is ||", [], ["open.reactions>>room.packet"]],
    ["toasts", "actions dropFirst: drop", ["next"], []],
    ["sync", "context progress: 0 is 1", [], []],
  ] as const)("finds the place of an edit of %s: %s", (chart, edit, states, ways) => {
    expect(placeOfEdit(edit, describeChart(charts[chart]).root)).toEqual({ states, ways });
  });

  it("has the edits that no test noticed, from docs/mutation.md and survivors.ts", async () => {
    const rows = readFileSync("docs/mutation.md", "utf8");
    const lines = all
      .toSorted(([a], [b]) => a.localeCompare(b))
      .flatMap(([name, machine]) => {
        const edits = editsIn(name, machine, rows);
        return edits ? [`${JSON.stringify(name)}:${JSON.stringify(edits)}`] : [];
      });
    await expect(`{\n${lines.join(",\n")}\n}\n`).toMatchFileSnapshot("../../docs/tested/edits.json");
  });
});

describe("11-65 what recordings have shown", () => {
  it("has the transitions of every kept recording", async () => {
    const lines = Object.entries(seenInKept()).map(
      ([name, ways]) => `${JSON.stringify(name)}:${JSON.stringify(ways)}`,
    );
    await expect(`{\n${lines.join(",\n")}\n}\n`).toMatchFileSnapshot("../../docs/tested/seen.json");
  });
});

/** Null if the edits of the chart were never tried. */
function editsIn(name: ChartName, machine: AnyStateMachine, rows: string): Edits | null {
  const row = rowsIn(rows).get(name);
  if (!row) return null;
  const existing = new Set(editsOf(sourceOf(name)).map((edit) => edit.name));
  const { root } = describeChart(machine);
  const explained = Object.entries(survivors[name] ?? {}).flatMap(([edit, reason]) => {
    if (!existing.has(edit)) return [];
    const { states, ways } = placeOfEdit(edit, root);
    return [{ name: edit, reason, states: [...states], ways: [...ways] }];
  });
  return {
    drawing: fingerprintOfChart(machine),
    isOlder: row.source !== fingerprintOfSource(name),
    tried: row.edits,
    unnoticed: row.edits - row.noticed,
    explained,
  };
}
