/** The rows of docs/mutation.md. */

export interface Row {
  edits: number;
  /** By tables, paths and plain tests. */
  noticed: number;
  /** Not noticed, with a reason. */
  explained: number;
  /** Not noticed, without a reason. */
  open: number;
  /** Identifies the code that was tried. */
  source: string;
  joined: Joined | null;
}

/** What the joined charts of `tests/explore` notice. */
export interface Joined {
  noticed: number;
  tried: number;
  /** `explained`: only edits that have a reason in survivors.ts were tried. */
  which: "all" | "explained";
  /** Identifies the code that they tried. */
  source: string;
}

const ROW = /^\| (\w+) \| (\d+) \| (\d+) \| (\d+) \| (\d+) \| (\S+) \|(?: (.+) \|)?$/gm;
const JOINED = /^(\d+) of (\d+)( explained)?(?: \((\w+)\))?$/;

/** Reads the table; a chart without a row was never tried. */
export function rowsIn(page: string): ReadonlyMap<string, Row> {
  return new Map(
    [...page.matchAll(ROW)].map(
      ([, name = "", edits, noticed, explained, open, source = "", joined = ""]) => [
        name,
        {
          edits: Number(edits),
          noticed: Number(noticed),
          explained: Number(explained),
          open: Number(open),
          source,
          joined: joinedIn(joined, source),
        },
      ],
    ),
  );
}

function joinedIn(cell: string, source: string): Joined | null {
  const [found, noticed, tried, explained, own] = JOINED.exec(cell) ?? [];
  if (found === undefined) return null;
  return {
    noticed: Number(noticed),
    tried: Number(tried),
    which: explained === undefined ? "all" : "explained",
    source: own ?? source,
  };
}

/**
 * Writes a chart's row. The rows of other charts stay as they are. A joined score of another source than the row's
 * names it.
 */
export function withRow(page: string, name: string, row: Row): string {
  const { edits, noticed, explained, open, source, joined } = row;
  const cells = [name, edits, noticed, explained, open, source, ...(joined ? [cellOf(joined, source)] : [])];
  return withCells(page, cells);
}

/** Writes a row into the table of a page. The first cell is its name. */
export function withCells(page: string, cells: readonly (string | number)[]): string {
  const lines = page.split("\n").filter((line) => !line.startsWith(`| ${cells[0]} |`));
  const head = lines.findIndex((line) => line.startsWith("|---"));
  const table = lines.slice(head + 1).filter((line) => line.startsWith("|"));
  return [...lines.slice(0, head + 1), ...[...table, `| ${cells.join(" | ")} |`].sort(), ""].join("\n");
}

function cellOf({ noticed, tried, which, source }: Joined, current: string): string {
  const score = `${noticed} of ${tried}${which === "explained" ? " explained" : ""}`;
  return source === current ? score : `${score} (${source})`;
}
