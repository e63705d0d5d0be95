import { readFileSync } from "node:fs";
import { dirname, relative } from "node:path";

/** Addresses of the picture of a state, from the page of its machine. */
export interface Picture {
  light: string;
  dark: string;
}

/** By the path of a state. */
export type Pictures = Readonly<Record<string, Picture>>;

/**
 * Reads which picture each state of each machine has. The file is beside the pictures:
 *
 *     {"fetcher": {"states": {"loading": {"light": "loading.light", "dark": "loading.dark"}}}}
 *
 * The names are those of PNG files without ".png". A machine without "states" has no pictures.
 *
 * @param out the folder of the pages
 * @throws if the file is not as described
 */
export function readPictures(file: string, out: string): (machine: string) => Pictures {
  const known: unknown = JSON.parse(readFileSync(file, "utf8"));
  const folder = relative(out, dirname(file)).replaceAll("\\", "/");
  return (machine) => {
    const states = fieldOf(fieldOf(known, machine), "states");
    if (typeof states !== "object" || states === null) return {};
    return Object.fromEntries(
      Object.entries(states).map(([path, names]) => {
        const address = (theme: string) => {
          const name = fieldOf(names, theme);
          if (typeof name !== "string")
            throw new Error(`${file}: ${machine} ${path} has no ${theme} picture.`);
          return `${folder}/${name}.png`;
        };
        return [path, { light: address("light"), dark: address("dark") }];
      }),
    );
  };
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}
