import { wayKey } from "./tested.ts";

/** Paths of states, and transitions as in `wayKey`. */
export interface Place {
  states: readonly string[];
  ways: readonly string[];
}

/** A short text beside a state or a line of a drawing. */
export interface Mark {
  text: string;
  /** Shown under the pointer. */
  title: string;
  /** Whether a number in it is 0: it has a dashed frame. */
  isEmpty: boolean;
}

export interface Marking {
  state: (path: string) => Mark | null;
  /** `ways` has each transition of the line, as in `wayKey`. */
  line: (ways: readonly string[]) => Mark | null;
  /** Whether no path takes an arrow. It is drawn dashed. */
  isUnwalked: (ways: readonly string[]) => boolean;
}

const SVG = "http://www.w3.org/2000/svg";
/** Pixels of the drawing. */
const HEIGHT = 16;
const LETTER = 6.4;

/** Adds the marks to a drawing. Returns a function that takes them away. */
export function markDrawing(drawing: ParentNode, marking: Marking): () => void {
  const svg = drawing.querySelector("svg");
  if (!svg) return () => {};
  const marks = document.createElementNS(SVG, "g");
  for (const box of svg.querySelectorAll<SVGElement>("[data-state]")) {
    const path = box.dataset.state ?? "";
    const [mark, rect] = [path === "" ? null : marking.state(path), box.querySelector("rect")];
    if (mark && rect) marks.append(pill(mark, numberOf(rect, "x") + 8, numberOf(rect, "y") - HEIGHT / 2));
  }
  for (const line of firstLines(svg)) {
    const mark = marking.line(waysOn(line));
    if (!mark) continue;
    const right = numberOf(line, "x") + numberOf(line, "textLength");
    marks.append(pill(mark, right + 4, numberOf(line, "y") - 12));
  }
  const ways = [...svg.querySelectorAll<SVGElement>("[data-source]")].flatMap(waysOn);
  for (const arrow of svg.querySelectorAll<SVGElement>("[data-arrow]")) {
    const [source = "", target = ""] = (arrow.dataset.arrow ?? "").split(">");
    const along = ways.filter((way) => {
      const [from, to = ""] = way.split(">");
      return from === source && to.split(" ").includes(target);
    });
    arrow.toggleAttribute("data-unwalked", marking.isUnwalked(along));
  }
  // The marks say the same as the text below the drawing.
  marks.setAttribute("aria-hidden", "true");
  svg.append(marks);
  return () => {
    marks.remove();
    for (const arrow of svg.querySelectorAll("[data-unwalked]")) arrow.removeAttribute("data-unwalked");
  };
}

/** Returns the boxes and lines of a place in a drawing. */
export function partsAt(drawing: ParentNode, { states, ways }: Place): readonly SVGElement[] {
  return [
    ...[...drawing.querySelectorAll<SVGElement>("[data-state]")].filter(({ dataset }) =>
      states.includes(dataset.state ?? ""),
    ),
    ...[...drawing.querySelectorAll<SVGElement>("[data-source]")].filter((line) =>
      waysOn(line).some((way) => ways.includes(way)),
    ),
  ];
}

function waysOn({ dataset }: SVGElement): string[] {
  const { source = "", target = "", events = "" } = dataset;
  return events.split("|").map((event) => wayKey({ source, target, event }));
}

/** The first line of each transition in each label: a long text has several, and guards may repeat a transition. */
function firstLines(svg: SVGElement): SVGElement[] {
  const seen = new Map<Element | null, Set<string>>();
  return [...svg.querySelectorAll<SVGElement>("[data-source]")].filter((line) => {
    const ways = seen.get(line.parentElement) ?? new Set();
    seen.set(line.parentElement, ways);
    const way = waysOn(line).join("|");
    if (ways.has(way)) return false;
    ways.add(way);
    return true;
  });
}

function pill({ text, title, isEmpty }: Mark, x: number, y: number): SVGElement {
  const group = document.createElementNS(SVG, "g");
  group.setAttribute("class", isEmpty ? "count none" : "count");
  const width = Math.ceil(text.length * LETTER) + 9;
  const rect = document.createElementNS(SVG, "rect");
  for (const [name, value] of Object.entries({ x, y, width, height: HEIGHT, rx: isEmpty ? 2 : HEIGHT / 2 }))
    rect.setAttribute(name, `${value}`);
  const words = document.createElementNS(SVG, "text");
  words.setAttribute("x", `${x + width / 2}`);
  words.setAttribute("y", `${y + 12}`);
  words.textContent = text;
  const tip = document.createElementNS(SVG, "title");
  tip.textContent = title;
  group.append(tip, rect, words);
  return group;
}

const numberOf = (element: Element, name: string): number => Number(element.getAttribute(name) ?? 0);
