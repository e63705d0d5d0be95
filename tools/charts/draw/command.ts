import { mkdirSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import type { Machines } from "../catalogue.ts";
import { drawChart, drawFamily } from "./index.ts";
import { readPictures } from "./pictures.ts";

export interface DrawOptions {
  machines: Machines;
  out: string;
  /** Title of the drawing of all machines together; its file has that name in small letters. */
  overview: string | null;
  /** A file with the picture of each state, as in `pictures.ts`. */
  pictures: string | null;
  say(line: string): void;
}

/** Writes a drawing and a page with a table for each machine. Other files of the folder stay. */
export async function draw({ machines, out, overview, pictures, say }: DrawOptions): Promise<number> {
  mkdirSync(out, { recursive: true });
  const picturesOf = pictures === null ? () => ({}) : readPictures(pictures, out);
  for (const [name, machine] of machines) {
    const { svg, page } = await drawChart(machine, picturesOf(name));
    writeFileSync(join(out, `${name}.svg`), svg);
    writeFileSync(join(out, `${name}.md`), page);
  }
  if (overview !== null)
    writeFileSync(
      join(out, `${overview.toLowerCase()}.svg`),
      await drawFamily(overview, Object.fromEntries(machines)),
    );
  say(
    `${machines.size} ${machines.size === 1 ? "machine is" : "machines are"} drawn in ${relative(process.cwd(), out) || "."}.`,
  );
  return 0;
}
