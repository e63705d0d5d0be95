/** The difference between what is and what should be, in words: one line for each part. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type ChartName, roomOf } from "../../machines/index.ts";

/** Maximum characters of a value. */
const LONGEST = 160;

/**
 * Returns null if both are the same. Of two lists it names what is missing and what is there without need, and of two
 * objects the fields that differ.
 */
export function differenceOf(what: string, actual: unknown, expected: unknown): string | null {
  if (stable(actual) === stable(expected)) return null;
  if (isTexts(actual) && isTexts(expected)) {
    const [missing, extra] = [without(expected, actual), without(actual, expected)];
    if (missing.length + extra.length > 0)
      return [
        ...missing.map((one) => `${what}: missing ${shortened(one)}`),
        ...extra.map((one) => `${what}: not expected ${shortened(one)}`),
      ].join("\n");
  }
  if (isRecord(actual) && isRecord(expected)) {
    const names = [...new Set([...Object.keys(expected), ...Object.keys(actual)])];
    return names
      .filter((name) => stable(actual[name]) !== stable(expected[name]))
      .map((name) => `${what}: ${name} is ${valueIn(actual, name)} instead of ${valueIn(expected, name)}`)
      .join("\n");
  }
  return `${what}: ${shortened(stable(actual))} instead of ${shortened(stable(expected))}`;
}

/** Returns each text as often as the other list has it less. */
function without(texts: readonly string[], others: readonly string[]): string[] {
  const left = [...others];
  return texts.filter((text) => {
    const at = left.indexOf(text);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

function valueIn(record: Readonly<Record<string, unknown>>, name: string): string {
  return name in record ? shortened(stable(record[name])) : "nothing";
}

function shortened(text: string): string {
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}… (${text.length} characters)` : text;
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((one) => typeof one === "string");
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !("toJSON" in value);
}

export function stable(value: unknown): string {
  return (
    JSON.stringify(value, (_, inner: unknown) =>
      isRecord(inner)
        ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
        : inner,
    ) ?? "undefined"
  );
}

export function fileOf(chart: ChartName): string {
  return `machines/${roomOf(chart)}/${chart.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.ts`;
}

export function modelFileOf(chart: ChartName): string {
  return fileOf(chart).replace("machines/", "tests/paths/models/");
}

/** Returns the file and the line of a state: "machines/calls/caller.ts:120". Without the line if it is not found. */
export function placeOf(chart: ChartName, state: string): string {
  const file = fileOf(chart);
  const lines = readFileSync(join(import.meta.dirname, "../..", file), "utf8").split("\n");
  let at = lines.findIndex((line) => line.includes("createMachine("));
  for (const name of state.split(".")) {
    const begin = new RegExp(`^\\s*["']?${name}["']?: \\{`);
    at = lines.findIndex((line, index) => index > at && begin.test(line));
    if (at < 0) return file;
  }
  return `${file}:${at + 1}`;
}
