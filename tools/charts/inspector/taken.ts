import { eventLabel } from "../draw/labels.ts";
import type { LogEntry } from "./recording.ts";

/** A transition in the words of a drawing. `target` may be several states, separated by spaces. */
export interface Taken {
  source: string;
  target: string;
  event: string;
}

/** Returns each transition that these events took, once. */
export function takenBy(entries: readonly LogEntry[]): readonly Taken[] {
  const taken = new Map<string, Taken>();
  for (const { event, edges } of entries) {
    for (const { source, target, event: own = event.type } of edges) {
      const label = eventLabel(own);
      taken.set(`${source}>${target}>${label}`, { source, target, event: label });
    }
  }
  return [...taken.values()];
}

/** Returns the lines of a drawing that name one of the transitions, and its arrows. */
export function drawnParts(drawing: ParentNode, taken: readonly Taken[]): SVGElement[] {
  const arrows = new Set(
    taken.flatMap(({ source, target }) => target.split(" ").map((one) => `${source}>${one}`)),
  );
  return [
    ...[...drawing.querySelectorAll<SVGElement>("[data-arrow]")].filter(({ dataset }) =>
      arrows.has(dataset.arrow ?? ""),
    ),
    ...linesIn(drawing).filter((line) => takenOn(line, taken).length > 0),
  ];
}

/** Returns how many transitions a drawing names, and how many of them were taken. */
export function countTaken(drawing: ParentNode, taken: readonly Taken[]): { taken: number; all: number } {
  // A long line is drawn as several lines of text.
  const lines = new Map(linesIn(drawing).map((line) => [JSON.stringify({ ...line.dataset }), line]));
  let all = 0;
  let count = 0;
  for (const line of lines.values()) {
    all += eventsOn(line).length;
    count += takenOn(line, taken).length;
  }
  return { taken: count, all };
}

const linesIn = (drawing: ParentNode) => [...drawing.querySelectorAll<SVGElement>("[data-source]")];
const eventsOn = ({ dataset }: SVGElement) => dataset.events?.split("|") ?? [];

function takenOn(line: SVGElement, taken: readonly Taken[]): string[] {
  const { source, target } = line.dataset;
  const own = taken.filter((one) => one.source === source && one.target === target);
  return eventsOn(line).filter((event) => own.some((one) => event === one.event));
}
