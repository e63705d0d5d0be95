import { useActorRef, useSelector } from "@xstate/react";
import { type CSSProperties, useEffect, useMemo, useRef, useSyncExternalStore } from "react";
import { ActorTree, actorWords, statusWord } from "./ActorTree.tsx";
import { ChartView } from "./ChartView.tsx";
import { causesOf } from "./causes.ts";
import { changesOf } from "./changes.ts";
import { Data } from "./Data.tsx";
import { Divider } from "./Divider.tsx";
import { clockTime, EventLog, filterLog, kindOf, prepareSearch } from "./EventLog.tsx";
import { HelperPage } from "./HelperPage.tsx";
import styles from "./Inspector.module.css";
import { MediaView } from "./MediaView.tsx";
import type { Parts } from "./parts.ts";
import type { Recorder } from "./recorder.ts";
import {
  type ActorPicture,
  type LogEntry,
  type Picture,
  type Recording,
  shownPhones,
  stateWords,
} from "./recording.ts";
import { lastFields } from "./SendEvent.tsx";
import { SequenceView } from "./SequenceView.tsx";
import { arrowsOf, barsOf, filterArrows, filterBars, meetings } from "./sequence.ts";
import { takenBy } from "./taken.ts";
import { PANE_LIMITS, type Panel, viewingMachine } from "./viewing.ts";

/** Maximum event kinds to choose from. Charts have a few dozen. */
const KINDS = 60;
const PANELS: readonly Panel[] = ["log", "sequence", "context", "media"];

/** What the inspector shows while a recording is played beside it. */
export interface PlayedMoment {
  /** Number of messages before the moment. */
  moment: number;
  /** The actor that acted in the step before; null for none. */
  sessionId: string | null;
  /** The user looks at another moment here. */
  onLook: (moment: number) => void;
}

export function Inspector({
  recorder,
  parts,
  played,
}: {
  recorder: Recorder;
  parts: Parts;
  played?: PlayedMoment | undefined;
}) {
  const { say, hint, sequence, nameOf, frontCharts, hasMedia, fetchRecording, playback } = parts;
  const panels = hasMedia ? PANELS : PANELS.filter((panel) => panel !== "media");
  const viewing = useActorRef(viewingMachine);
  const { send } = viewing;
  const view = useSelector(viewing, ({ context }) => context);
  const isLive = useSelector(viewing, (snapshot) => snapshot.matches("live"));
  const version = useSyncExternalStore(recorder.subscribe, recorder.version);
  const file = useRef<HTMLInputElement>(null);
  const saved = useRef("");

  const recording = recorder.recording();
  const until = isLive ? recording.end : Math.max(recording.first, view.moment);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the recording changes without being another one
  const picture = useMemo(() => recording.at(until), [recording, until, version]);
  const phones = shownPhones(recording.phones.values(), picture);
  const chosen = chosenOf(
    picture,
    view.chosen,
    phones.map(({ id }) => id),
  );
  const front = frontCharts(recording.now).join("\n");
  useEffect(() => {
    send({ type: "recording.front", sessionIds: front === "" ? [] : front.split("\n") });
  }, [front, send]);
  const { moment = null, sessionId: acted = null } = played ?? {};
  useEffect(() => {
    if (moment !== null) send({ type: "playback.moved", moment, sessionId: acted });
  }, [moment, acted, send]);
  const latest = recording.changes.at(-1)?.sessionId;
  useEffect(() => {
    if (latest !== undefined) send({ type: "recording.changed", sessionId: latest });
  }, [latest, send]);
  const last = chosen?.last === null || !chosen ? null : entryOf(recording, chosen.last);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the recording changes without being another one
  const entries = useMemo(
    () =>
      view.panel === "log"
        ? filterLog(recording.log, { filter: view.filter, chosen: chosen?.sessionId ?? null }, recording.now)
        : [],
    [view.panel, view.filter, chosen?.sessionId, recording, version],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: the recording changes without being another one
  const all = useMemo(
    () => (view.panel === "sequence" ? arrowsOf(recording, recording.now, sequence) : []),
    [view.panel, recording, version, sequence],
  );
  const met = useMemo(() => meetings(all), [all]);
  const arrows = useMemo(
    () => filterArrows(all, { text: view.filter.text, until }),
    [all, view.filter.text, until],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: the recording changes without being another one
  const bars = useMemo(
    () =>
      view.panel === "sequence"
        ? filterBars(barsOf(recording, recording.now, { rules: sequence, chosen: view.chosen }), {
            text: view.filter.text,
            until,
          })
        : [],
    [view.panel, view.chosen, view.filter.text, until, recording, version, sequence],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: the recording changes without being another one
  const taken = useMemo(() => {
    const name = view.marks === "taken" || view.marks === "unseen" ? chosen?.name : undefined;
    if (name === undefined) return null;
    return takenBy(recording.log.filter((entry) => recording.now.get(entry.sessionId)?.name === name));
  }, [view.marks, chosen?.name, recording, version]);
  const kinds = [...new Set(recording.log.slice(-2000).map(({ event }) => kindOf(event.type)))]
    .slice(0, KINDS)
    .sort();

  useEffect(() => recorder.openFirst(fetchRecording), [recorder, fetchRecording]);

  /** The nearest event before or after the shown moment that changed the state of the chosen chart. */
  const changeOf = (isLater: boolean) => {
    const isChange = ({ sessionId, edges, settled }: LogEntry) =>
      settled !== null && sessionId === chosen?.sessionId && edges.length > 0;
    const { log } = recording;
    return isLater
      ? log.find((entry) => isChange(entry) && (entry.settled ?? 0) > until)
      : log.findLast((entry) => isChange(entry) && (entry.settled ?? 0) < until);
  };
  const lookBack = (to: number) => {
    send({ type: "user.lookBack", moment: to });
    played?.onLook(to);
  };
  const goTo = (entry: LogEntry | undefined) => {
    if (entry?.settled) lookBack(entry.settled);
  };
  const time = until > recording.first ? recording.timeAt(until) : null;

  const onFile = async (given: File | undefined) => {
    if (given) recorder.openFile(await given.text());
  };
  const choose = (sessionId: string) => send({ type: "user.choose", sessionId });
  const save = () => {
    const link = document.createElement("a");
    // The browser may read the saved file a moment later, so its address stays valid until the next save.
    URL.revokeObjectURL(saved.current);
    saved.current = URL.createObjectURL(new Blob([recorder.exportFile()], { type: "application/json" }));
    link.href = saved.current;
    link.download = "charts-recording.json";
    link.click();
  };

  return (
    <div className={styles.inspector}>
      <header className={styles.bar}>
        <h1>{say("title")}</h1>
        <span className={styles.when} data-live={isLive || undefined}>
          {recorder.isFile() ? say("isFile") : say(isLive ? "live" : "past")}
        </span>
        {recording.lost > 0 && <output>{say("lost", { count: String(recording.lost) })}</output>}
        <input
          type="range"
          aria-label={say("moment")}
          min={recording.first}
          max={recording.end}
          value={until}
          aria-valuetext={time === null ? undefined : clockTime(time)}
          onChange={({ target }) => lookBack(Number(target.value))}
        />
        {time !== null && <time className={styles.time}>{clockTime(time)}</time>}
        {chosen?.isChart &&
          ([false, true] as const).map((isLater) => {
            const words = say(isLater ? "laterChange" : "earlierChange", { name: chosen.id });
            const change = changeOf(isLater);
            return (
              <button
                type="button"
                key={words}
                aria-label={words}
                title={words}
                disabled={change === undefined}
                onClick={() => goTo(change)}
              >
                {isLater ? "▸" : "◂"}
              </button>
            );
          })}
        {!isLive && !played && (
          <button type="button" onClick={() => send({ type: "user.goLive" })}>
            {say("goLive")}
          </button>
        )}
        {recorder.isFile() && !played && playback && <a href={playback.address}>{playback.words}</a>}
        <button type="button" onClick={save} disabled={recording.end === recording.first}>
          {say("exportFile")}
        </button>
        <button type="button" onClick={() => file.current?.click()}>
          {say("importFile")}
        </button>
        <input
          ref={file}
          type="file"
          accept=".json,application/json"
          hidden
          onChange={({ target }) => {
            void onFile(target.files?.[0]);
            target.value = "";
          }}
        />
        <button type="button" onClick={() => (recorder.isFile() ? recorder.listen() : recorder.clear())}>
          {say(recorder.isFile() ? "leaveFile" : "clear")}
        </button>
      </header>
      {recorder.isBroken() && (
        <p className={styles.problem} role="alert">
          {say("broken")}
        </p>
      )}
      <div
        className={styles.panes}
        style={{ "--tree": `${view.sizes.tree}px`, "--chart": view.sizes.chart } as PaneStyle}
      >
        <nav className={styles.actors} aria-label={say("actors")}>
          <div className={styles.tree}>
            {phones.length === 0 ? (
              <div className={styles.nobody}>
                <p>{say("nobody")}</p>
                <p>{hint}</p>
              </div>
            ) : (
              <>
                <input
                  type="search"
                  className={styles.search}
                  placeholder={say("searchActors")}
                  aria-label={say("searchActors")}
                  value={view.wanted}
                  onChange={({ target }) => send({ type: "user.searchActors", text: target.value })}
                />
                <ActorTree
                  phones={phones}
                  picture={picture}
                  chosen={chosen?.sessionId ?? null}
                  withHelpers={view.withHelpers}
                  wanted={view.wanted}
                  folded={view.folded}
                  pinned={view.pinned}
                  onChoose={choose}
                  onFold={(sessionId) => send({ type: "user.foldActor", sessionId })}
                  nameOf={nameOf}
                  say={say}
                />
                <label className={styles.check}>
                  <input
                    type="checkbox"
                    checked={view.withHelpers}
                    onChange={({ target }) => send({ type: "user.showHelpers", isOn: target.checked })}
                  />
                  {say("helpers")}
                </label>
                <label className={styles.check}>
                  <input
                    type="checkbox"
                    checked={view.isFollowing}
                    onChange={({ target }) => send({ type: "user.follow", isOn: target.checked })}
                  />
                  {say("follow")}
                </label>
              </>
            )}
          </div>
          <Divider
            label={say("resizeTree")}
            size={view.sizes.tree}
            limits={PANE_LIMITS.tree}
            className={styles.beside}
            sizeAt={({ x }, nav) => x - nav.left}
            onResize={(size) => send({ type: "user.resize", pane: "tree", size })}
          />
        </nav>
        <main className={styles.middle}>
          <div className={styles.chart}>
            {chosen ? (
              <>
                <p className={styles.where}>
                  <button
                    type="button"
                    aria-pressed={view.pinned.includes(chosen.sessionId)}
                    onClick={() => send({ type: "user.pinActor", sessionId: chosen.sessionId })}
                  >
                    {say("pin")}
                  </button>
                  <span title={`${chosen.id} ${stateWords(chosen.value)}`}>
                    <b>{actorWords(chosen)}</b> {stateWords(chosen.value) || say(statusWord(chosen.status))}
                  </span>
                </p>
                {!chosen.isChart && (
                  <HelperPage actor={chosen} picture={picture} onChoose={choose} say={say} />
                )}
                {chosen.isChart && (
                  <ChartView
                    key={chosen.name}
                    actor={chosen}
                    last={last}
                    taken={taken}
                    marks={view.marks}
                    onMark={(marks) => send({ type: "user.mark", marks })}
                    onAct={
                      isLive && recording.phones.get(chosen.phone)?.takesEvents
                        ? (event) => recorder.act(chosen.sessionId, event)
                        : null
                    }
                    fieldsOf={(type) =>
                      lastFields(recording.log, {
                        type,
                        isOf: (sessionId) => recording.now.get(sessionId)?.name === chosen.name,
                      })
                    }
                    parts={parts}
                  />
                )}
              </>
            ) : (
              <p className={styles.nobody}>{say("choose")}</p>
            )}
          </div>
          <Divider
            label={say("resizeChart")}
            size={view.sizes.chart}
            limits={PANE_LIMITS.chart}
            className={styles.between}
            sizeAt={chartShareAt}
            onResize={(size) => send({ type: "user.resize", pane: "chart", size })}
          />
        </main>
        <aside className={styles.side}>
          <div
            className={styles.tabs}
            role="tablist"
            onKeyDown={({ key, currentTarget }) => {
              const by = key === "ArrowRight" ? 1 : key === "ArrowLeft" ? -1 : 0;
              const at = (panels.indexOf(view.panel) + by + panels.length) % panels.length;
              const panel = panels[at];
              if (by === 0 || panel === undefined) return;
              send({ type: "user.turnTo", panel });
              currentTarget.querySelectorAll<HTMLElement>("[role=tab]")[at]?.focus();
            }}
          >
            {panels.map((panel) => (
              <button
                type="button"
                role="tab"
                key={panel}
                id={`tab-${panel}`}
                aria-controls="panel"
                aria-selected={panel === view.panel}
                tabIndex={panel === view.panel ? 0 : -1}
                onClick={() => send({ type: "user.turnTo", panel })}
              >
                {say(panel)}
              </button>
            ))}
          </div>
          <div className={styles.panel} id="panel" role="tabpanel" aria-labelledby={`tab-${view.panel}`}>
            {(view.panel === "log" || view.panel === "sequence") && (
              <div className={styles.filters}>
                <input
                  type="search"
                  placeholder={say("search")}
                  aria-label={say("search")}
                  value={view.filter.text}
                  onFocus={() => prepareSearch(recording.log)}
                  onChange={({ target }) => send({ type: "user.filter", filter: { text: target.value } })}
                />
                {view.panel === "log" && (
                  <>
                    <select
                      aria-label={say("kind")}
                      value={view.filter.kind}
                      onChange={({ target }) => send({ type: "user.filter", filter: { kind: target.value } })}
                    >
                      <option value="">{say("allKinds")}</option>
                      {kinds.map((kind) => (
                        <option key={kind}>{kind}</option>
                      ))}
                    </select>
                    {(["isOfChosen", "withLives"] as const).map((name) => (
                      <label key={name} className={styles.check}>
                        <input
                          type="checkbox"
                          checked={view.filter[name]}
                          onChange={({ target }) =>
                            send({ type: "user.filter", filter: { [name]: target.checked } })
                          }
                        />
                        {say(name === "isOfChosen" ? "ofChosen" : "lives")}
                      </label>
                    ))}
                  </>
                )}
              </div>
            )}
            {view.panel === "log" && (
              <EventLog
                entries={entries}
                phones={recording.phones}
                picture={recording.now}
                until={until}
                unfolded={view.unfolded}
                changesOf={(entry) => changesOf(recording, entry)}
                causesOf={(entry) => causesOf(recording, recording.now, entry)}
                onChoose={choose}
                onOpen={({ number, sessionId, at, settled }) => {
                  const after = settled ?? at + 1;
                  played?.onLook(after);
                  send({ type: "user.openEntry", number, sessionId, moment: after });
                }}
                onFold={() => send({ type: "user.foldEntry" })}
                nameOf={nameOf}
                say={say}
              />
            )}
            {view.panel === "sequence" && (
              <SequenceView
                arrows={arrows}
                bars={bars}
                met={met}
                phones={phones}
                open={view.arrow}
                rules={sequence}
                nameOf={nameOf}
                onChoose={({ at, sessionId }) => send({ type: "user.openArrow", at, sessionId })}
                say={say}
              />
            )}
            {view.panel === "media" && (
              <MediaView
                samples={recording.media.filter(({ at }) => at < until)}
                phones={phones}
                nameOf={nameOf}
                say={say}
              />
            )}
            {view.panel === "context" && (
              <div className={styles.context}>
                {chosen?.context ? (
                  <Data
                    key={chosen.sessionId}
                    name={say("context")}
                    value={chosen.context}
                    before={chosen.contextBefore}
                    isOpen
                  />
                ) : (
                  <p className={styles.nobody}>{say("noContext")}</p>
                )}
              </div>
            )}
          </div>
        </aside>
      </div>
    </div>
  );
}

type PaneStyle = CSSProperties & { "--tree": string; "--chart": number };

/** The share of the chart, which is above the log in a narrow window and beside it in a wide one. */
function chartShareAt({ x, y }: { x: number; y: number }, middle: DOMRect): number {
  const side = document.querySelector("aside")?.getBoundingClientRect();
  if (!side) return 50;
  return side.top >= middle.bottom
    ? (100 * (y - middle.top)) / (side.bottom - middle.top)
    : (100 * (x - middle.left)) / (side.right - middle.left);
}

/** Returns the actor to show: the chosen one, its successor after a reload, or the root of the first page. */
function chosenOf(
  picture: Picture,
  sessionId: string | null,
  phones: readonly string[],
): ActorPicture | null {
  const found = sessionId === null ? undefined : picture.get(sessionId);
  if (found && phones.includes(found.phone)) return found;
  return (
    [...picture.values()].find(({ parentId, phone }) => parentId === null && phone === phones[0]) ?? null
  );
}

function entryOf({ log }: Recording, number: number) {
  const first = log[0]?.number ?? 0;
  return log[number - first] ?? null;
}
