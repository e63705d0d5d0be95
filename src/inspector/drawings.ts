/** The prepared drawings of docs/charts. Each is fetched on first use. */
const files = import.meta.glob<string>("../../docs/charts/*.svg", { query: "?url", import: "default" });

/** Returns the SVG text of a chart, or null if there is no drawing. */
async function fetchDrawing(name: string): Promise<string | null> {
  const find = files[`../../docs/charts/${name}.svg`];
  if (!find) return null;
  const answer = await fetch(await find());
  return answer.ok ? answer.text() : null;
}

/** Returns the SVG text of a chart: the prepared one, or one that is laid out from the definition that its page sent. */
export async function drawingOf(name: string, definition: string | null): Promise<string | null> {
  const prepared = await fetchDrawing(name);
  if (prepared !== null || definition === null) return prepared;
  const { drawDefinition } = await import("./foreign.ts");
  return drawDefinition(definition, name);
}
