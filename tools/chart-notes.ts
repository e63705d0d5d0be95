import { type ESTree, type Plugin, parseSync, Visitor } from "vite";

/**
 * Removes from the build what only readers and tools use: the descriptions of charts, which the drawings in docs/charts
 * show, and the types of `setup`, which XState reads at compile time only.
 */
export function chartNotes(): Plugin {
  return {
    name: "parley:chart-notes",
    apply: "build",
    enforce: "pre",
    transform: {
      filter: { id: /\/machines\/.*\.ts$/, code: "createMachine(" },
      // Every character keeps its place, so there is nothing to map.
      handler: (code, id) => ({ code: withoutNotes(code, id), map: null }),
    },
  };
}

function withoutNotes(code: string, file: string): string {
  const notes: ESTree.ObjectProperty[] = [];
  const charts: ESTree.Argument[] = [];
  new Visitor({
    CallExpression(call) {
      if (isChart(call)) charts.push(...call.arguments);
      if (isSetup(call)) notes.push(...typesIn(call.arguments));
    },
    ObjectExpression({ start, end, properties }) {
      if (!charts.some((chart) => chart.start <= start && end <= chart.end)) return;
      for (const property of properties)
        if (property.type === "Property" && isNote(property)) notes.push(property);
    },
  }).visit(parseSync(file, code).program);
  return notes.reduce((rest, { start, end }) => {
    const comma = /^\s*,/.exec(rest.slice(end))?.[0].length ?? 0;
    const blank = rest.slice(start, end + comma).replace(/[^\n]/g, " ");
    return rest.slice(0, start) + blank + rest.slice(end + comma);
  }, code);
}

function isChart({ callee }: ESTree.CallExpression): boolean {
  return (
    callee.type === "MemberExpression" &&
    callee.property.type === "Identifier" &&
    callee.property.name === "createMachine"
  );
}

function isSetup({ callee }: ESTree.CallExpression): boolean {
  return callee.type === "Identifier" && callee.name === "setup";
}

function typesIn([parts]: readonly ESTree.Argument[]): ESTree.ObjectProperty[] {
  if (parts?.type !== "ObjectExpression") return [];
  return parts.properties.filter((property) => property.type === "Property").filter(isTypes);
}

function isTypes({ key }: ESTree.ObjectProperty): boolean {
  return key.type === "Identifier" && key.name === "types";
}

function isNote({ key, value }: ESTree.ObjectProperty): boolean {
  if (key.type !== "Identifier") return false;
  if (key.name === "description") return value.type === "Literal";
  return key.name === "meta" && value.type === "ObjectExpression";
}
