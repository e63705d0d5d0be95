import { Suspense, useEffect, useRef, useState } from "react";
import lights from "./ChartView.lights.css?inline";
import styles from "./ChartView.module.css";
import type { PlainEvent } from "./messages.ts";
import { Outline } from "./Outline.tsx";
import { usePanZoom } from "./panZoom.ts";
import type { Drawn, Parts, Seen } from "./parts.ts";
import { boxesIn, usePickedState } from "./pickedState.ts";
import { type ActorPicture, activePaths, type LogEntry } from "./recording.ts";
import { SendEvent } from "./SendEvent.tsx";
import { countTaken, drawnParts, type Taken, takenBy, untakenIn, withSeen } from "./taken.ts";
import { enteredState, type Marks } from "./viewing.ts";

/**
 * Shows the drawing of an actor's chart. Highlights active states, the transitions just taken, and
 * events that are possible now.
 */
export function ChartView({
  actor,
  last,
  taken,
  marks,
  onMark,
  onAct,
  fieldsOf,
  parts: { say, fetchDrawing, isSendable, notes, pictures, seen: kept },
}: {
  actor: ActorPicture;
  /** The event that led to this state. */
  last: LogEntry | null;
  /** The transitions of this chart in the recording, if the user asks for them. */
  taken: readonly Taken[] | null;
  marks: Marks;
  onMark: (marks: Marks) => void;
  /** Sends a user event to the page; null if the page accepts none. */
  onAct: ((event: PlainEvent) => void) | null;
  parts: Parts;
  /** Fields of the newest event of a type that the chart got, as JSON; null if it got none. */
  fieldsOf: (type: string) => string | null;
}) {
  const [drawing, setDrawing] = useState<{ name: string; svg: string | null } | null>(null);
  const [possible, setPossible] = useState<readonly string[]>([]);
  const host = useRef<HTMLDivElement>(null);
  const [drafted, setDrafted] = useState<string | null>(null);
  const { stage, view, zoom, fitIn, begin, show } = usePanZoom(host);

  useEffect(() => {
    let isWanted = true;
    drawingOf({ name: actor.name, definition: actor.definition }, fetchDrawing).then(
      (svg) => isWanted && setDrawing({ name: actor.name, svg }),
      () => isWanted && setDrawing({ name: actor.name, svg: null }),
    );
    return () => {
      isWanted = false;
    };
  }, [actor.name, actor.definition, fetchDrawing]);

  const svg = drawing?.name === actor.name ? drawing.svg : null;
  const [drawn, setDrawn] = useState<Drawn | null>(null);
  useEffect(() => {
    if (!host.current || svg === null) return;
    const shadow = host.current.shadowRoot ?? host.current.attachShadow({ mode: "open" });
    draw(shadow, svg);
    setDrawn({ svg, root: shadow });
    begin();
  }, [svg, begin]);

  const [picked, pick] = usePickedState(stage, pictures ? drawn?.root : undefined);

  const active = activePaths(actor.value).join("|");
  useEffect(() => {
    const shadow = host.current?.shadowRoot;
    if (!shadow || svg === null) return;
    const paths = new Set(["", ...active.split("|")]);
    setPossible(light(shadow, paths, actor.status === "active"));
    glow(shadow, last);
    const part = changedPart(shadow, active.split("|"), last);
    if (part) show(part);
  }, [svg, active, actor.status, last, show]);

  const seen = useSeen(kept, marks === "unseen" ? actor.name : null);
  const [count, setCount] = useState<{ taken: number; all: number } | null>(null);
  useEffect(() => {
    const shadow = host.current?.shadowRoot;
    if (!shadow || svg === null) return;
    const ways = taken && marks === "unseen" ? withSeen(taken, seen) : taken;
    fade(shadow, marks === "unseen" ? ways && untakenIn(shadow, ways) : ways);
    setCount(ways && countTaken(shadow, ways));
  }, [svg, taken, marks, seen]);

  const isMissing = drawing?.name === actor.name && svg === null;
  const choice = (
    <label className={styles.marks}>
      {say("show")}
      <select value={marks} onChange={({ target }) => onMark(target.value)}>
        <option value="nothing">{say("nothing")}</option>
        <option value="taken">{say("taken")}</option>
        {kept && <option value="unseen">{say("unseen")}</option>}
        {notes.map(({ name, words }) => (
          <option key={name} value={name}>
            {words}
          </option>
        ))}
      </select>
    </label>
  );
  const chosen = notes.find(({ name }) => name === marks);
  return (
    <section
      className={styles.chart}
      aria-label={say("chart", { name: actor.name })}
      data-noted={chosen !== undefined || undefined}
    >
      {isMissing ? (
        <>
          <p className={styles.empty}>{say("noDrawing")}</p>
          <Outline actor={actor} />
          <div className={styles.bar}>{choice}</div>
        </>
      ) : (
        <div className={styles.stage} ref={stage}>
          <div className={styles.view} ref={view}>
            <div ref={host} />
          </div>
          <div className={styles.tools}>
            {count && (
              <output title={marks === "unseen" ? kept?.hint : undefined}>
                {marks === "unseen"
                  ? say("unseenCount", { unseen: `${count.all - count.taken}`, all: `${count.all}` })
                  : say("takenCount", { taken: `${count.taken}`, all: `${count.all}` })}
              </output>
            )}
            {choice}
            {pictures && (
              <button type="button" onClick={() => pick(active.split("|").at(-1) || null)}>
                {pictures.words}
              </button>
            )}
            <button type="button" onClick={() => zoom(1.25)} aria-label={say("zoomIn")}>
              +
            </button>
            <button type="button" onClick={() => zoom(0.8)} aria-label={say("zoomOut")}>
              −
            </button>
            <button type="button" onClick={() => fitIn()}>
              {say("fit")}
            </button>
          </div>
          {pictures && picked !== null && drawn && (
            <Suspense fallback={null}>
              <pictures.Picture
                chart={actor.name}
                state={picked}
                states={statesIn(drawn.root)}
                drawn={drawn}
                onPick={pick}
              />
            </Suspense>
          )}
        </div>
      )}
      {chosen && (
        <Suspense fallback={null}>
          <chosen.Notes chart={actor.name} drawn={drawn} onPoint={show} />
        </Suspense>
      )}
      {possible.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it
        <section className={styles.possible} aria-label={say("possible")} tabIndex={0}>
          <span>{say("possible")}</span>
          {possible.map((event) =>
            onAct && isSendable(event) ? (
              <button
                type="button"
                key={event}
                aria-expanded={drafted === event}
                onClick={() => (fieldsOf(event) === "{}" ? onAct({ type: event }) : setDrafted(event))}
              >
                {event}
              </button>
            ) : (
              <code key={event}>{event}</code>
            ),
          )}
        </section>
      )}
      {drafted !== null && onAct && (
        <SendEvent
          key={drafted}
          type={drafted}
          known={fieldsOf(drafted)}
          onSend={onAct}
          onClose={() => setDrafted(null)}
          say={say}
        />
      )}
    </section>
  );
}

/** Returns the SVG text of a chart: the prepared one, or one that is laid out from the definition that its page sent. */
async function drawingOf(
  { name, definition }: Pick<ActorPicture, "name" | "definition">,
  fetchDrawing: Parts["fetchDrawing"],
): Promise<string | null> {
  const prepared = await fetchDrawing(name);
  if (prepared !== null || definition === null) return prepared;
  const { drawDefinition } = await import("./foreign.ts");
  return drawDefinition(definition, name);
}

const NONE: readonly string[] = [];

/** Returns the transitions of a chart that the kept recordings took; none before they are loaded. */
function useSeen(kept: Seen | null, chart: string | null): readonly string[] {
  const [seen, setSeen] = useState<ReadonlyMap<string, readonly string[]> | null>(null);
  const isWanted = chart !== null;
  useEffect(() => {
    if (!isWanted || !kept) return;
    let isCurrent = true;
    kept.fetch().then(
      (found) => isCurrent && setSeen(found),
      () => {},
    );
    return () => {
      isCurrent = false;
    };
  }, [isWanted, kept]);
  return (chart !== null && seen?.get(chart)) || NONE;
}
/** The paths of all states in the drawing. */
const statesIn = (root: ShadowRoot): string[] => [
  ...new Set(boxesIn(root).map(({ dataset }) => dataset.state ?? "")),
];

/** Returns the state that the last event entered, or the line of its transition, or any active state. */
function changedPart(shadow: ShadowRoot, active: readonly string[], last: LogEntry | null): Element | null {
  const entered = last && enteredState(active, last.edges);
  const boxes = [...shadow.querySelectorAll<SVGElement>("[data-state]")];
  const box = entered && boxes.find(({ dataset }) => dataset.state === entered);
  const lit = boxes.filter((one) => one.hasAttribute("data-lit"));
  return box || (shadow.querySelector("text[data-taken]") ?? lit.at(-1) ?? null);
}

function draw(shadow: ShadowRoot, svg: string): void {
  const parsed = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
  const drawing = document.importNode(parsed, true);
  for (const style of drawing.querySelectorAll("style"))
    style.textContent = (style.textContent ?? "").replaceAll(":root", ":host");
  const own = document.createElement("style");
  own.textContent = lights;
  shadow.replaceChildren(drawing, own);
}

/** Highlights active states and possible transitions. Returns their events in the drawing's order. */
function light(shadow: ShadowRoot, paths: ReadonlySet<string>, isLive: boolean): string[] {
  const possible = new Set<string>();
  for (const box of shadow.querySelectorAll<SVGElement>("[data-state]")) {
    const path = box.dataset.state ?? "";
    box.toggleAttribute("data-lit", path !== "" && paths.has(path));
  }
  for (const line of shadow.querySelectorAll<SVGElement>("[data-source]")) {
    const isPossible = isLive && paths.has(line.dataset.source ?? "");
    line.toggleAttribute("data-possible", isPossible);
    if (isPossible) for (const event of line.dataset.events?.split("|") ?? []) possible.add(event);
  }
  for (const arrow of shadow.querySelectorAll<SVGElement>("[data-arrow]"))
    arrow.toggleAttribute("data-possible", isLive && paths.has(arrow.dataset.arrow?.split(">")[0] ?? ""));
  return [...possible];
}

function glow(shadow: ShadowRoot, last: LogEntry | null): void {
  for (const lit of shadow.querySelectorAll("[data-taken]")) lit.removeAttribute("data-taken");
  if (!last) return;
  // Forces a layout, so that the animation restarts for the same transition.
  shadow.host.getBoundingClientRect();
  for (const part of drawnParts(shadow, takenBy([last]))) part.setAttribute("data-taken", "");
}

/** Fades what was never taken. Null shows everything alike. */
function fade(shadow: ShadowRoot, taken: readonly Taken[] | null): void {
  const kept = new Set(taken && drawnParts(shadow, taken));
  for (const part of shadow.querySelectorAll<SVGElement>("[data-source], [data-arrow]"))
    part.toggleAttribute("data-untaken", taken !== null && !kept.has(part));
}
