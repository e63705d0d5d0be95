/**
 * Colours a drawing by coverage: boxes, arrows and lines get `data-cover`, and those not taken give the
 * reason.
 */
import type { ChartReport, ToldTransition } from "./told.ts";

/** All taken, some taken, none taken with a reason, none taken without a reason. */
export type Cover = "walked" | "part" | "excused" | "missed";

export function coloured(svg: string, { states, transitions }: ChartReport): string {
  return svg
    .replace(/<text class="[^"]*" (data-source="[^>]*)>[^<]*<\/text>/g, (whole, given: string) => {
      const [source, target, events] = ["source", "target", "events"].map((name) => attribute(given, name));
      const spoken = transitions.filter(
        (one) => one.source === source && one.target === target && events?.split("|").includes(one.event),
      );
      return marked(whole, "<text", coverOf(spoken)).replace("</text>", `${reasonsOf(spoken)}</text>`);
    })
    .replace(/<path class="way" data-arrow="[^"]*"/g, (arrow) => {
      const [source, target = ""] = (attribute(arrow, "arrow") ?? "").split(">");
      const along = transitions.filter(
        (one) => one.source === source && one.target.split(" ").includes(target),
      );
      return marked(arrow, "<path", coverOf(along));
    })
    .replace(/<g class="state [^"]*" data-state="[^"]*"/g, (box) => {
      const path = attribute(box, "state") ?? "";
      const within = states.filter((state) => state.path === path || isBelow(state.path, path));
      // A transient state is no leaf: it was reached if one of its transitions was taken.
      if (within.length === 0)
        return marked(box, "<g", coverOf(transitions.filter((one) => one.source === path)));
      return marked(box, "<g", coverOf(within.map((state) => ({ ...state, isTaken: state.isReached }))));
    });
}

export function coverOf(transitions: readonly Pick<ToldTransition, "isTaken" | "excuse">[]): Cover | null {
  if (transitions.length === 0) return null;
  if (transitions.every(({ isTaken }) => isTaken)) return "walked";
  if (transitions.some(({ isTaken }) => isTaken)) return "part";
  return transitions.every(({ excuse }) => excuse !== null) ? "excused" : "missed";
}

function marked(element: string, tag: string, cover: Cover | null): string {
  return cover === null ? element : element.replace(tag, `${tag} data-cover="${cover}"`);
}

function reasonsOf(transitions: readonly ToldTransition[]): string {
  const lines = transitions.flatMap(({ event, isTaken, excuse }) =>
    isTaken ? [] : [`${event}: ${excuse === null ? "no path takes it" : `no path takes it, as ${excuse}`}`],
  );
  return lines.length === 0 ? "" : `<title>${escaped([...new Set(lines)].join("\n"))}</title>`;
}

function isBelow(path: string, above: string): boolean {
  return above === "" || path.startsWith(`${above}.`);
}

function attribute(element: string, name: string): string | null {
  const value = new RegExp(` ?data-${name}="([^"]*)"`).exec(element)?.[1];
  if (value === undefined) return null;
  return value
    .replaceAll("&quot;", '"')
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");
}

export function escaped(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
