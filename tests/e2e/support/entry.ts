import { readFile, stat } from "node:fs/promises";

/** Limits of scripts and styles before the sign-in page is painted and before it answers, in brotli bytes. */
export const entryBudget = { painted: { bytes: 6000, files: 2 }, answers: { bytes: 120_000, files: 5 } };

/** The files of the entry that the sign-in page needs to be painted. */
export function filesOfPainting(entry: ReadonlyMap<string, number>): Map<string, number> {
  return new Map([...entry].filter(([name]) => /^welcome|\.css$/.test(name)));
}

/**
 * Scripts and styles that the built page names, with their static imports, and their brotli sizes in bytes.
 *
 * @param site folder of the built product
 */
export async function filesOfEntry(site: string): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  const visit = async (name: string) => {
    if (found.has(name)) return;
    found.set(name, (await stat(`${site}/assets/${name}.br`)).size);
    if (!name.endsWith(".js")) return;
    const code = await readFile(`${site}/assets/${name}`, "utf8");
    for (const [, imported = ""] of code.matchAll(/\b(?:from|import)\s*"\.\/([^"]+)"/g))
      await visit(imported);
  };
  const page = await readFile(`${site}/index.html`, "utf8");
  for (const [, name = ""] of page.matchAll(/(?:src|href)="\/assets\/([^"]+\.(?:js|css))"/g))
    await visit(name);
  return found;
}
