import ElkConstructor, { type ElkExtendedEdge, type ElkNode } from "elkjs/lib/elk.bundled.js";
import { heightOf, pillWidth, widest } from "./lettering.ts";
import type { Arrow, Box, Plan } from "./plan.ts";

/** Positions in pixels from the top left corner. */
export interface Layout {
  width: number;
  height: number;
  boxes: readonly PlacedBox[];
  marks: readonly Point[];
  arrows: readonly PlacedArrow[];
}

export interface Point {
  x: number;
  y: number;
}

export interface Area extends Point {
  width: number;
  height: number;
}

export interface PlacedBox {
  box: Box;
  area: Area;
  /** 0 for the chart itself. */
  depth: number;
}

/** The path of an arrow. Without `arrow` it starts at an initial mark. */
export interface PlacedArrow {
  arrow: Arrow | null;
  way: readonly Point[];
  label: Area | null;
}

export const padding = 14;
export const markSize = 10;
const gap = 28;
/** Maximum width of a row of regions in a parallel chart, in pixels. */
const widestRow = 1500;

const options = {
  "elk.algorithm": "layered",
  "elk.direction": "DOWN",
  "elk.hierarchyHandling": "INCLUDE_CHILDREN",
  "elk.edgeRouting": "ORTHOGONAL",
  "elk.edgeLabels.inline": "true",
  "elk.json.edgeCoords": "ROOT",
  "elk.json.shapeCoords": "ROOT",
  // keeps the order of the chart: the search starts at the marks
  "elk.layered.cycleBreaking.strategy": "DEPTH_FIRST",
  "elk.layered.nodePlacement.strategy": "NETWORK_SIMPLEX",
  "elk.layered.spacing.nodeNodeBetweenLayers": "26",
  "elk.layered.spacing.edgeNodeBetweenLayers": "16",
  "elk.spacing.nodeNode": "26",
  "elk.spacing.edgeNode": "16",
  "elk.spacing.edgeEdge": "12",
  "elk.spacing.edgeLabel": "4",
};

const elk = new ElkConstructor();

/** Lays out a chart from top to bottom. The regions of a parallel chart are side by side. */
export async function layOut({ root, arrows }: Plan): Promise<Layout> {
  if (root.kind !== "parallel") return place(root, arrows, 0);

  const regions = await Promise.all(
    root.boxes.map((region) =>
      place(
        region,
        arrows.filter(({ source }) => isIn(source, region)),
        1,
      ),
    ),
  );
  const header = heightOf(root.lines) + 2 * padding;
  let [x, y, rowHeight, width] = [gap, header, 0, widest(root.lines) + 2 * padding];
  const moved: Layout[] = [];
  for (const region of regions) {
    if (x > gap && x + region.width + gap > widestRow) [x, y, rowHeight] = [gap, y + rowHeight + gap, 0];
    moved.push(move(region, { x, y }));
    x += region.width + gap;
    rowHeight = Math.max(rowHeight, region.height);
    width = Math.max(width, x);
  }
  const height = y + rowHeight + gap;
  return {
    width,
    height,
    boxes: [
      { box: root, area: { x: 0, y: 0, width, height }, depth: 0 },
      ...moved.flatMap(({ boxes }) => boxes),
    ],
    marks: moved.flatMap(({ marks }) => marks),
    arrows: moved.flatMap((region) => region.arrows),
  };
}

const isIn = (path: string, { path: region }: Box) => path === region || path.startsWith(`${region}.`);

/** @param wide paths of boxes whose text is wider than their contents; ELK does not reserve that width */
async function place(
  root: Box,
  arrows: readonly Arrow[],
  depth: number,
  wide: ReadonlySet<string> = new Set(),
): Promise<Layout> {
  const graph: ElkNode = await elk.layout({
    id: "drawing",
    layoutOptions: { ...options, "elk.padding": "[top=0,left=0,bottom=0,right=0]" },
    children: [nodeOf(root, wide)],
    edges: [...marksOf(root), ...arrows.map(edgeOf)],
  });
  const boxes: PlacedBox[] = [];
  const marks: Point[] = [];
  const visit = (node: ElkNode, box: Box, level: number) => {
    boxes.push({ box, area: areaOf(node), depth: level });
    for (const child of node.children ?? []) {
      const inner = box.boxes.find(({ path }) => idOf(path) === child.id);
      if (inner) visit(child, inner, level + 1);
      else if (child.id === markID(box.path))
        marks.push({ x: (child.x ?? 0) + markSize / 2, y: (child.y ?? 0) + markSize / 2 });
    }
  };
  const [top] = graph.children ?? [];
  if (top) visit(top, root, depth);
  const narrow = boxes.filter(({ box, area }) => area.width < widest(box.lines) + padding);
  if (narrow.some(({ box }) => !wide.has(box.path)))
    return place(root, arrows, depth, new Set([...wide, ...narrow.map(({ box }) => box.path)]));
  const placed = (graph.edges ?? []).map((edge) => {
    const arrow = arrows.find((one) => edgeID(one) === edge.id) ?? null;
    return { arrow, way: wayOf(edge), label: arrow && edge.labels?.[0] ? areaOf(edge.labels[0]) : null };
  });
  return { width: graph.width ?? 0, height: graph.height ?? 0, boxes, marks, arrows: placed };
}

const idOf = (path: string) => `state:${path}`;
const markID = (path: string) => `mark:${path}`;
const edgeID = ({ source, target, change }: Arrow) =>
  `arrow:${source}>${target}${change ? `>${change}` : ""}`;

function nodeOf(box: Box, wide: ReadonlySet<string>): ElkNode {
  const rule = box.rule === null ? 0 : pillWidth(box.rule) + 12;
  const width = Math.max(
    widest(box.lines) + 2 * padding,
    widest(box.lines.slice(0, 1)) + 2 * padding + rule,
    90,
  );
  const height = heightOf(box.lines) + 2 * padding - 4;
  if (box.boxes.length === 0) return { id: idOf(box.path), width, height };
  return {
    id: idOf(box.path),
    layoutOptions: {
      ...options,
      "elk.padding": `[top=${height + 8},left=${gap - 8},bottom=${gap - 8},right=${gap - 8}]`,
    },
    children: [
      ...(box.initial === null ? [] : [{ id: markID(box.path), width: markSize, height: markSize }]),
      ...(wide.has(box.path) ? [{ id: `width:${box.path}`, width: width - 2 * (gap - 8), height: 1 }] : []),
      ...box.boxes.map((inner) => nodeOf(inner, wide)),
    ],
  };
}

function marksOf(box: Box): ElkExtendedEdge[] {
  const own =
    box.initial === null
      ? []
      : [{ id: `initial:${box.path}`, sources: [markID(box.path)], targets: [idOf(box.initial)] }];
  return [...own, ...box.boxes.flatMap(marksOf)];
}

function edgeOf(arrow: Arrow): ElkExtendedEdge {
  return {
    id: edgeID(arrow),
    sources: [idOf(arrow.source)],
    targets: [idOf(arrow.target)],
    labels: [{ text: "label", width: widest(arrow.lines) + 8, height: heightOf(arrow.lines) + 4 }],
  };
}

function wayOf({ sections = [] }: ElkExtendedEdge): Point[] {
  return sections.flatMap(({ startPoint, bendPoints = [], endPoint }) => [
    startPoint,
    ...bendPoints,
    endPoint,
  ]);
}

function areaOf({ x = 0, y = 0, width = 0, height = 0 }: Partial<Area>): Area {
  return { x, y, width, height };
}

function move({ width, height, boxes, marks, arrows }: Layout, by: Point): Layout {
  const shift = <Place extends Point>(place: Place): Place => ({
    ...place,
    x: place.x + by.x,
    y: place.y + by.y,
  });
  return {
    width,
    height,
    boxes: boxes.map((one) => ({ ...one, area: shift(one.area) })),
    marks: marks.map(shift),
    arrows: arrows.map(({ arrow, way, label }) => ({
      arrow,
      way: way.map(shift),
      label: label && shift(label),
    })),
  };
}
