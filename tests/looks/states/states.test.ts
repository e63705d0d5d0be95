import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { type ChartName, charts } from "../../../machines/index.ts";
import { fingerprintOfChart } from "../../../tools/charts/draw/index.ts";
import { launch } from "../../e2e/support/people.ts";
import { models } from "../../paths/models/index.ts";
import { hasNoModel, withoutModel } from "../../paths/models/without-model.ts";
import { keptPixels, readStates, type SeenChart, type Theme, writeStates } from "../support/kept-states.ts";
import { decode, isAlike, report } from "../support/pictures.ts";
import { StatesPage } from "../support/walked-states.ts";
import { statesWithoutPicture, withoutScreen } from "./without-picture.ts";

const ADVICE = 'If the new look is right, "npm run pictures -- --update" writes the pictures.';
/** Milliseconds. Small pictures take long to encode. */
const WRITING = 600_000;
/** A page for each core. */
const PAGES = 2;
const isUpdate = process.env.LOOKS === "update";
const names = Object.keys(charts) as ChartName[];

describe("11-64 what a user sees in each state", () => {
  const kept = readStates();
  const seen = new Map<string, SeenChart>();
  const free: StatesPage[] = [];
  let browser: Browser;
  beforeAll(async () => {
    browser = await launch();
    for (let page = 0; page < PAGES; page += 1) free.push(await StatesPage.open(browser));
  });
  afterAll(async () => {
    await browser?.close();
    if (isUpdate) writeStates(Object.fromEntries(names.map((name) => [name, toKeep(name, seen)])));
  }, WRITING);

  it.concurrent.each(names.filter((name) => reasonOf(name) === null))("%s", async (name) => {
    const stored = kept[name];
    const pictured = stored && "states" in stored ? stored : null;
    const pictureOf = (state: string, theme: Theme) => keptPixels(pictured?.states[state]?.[theme] ?? "");
    const own = statesWithoutPicture[name] ?? {};
    const known = { ...unreachableIn(name), ...own };
    // An update tries all states, to notice a reason that is not needed any more.
    const without = isUpdate ? [] : Object.keys(pictured?.reasons ?? {});
    const page = free.pop() ?? (await StatesPage.open(browser));
    const { shots, unreached, problems } = await page.walk(name, without, (state, theme, shot) => {
      const picture = pictureOf(state, theme);
      return picture !== null && isAlike(picture, decode(shot));
    });
    // A page is not used again after an error.
    free.push(page);
    const unknown = [...without, ...unreached].filter((state) => !(state in known));
    expect(unknown, ["No path reached these states.", ...problems].join("\n\n")).toEqual([]);
    const needless = Object.keys(own).filter((state) => shots.has(state));
    expect(needless, "A path reached these states, so they need no reason.").toEqual([]);
    const reasons = Object.fromEntries(unreached.map((state) => [state, known[state] ?? ""]));
    const drawing = fingerprintOfChart(charts[name]);
    if (isUpdate) {
      seen.set(name, { drawing, states: shots, reasons });
      return;
    }
    const different = [...shots].flatMap(([state, { light, dark }]) =>
      [["light", light] as const, ["dark", dark] as const].flatMap(([theme, shot]) => {
        const picture = pictureOf(state, theme);
        if (picture && isAlike(picture, decode(shot))) return [];
        return [report(`states/${name}/${state}.${theme}`, picture, shot)];
      }),
    );
    const other = inject("otherMachine");
    expect(different, [other, ...different, ADVICE].filter(Boolean).join("\n")).toEqual([]);
    expect(pictured?.drawing, `The pictures of ${name} are older than the chart. ${ADVICE}`).toBe(drawing);
  });
});

/** What is kept of a chart that was not walked is null. */
function toKeep(
  name: ChartName,
  seen: ReadonlyMap<string, SeenChart>,
): SeenChart | { reason: string } | null {
  const reason = reasonOf(name);
  return reason === null ? (seen.get(name) ?? null) : { reason };
}

/** Why a chart has no pictures; null if it has some. */
function reasonOf(name: ChartName): string | null {
  const reasons: Readonly<Partial<Record<ChartName, string>>> = { ...withoutModel, ...withoutScreen };
  return reasons[name] ?? null;
}

/** The reasons why the first model of a chart reaches some states on no path. Another model may reach them. */
function unreachableIn(name: ChartName): Readonly<Record<string, string>> {
  return hasNoModel(name) ? {} : models[name](({ unreachable }) => unreachable ?? {});
}
