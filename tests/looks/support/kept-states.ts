import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type Pictured, type Pictures, readPictured } from "../../../src/inspector/pictured.ts";
import { decode, encodeSmall, isAlike, type Pixels } from "./pictures.ts";

/** The kept pictures of what a user sees in each state, and which state has which. */

export const STATES = "docs/pictures/states.json";
const FOLDER = dirname(STATES);

export const THEMES = ["light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

export const readStates = (): Readonly<Record<string, Pictured>> =>
  existsSync(STATES) ? readPictured(readFileSync(STATES, "utf8")) : {};

export function keptPixels(name: string): Pixels | null {
  const bytes = bytesOf(name);
  return bytes && decode(bytes);
}

/** What a walk through a chart saw: screenshots by state. */
export interface SeenChart {
  drawing: string;
  states: ReadonlyMap<string, Readonly<Record<Theme, Buffer>>>;
  /** Why a state has no picture. */
  reasons: Readonly<Record<string, string>>;
}

/**
 * Writes the pictures of charts, and drops those that no state has any more. A picture that is like the kept one stays
 * as it is.
 *
 * @param charts all charts by name: what was seen, the reason why there is no picture, or null for what is kept
 */
export function writeStates(charts: Readonly<Record<string, SeenChart | { reason: string } | null>>): void {
  const kept = readStates();
  const shelf = new Shelf();
  const index = Object.keys(charts)
    .sort()
    .flatMap((name): [string, Pictured][] => {
      const [is, was] = [charts[name], kept[name]];
      const old = was && "states" in was ? was : null;
      if (is && "reason" in is) return [[name, is]];
      if (!is) return old ? [[name, { ...old, states: renamed(name, old.states, shelf) }]] : [];
      const states: Record<string, Pictures> = {};
      for (const [state, shots] of [...is.states].sort(([a], [b]) => a.localeCompare(b))) {
        const put = (theme: Theme) => {
          const before = bytesOf(old?.states[state]?.[theme] ?? "");
          const isSame = before !== null && isAlike(decode(before), decode(shots[theme]));
          return shelf.put(`${name}/${state}.${theme}`, isSame ? before : smaller(shots[theme]));
        };
        states[state] = { light: put("light"), dark: put("dark") };
      }
      return [[name, { drawing: is.drawing, states, reasons: is.reasons }]];
    });
  shelf.write();
  const lines = index.map(([name, one]) => `${JSON.stringify(name)}:${JSON.stringify(one)}`);
  writeFileSync(STATES, `{\n${lines.join(",\n")}\n}\n`);
}

/** Puts kept pictures again, because the state that gave one its name may look different now. */
function renamed(
  chart: string,
  states: Readonly<Record<string, Pictures>>,
  shelf: Shelf,
): Record<string, Pictures> {
  return Object.fromEntries(
    Object.entries(states).map(([state, names]) => {
      const put = (theme: Theme) =>
        shelf.put(`${chart}/${state}.${theme}`, bytesOf(names[theme]) ?? Buffer.alloc(0));
      return [state, { light: put("light"), dark: put("dark") }];
    }),
  );
}

/** Pictures by name. Each content is there once, with its first name. */
class Shelf {
  readonly #names = new Map<string, string>();
  readonly #pictures = new Map<string, Buffer>();

  put(name: string, bytes: Buffer): string {
    const content = bytes.toString("latin1");
    const known = this.#names.get(content);
    if (known !== undefined) return known;
    this.#names.set(content, name);
    this.#pictures.set(name, bytes);
    return name;
  }

  write(): void {
    for (const name of namesOfPictures()) if (!this.#pictures.has(name)) rmSync(fileOf(name));
    for (const [name, bytes] of this.#pictures) {
      if (bytesOf(name)?.equals(bytes)) continue;
      mkdirSync(dirname(fileOf(name)), { recursive: true });
      writeFileSync(fileOf(name), bytes);
    }
  }
}

export const namesOfPictures = (): string[] =>
  existsSync(FOLDER)
    ? readdirSync(FOLDER, { recursive: true, encoding: "utf8" })
        .filter((file) => file.endsWith(".png"))
        .map((file) => file.replaceAll("\\", "/").replace(/\.png$/, ""))
        .sort()
    : [];

const fileOf = (name: string) => join(FOLDER, `${name}.png`);

const bytesOf = (name: string): Buffer | null =>
  existsSync(fileOf(name)) ? readFileSync(fileOf(name)) : null;

const smallOnes = new Map<string, Buffer>();

/** Encoding takes long, and many screenshots are the same. */
function smaller(shot: Buffer): Buffer {
  const key = shot.toString("latin1");
  const known = smallOnes.get(key) ?? encodeSmall(decode(shot));
  smallOnes.set(key, known);
  return known;
}
