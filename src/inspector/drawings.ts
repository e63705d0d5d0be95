/** The drawings of docs/charts, laid out beforehand; each is fetched when it is first looked at. */
const files = import.meta.glob<string>("../../docs/charts/*.svg", { query: "?url", import: "default" });

/** The drawing of a chart as SVG text; null where there is none of that name. */
export async function fetchDrawing(name: string): Promise<string | null> {
  const find = files[`../../docs/charts/${name}.svg`];
  if (!find) return null;
  const answer = await fetch(await find());
  return answer.ok ? answer.text() : null;
}
