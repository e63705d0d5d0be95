import { useEffect, useMemo, useState } from "react";
import { fingerprintOf } from "../../tools/charts/draw/fingerprint.ts";
import type { NotesProps } from "../../tools/charts/inspector/parts.ts";
import looks from "./marks.css?inline";
import { type Mark, type Marking, markDrawing, type Place, partsAt } from "./marks.ts";
import styles from "./TestNotes.module.css";
import { type CountedWalks, type Edits, fetchEdits, fetchWalks, type Walks } from "./tested.ts";
import type { SayOwn } from "./texts.ts";

interface Note extends Place {
  name: string;
  reason: string;
}

/** Shows what the tests know of a chart: marks in its drawing, and a legend and reasons below it. */
export default function TestNotes({
  of,
  chart,
  drawn,
  onPoint,
  say,
}: NotesProps & {
  of: "paths" | "edits";
  say: SayOwn;
}) {
  const known = useKnown(of);
  const walks = known?.kind === "paths" ? known.of.get(chart) : undefined;
  const edits = known?.kind === "edits" ? known.of.get(chart) : undefined;
  const about = walks && "drawing" in walks ? walks.drawing : edits?.drawing;
  const isOlder = drawn !== null && about !== undefined && about !== fingerprintOf(drawn.svg);
  const counted = walks && "drawing" in walks && !isOlder ? walks : null;
  const tried = edits && !isOlder ? edits : null;

  const marking = useMemo(
    () => (counted ? markingOfWalks(counted, say) : tried ? markingOfEdits(tried) : null),
    [counted, tried, say],
  );
  useEffect(() => {
    if (!drawn || !marking) return;
    const look = document.createElement("style");
    look.textContent = looks;
    drawn.root.append(look);
    const unmark = markDrawing(drawn.root, marking);
    return () => {
      unmark();
      look.remove();
    };
  }, [drawn, marking]);

  const [pointed, setPointed] = useState<Place | null>(null);
  useEffect(() => {
    if (!drawn || !pointed) return;
    const parts = partsAt(drawn.root, pointed);
    for (const part of parts) part.setAttribute("data-pointed", "");
    const [first] = parts;
    if (first) onPoint(first);
    return () => {
      for (const part of parts) part.removeAttribute("data-pointed");
    };
  }, [drawn, pointed, onPoint]);

  const notes = counted ? emptyWays(counted, say) : (tried?.explained ?? []);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it
    <section className={styles.notes} aria-label={say(of)} tabIndex={0}>
      <p>{wordsOf({ known, walks, edits, isOlder, chart }, say)}</p>
      {counted && (
        <ul className={styles.legend} aria-label={say("legend")}>
          <li>
            <b>12</b> {say("walkedBy")}
          </li>
          <li>
            <b data-empty>0</b> {say("walkedByNone")}
          </li>
        </ul>
      )}
      {notes.length > 0 && (
        <ul className={styles.list}>
          {notes.map((note) => (
            <li key={note.name}>
              {note.states.length + note.ways.length > 0 && drawn ? (
                <button
                  type="button"
                  onClick={() => setPointed({ ...note })}
                  onFocus={() => setPointed(note)}
                  onBlur={() => setPointed(null)}
                  onMouseEnter={() => setPointed(note)}
                  onMouseLeave={() => setPointed(null)}
                >
                  {note.name}
                </button>
              ) : (
                <code>{note.name}</code>
              )}
              <span>{note.reason}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

type Known =
  | { kind: "paths"; of: ReadonlyMap<string, Walks> }
  | { kind: "edits"; of: ReadonlyMap<string, Edits> }
  | { kind: "failed" };

/** Returns the file that the choice needs; null until it is there. */
function useKnown(kind: "paths" | "edits"): Known | null {
  const [known, setKnown] = useState<Known | null>(null);
  useEffect(() => {
    let isWanted = true;
    const file: Promise<Known> =
      kind === "paths"
        ? fetchWalks().then((of) => ({ kind, of }))
        : fetchEdits().then((of) => ({ kind, of }));
    file.then(
      (found) => isWanted && setKnown(found),
      () => isWanted && setKnown({ kind: "failed" }),
    );
    return () => {
      isWanted = false;
    };
  }, [kind]);
  return known && (known.kind === kind || known.kind === "failed") ? known : null;
}

function wordsOf(
  {
    known,
    walks,
    edits,
    isOlder,
    chart,
  }: {
    known: Known | null;
    walks: Walks | undefined;
    edits: Edits | undefined;
    isOlder: boolean;
    chart: string;
  },
  say: SayOwn,
): string {
  if (known === null) return say("loadingTests");
  if (known.kind === "failed") return say("testsNotLoaded");
  if (walks && "reason" in walks) return say("noPaths", { reason: walks.reason });
  if (isOlder) return say(walks ? "olderCounts" : "olderEdits", { name: chart });
  if (walks) return say("pathCount", { count: `${walks.paths}` });
  if (!edits) return say("noTests");
  const open = edits.unnoticed - edits.explained.length;
  return [
    say("editCount", { tried: `${edits.tried}`, unnoticed: `${edits.unnoticed}` }),
    edits.isOlder ? say("olderRow") : open > 0 ? say("openEdits", { count: `${open}` }) : "",
    edits.explained.length > 0 ? say("editMarks") : "",
  ].join(" ");
}

function markingOfWalks({ states, ways, reasons }: CountedWalks, say: SayOwn): Marking {
  const titleOf = (names: readonly string[]) => {
    const empty = names.filter((name) => (states[name] ?? ways[name]) === 0);
    return empty.length === 0
      ? say("walkedBy")
      : empty.map((name) => reasons[name] ?? say("walkedByNone")).join("\n");
  };
  const markOf = (names: readonly string[]): Mark | null => {
    const counts = names.flatMap((name) => states[name] ?? ways[name] ?? []);
    if (counts.length === 0) return null;
    return { text: counts.join(", "), title: titleOf(names), isEmpty: counts.includes(0) };
  };
  return {
    state: (path) => markOf([path]),
    line: markOf,
    isUnwalked: (along) => along.length > 0 && along.every((way) => ways[way] === 0),
  };
}

function markingOfEdits({ explained }: Edits): Marking {
  const markOf = (own: Edits["explained"]): Mark | null =>
    own.length === 0
      ? null
      : {
          text: `${own.length}`,
          title: own.map(({ name, reason }) => `${name} (${reason})`).join("\n"),
          isEmpty: false,
        };
  return {
    state: (path) => markOf(explained.filter(({ states }) => states.includes(path))),
    line: (given) => markOf(explained.filter(({ ways }) => ways.some((way) => given.includes(way)))),
    isUnwalked: () => false,
  };
}

/** The innermost states and the transitions that no path meets, with the reason. */
function emptyWays({ states, ways, reasons }: CountedWalks, say: SayOwn): Note[] {
  const noteOf = (name: string, words: string, place: Partial<Place>): Note => ({
    ...{ states: [], ways: [], name: words, reason: reasons[name] ?? "" },
    ...place,
  });
  const isZero = ([, count]: [string, number]) => count === 0;
  return [
    ...Object.entries(states)
      .filter(isZero)
      .filter(([path], _, all) => !all.some(([other]) => other.startsWith(`${path}.`)))
      .map(([path]) => noteOf(path, path, { states: [path] })),
    ...Object.entries(ways)
      .filter(isZero)
      .map(([way]) => {
        const [source = "", target = "", event = ""] = way.split(">");
        const from = source === "" ? say("anywhere") : source;
        return noteOf(way, `${from}: ${event}${target === "" ? "" : ` → ${target}`}`, { ways: [way] });
      }),
  ];
}
