/** The prepared drawings of docs/charts. Each is fetched on first use. */
const files = import.meta.glob<string>("../../docs/charts/*.svg", { query: "?url", import: "default" });

/** Returns the SVG text of a chart, or null if there is no drawing. */
export async function fetchDrawing(name: string): Promise<string | null> {
  const find = files[`../../docs/charts/${name}.svg`];
  if (!find) return null;
  const answer = await fetch(await find());
  return answer.ok ? answer.text() : null;
}
