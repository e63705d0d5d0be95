import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { sourcesIn } from "./source-files.ts";

const docs = (name: string) => readFileSync(`docs/${name}.md`, "utf8");

/** Requirement ids in `code`. Parts of dates, ranges, times and signed numbers do not count. */
const idsIn = (code: string) =>
  [...code.matchAll(/(?<![\w.,:+%#/-]|[０-９] )\d{1,2}-\d{2,3}(?![\w-])/g)].map(([id]) => id);

const rows = new Set([...docs("requirements").matchAll(/^\| (\d+-\d+) \|/gm)].map(([, id = ""]) => id));
/** Rows that no test names. A row leaves this list with its first test. */
const untested = idsIn(/^## Without a test\n([^#]*)/m.exec(docs("requirements"))?.[1] ?? "");
const rules = new Set([...docs("race-rules").matchAll(/^\| (R\d+) \|/gm)].map(([, rule = ""]) => rule));

/** SVG outlines contain number pairs that look like ids. */
const OUTLINES = /\/(stickers\/\w+|LocationView|portraits)\.tsx?$/;

const sources = [
  ...["machines", "src", "server", "tests"]
    .flatMap(sourcesIn)
    .map(({ path }) => path)
    .filter((path) => !OUTLINES.test(path)),
  "docs/departures.md",
].map((path) => ({ path, code: readFileSync(path, "utf8") }));

/** Citations that `find` returns and `known` rejects, as "file: citation". */
function unresolved(
  find: (code: string) => readonly string[],
  known: (citation: string) => boolean,
): string[] {
  return sources.flatMap(({ path, code }) =>
    find(code)
      .filter((citation) => !known(citation))
      .map((citation) => `${path}: ${citation}`),
  );
}

/** Sections that `code` cites of the protocol `name`, as in "protocol sections 4.2, 4.3 and 11.5". */
const sectionsIn = (name: string) => (code: string) =>
  [
    ...code
      .replace(/\n\s*\*? */g, " ")
      .matchAll(new RegExp(`\\b${name} sections? ([\\d., ]+(?:and [\\d.]+)?)`, "g")),
  ].flatMap(([, numbers = ""]) => numbers.match(/\d+(?:\.\d+)*/g) ?? []);

function headingsOf(page: string): Set<string> {
  return new Set([...docs(page).matchAll(/^#+ (\d+(?:\.\d+)*)/gm)].map(([, number = ""]) => number));
}

describe("citations", () => {
  it("requirement ids are rows of docs/requirements.md", () => {
    expect(rows.size).toBeGreaterThan(500);
    expect(idsIn(docs("departures")).length).toBeGreaterThan(10);
    expect(unresolved(idsIn, (id) => rows.has(id))).toEqual([]);
  });

  it("race rules are rows of docs/race-rules.md", () => {
    expect([...rules]).toEqual(Array.from({ length: 32 }, (_, index) => `R${index + 1}`));
    const cited = (code: string) => code.match(/(?<=["( ])R[1-9]\d?(?=[") ,:])/g) ?? [];
    expect(unresolved(cited, (rule) => rules.has(rule))).toEqual([]);
  });

  it.each([
    ["protocol", "protocols/openim"],
    ["openim-real", "protocols/openim-real"],
  ])("sections of %s are headings of docs/%s.md", (name, page) => {
    const [headings, find] = [headingsOf(page), sectionsIn(name)];
    const cited = sources.flatMap(({ path, code }) => find(code).map((number) => ({ path, number })));
    expect(cited.length).toBeGreaterThan(3);
    expect(cited.filter(({ number }) => !headings.has(number))).toEqual([]);
  });

  it("docs/decisions/README.md lists every record, in its order", () => {
    const index = docs("decisions/README");
    const pages = new Set([...index.matchAll(/\]\((\S+)\.md\)/g)].map(([, page = ""]) => page));
    const files = readdirSync("docs/decisions").map((file) => file.replace(/\.md$/, ""));
    expect(new Set([...pages, "README"])).toEqual(new Set(files));
    for (const page of pages) {
      const records = [...docs(`decisions/${page}`).matchAll(/^## (.+)$/gm)].map(([, title]) => title);
      const listed = [...index.matchAll(new RegExp(`^- \\[(.+)\\]\\(${page}\\.md#`, "gm"))];
      expect(listed.map(([, title]) => title)).toEqual(records);
    }
  });

  it("tests name every requirement outside the list of those without a test", () => {
    const named = new Set(sourcesIn("tests").flatMap(({ code }) => idsIn(code)));
    expect([...rows].filter((id) => !named.has(id)).sort()).toEqual([...untested].sort());
  });
});
