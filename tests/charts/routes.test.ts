import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { ROUTES } from "../../machines/domain/route.ts";
import { ROOT } from "./source-files.ts";

it("docs/routes.md has a row for each route", () => {
  const rows = readFileSync(join(ROOT, "docs/routes.md"), "utf8").match(/^\| `\/.*$/gm) ?? [];
  const named = rows.flatMap((row) =>
    [...(row.split("|")[1] ?? "").matchAll(/`\/(\w+)/g)].map(([, name]) => name),
  );
  expect(named.sort()).toEqual([...ROUTES].sort());
});
