/** The rows of docs/mutation-code.md. */

export interface CodeRow {
  edits: number;
  noticed: number;
  /** Not noticed, with a reason. */
  explained: number;
  /** Not noticed, without a reason. */
  open: number;
  /** Identifies the code that was tried. */
  source: string;
}

/** Writes a module's row. The rows of other modules stay as they are. */
export function withRow(page: string, path: string, row: CodeRow): string {
  const { edits, noticed, explained, open, source } = row;
  const written = `| ${path} | ${edits} | ${noticed} | ${explained} | ${open} | ${source} |`;
  const lines = page.split("\n").filter((line) => !line.startsWith(`| ${path} |`));
  const head = lines.findIndex((line) => line.startsWith("|---"));
  const table = lines.slice(head + 1).filter((line) => line.startsWith("|"));
  return [...lines.slice(0, head + 1), ...[...table, written].sort(), ""].join("\n");
}
