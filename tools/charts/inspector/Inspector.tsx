import { useActorRef, useSelector } from "@xstate/react";
import { useEffect, useMemo, useRef, useSyncExternalStore } from "react";
import { ActorTree, actorWords, statusWord } from "./ActorTree.tsx";
import { ChartView } from "./ChartView.tsx";
import { changesOf } from "./changes.ts";
import { Data } from "./Data.tsx";
import { EventLog, filterLog, kindOf } from "./EventLog.tsx";
import styles from "./Inspector.module.css";
import type { Parts } from "./parts.ts";
import type { Recorder } from "./recorder.ts";
import { type ActorPicture, type Picture, type Recording, shownPhones, stateWords } from "./recording.ts";
import { SequenceView } from "./SequenceView.tsx";
import { arrowsOf, filterArrows, meetings } from "./sequence.ts";
import { takenBy } from "./taken.ts";
import { type Panel, viewingMachine } from "./viewing.ts";

/** Maximum event kinds to choose from. Charts have a few dozen. */
const KINDS = 60;
const PANELS: readonly Panel[] = ["log", "sequence", "context"];

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
  const { say, hint, sequence, nameOf, frontCharts, fetchRecording, playback } = parts;
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
  const taken = useMemo(() => {
    const name = view.marks === "taken" ? chosen?.name : undefined;
    if (name === undefined) return null;
    return takenBy(recording.log.filter((entry) => recording.now.get(entry.sessionId)?.name === name));
  }, [view.marks, chosen?.name, recording, version]);
  const kinds = [...new Set(recording.log.slice(-2000).map(({ event }) => kindOf(event.type)))]
    .slice(0, KINDS)
    .sort();

  useEffect(() => recorder.openFirst(fetchRecording), [recorder, fetchRecording]);

  const onFile = async (given: File | undefined) => {
    if (given) recorder.openFile(await given.text());
  };
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
          onChange={({ target }) => {
            send({ type: "user.lookBack", moment: Number(target.value) });
            played?.onLook(Number(target.value));
          }}
        />
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
      <div className={styles.panes}>
        <nav className={styles.actors} aria-label={say("actors")}>
          {phones.length === 0 ? (
            <div className={styles.nobody}>
              <p>{say("nobody")}</p>
              <p>{hint}</p>
            </div>
          ) : (
            <>
              <ActorTree
                phones={phones}
                picture={picture}
                chosen={chosen?.sessionId ?? null}
                withHelpers={view.withHelpers}
                onChoose={(sessionId) => send({ type: "user.choose", sessionId })}
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
            </>
          )}
        </nav>
        <main className={styles.middle}>
          {chosen ? (
            <>
              <p className={styles.where}>
                <b>{actorWords(chosen)}</b> {stateWords(chosen.value) || say(statusWord(chosen.status))}
              </p>
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
                parts={parts}
              />
            </>
          ) : (
            <p className={styles.nobody}>{say("choose")}</p>
          )}
        </main>
        <aside className={styles.side}>
          <div className={styles.tabs} role="tablist">
            {PANELS.map((panel) => (
              <button
                type="button"
                role="tab"
                key={panel}
                aria-selected={panel === view.panel}
                onClick={() => send({ type: "user.turnTo", panel })}
              >
                {say(panel)}
              </button>
            ))}
          </div>
          {view.panel !== "context" && (
            <div className={styles.filters}>
              <input
                type="search"
                placeholder={say("search")}
                aria-label={say("search")}
                value={view.filter.text}
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
              onOpen={({ number, sessionId, at, settled }) => {
                const moment = settled ?? at + 1;
                played?.onLook(moment);
                send({ type: "user.openEntry", number, sessionId, moment });
              }}
              onFold={() => send({ type: "user.foldEntry" })}
              nameOf={nameOf}
              say={say}
            />
          )}
          {view.panel === "sequence" && (
            <SequenceView
              arrows={arrows}
              met={met}
              phones={phones}
              rules={sequence}
              nameOf={nameOf}
              onChoose={({ sessionId }) => send({ type: "user.choose", sessionId })}
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
        </aside>
      </div>
    </div>
  );
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
