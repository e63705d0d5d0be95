import { describe, expect, it } from "vitest";
import { type Row, rowsIn, withRow } from "./mutation-rows.ts";

const PAGE = `# Scores

| chart | edits | noticed | explained | open | source | joined charts |
|---|---:|---:|---:|---:|---|---:|
| callee | 9 | 7 | 2 | 0 | aaaa | 4 of 9 |
| outbox | 5 | 5 | 0 | 0 | bbbb |
`;

describe("11-14 the joined score of a chart in docs/mutation.md", () => {
  it("stays in the row when the chart's own tests are scored again", () => {
    const again: Row = { ...rowOf("callee"), noticed: 8, explained: 1 };
    const page = withRow(PAGE, "callee", again);
    expect(page).toContain("| callee | 9 | 8 | 1 | 0 | aaaa | 4 of 9 |");
    expect(page).toContain("| outbox | 5 | 5 | 0 | 0 | bbbb |\n");
  });

  it("names the code that it is about, once the row is about other code", () => {
    const changed = withRow(PAGE, "callee", { ...rowOf("callee"), source: "cccc" });
    expect(changed).toContain("| callee | 9 | 7 | 2 | 0 | cccc | 4 of 9 (aaaa) |");
    expect(rowOf("callee", changed).joined).toEqual({ noticed: 4, tried: 9, which: "all", source: "aaaa" });
  });

  it("says when only the explained edits were tried", () => {
    const joined = { noticed: 0, tried: 2, which: "explained", source: "bbbb" } as const;
    const page = withRow(PAGE, "outbox", { ...rowOf("outbox"), joined });
    expect(page).toContain("| outbox | 5 | 5 | 0 | 0 | bbbb | 0 of 2 explained |");
    expect(rowOf("outbox", page).joined).toEqual(joined);
  });
});

function rowOf(name: string, page = PAGE): Row {
  const row = rowsIn(page).get(name);
  if (!row) throw new Error(`${name} has no row`);
  return row;
}
