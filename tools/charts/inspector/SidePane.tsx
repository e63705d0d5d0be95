import { useMemo } from "react";
import { causesOf } from "./causes.ts";
import { changesOf } from "./changes.ts";
import { Data } from "./Data.tsx";
import { EventLog, filterLog, kindOf, prepareSearch } from "./EventLog.tsx";
import styles from "./Inspector.module.css";
import { MediaView } from "./MediaView.tsx";
import { SequenceView } from "./SequenceView.tsx";
import { arrowsOf, barsOf, filterArrows, filterBars, meetings } from "./sequence.ts";
import type { Shown } from "./shown.ts";
import type { Panel } from "./viewing.ts";

/** Maximum event kinds to choose from. Charts have a few dozen. */
const KINDS = 60;
const PANELS: readonly Panel[] = ["log", "sequence", "context", "media"];

/** The log, the sequence, the context and the media, of which the user sees one. */
export function SidePane({ shown }: { shown: Shown }) {
  const { panel } = shown.view;
  return (
    <aside className={styles.side}>
      <Tabs shown={shown} />
      <div className={styles.panel} id="panel" role="tabpanel" aria-labelledby={`tab-${panel}`}>
        {panel === "log" && <LogPanel shown={shown} />}
        {panel === "sequence" && <SequencePanel shown={shown} />}
        {panel === "media" && <MediaPanel shown={shown} />}
        {panel === "context" && <ContextPanel shown={shown} />}
      </div>
    </aside>
  );
}

function Tabs({ shown: { view, send, parts } }: { shown: Shown }) {
  const panels = parts.hasMedia ? PANELS : PANELS.filter((panel) => panel !== "media");
  return (
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
          {parts.say(panel)}
        </button>
      ))}
    </div>
  );
}

function SearchText({ shown: { recording, view, send, parts } }: { shown: Shown }) {
  return (
    <input
      type="search"
      placeholder={parts.say("search")}
      aria-label={parts.say("search")}
      value={view.filter.text}
      onFocus={() => prepareSearch(recording.log)}
      onChange={({ target }) => send({ type: "user.filter", filter: { text: target.value } })}
    />
  );
}

function LogPanel({ shown }: { shown: Shown }) {
  const { recording, version, until, chosen, view, send, lookBack, parts } = shown;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the recording changes without being another one
  const entries = useMemo(
    () => filterLog(recording.log, { filter: view.filter, chosen: chosen?.sessionId ?? null }, recording.now),
    [view.filter, chosen?.sessionId, recording, version],
  );
  return (
    <>
      <div className={styles.filters}>
        <SearchText shown={shown} />
        <LogFilters shown={shown} />
      </div>
      <EventLog
        entries={entries}
        isFiltered={entries.length < recording.log.length}
        phones={recording.phones}
        picture={recording.now}
        until={until}
        unfolded={view.unfolded}
        changesOf={(entry) => changesOf(recording, entry)}
        causesOf={(entry) => causesOf(recording, recording.now, entry)}
        onChoose={(sessionId) => send({ type: "user.choose", sessionId })}
        onOpen={({ number, sessionId, at, settled }) => {
          const moment = settled ?? at + 1;
          lookBack(moment);
          send({ type: "user.openEntry", number, sessionId, moment });
        }}
        onFold={() => send({ type: "user.foldEntry" })}
        nameOf={parts.nameOf}
        say={parts.say}
      />
    </>
  );
}

function LogFilters({ shown: { recording, view, send, parts } }: { shown: Shown }) {
  const { say } = parts;
  const kinds = [...new Set(recording.log.slice(-2000).map(({ event }) => kindOf(event.type)))]
    .slice(0, KINDS)
    .sort();
  return (
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
            onChange={({ target }) => send({ type: "user.filter", filter: { [name]: target.checked } })}
          />
          {say(name === "isOfChosen" ? "ofChosen" : "lives")}
        </label>
      ))}
    </>
  );
}

function SequencePanel({ shown }: { shown: Shown }) {
  const { recording, version, until, phones, view, send, parts } = shown;
  const { sequence: rules } = parts;
  const { chosen } = view;
  const { text } = view.filter;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the recording changes without being another one
  const all = useMemo(() => arrowsOf(recording, recording.now, rules), [recording, version, rules]);
  const met = useMemo(() => meetings(all), [all]);
  const arrows = useMemo(() => filterArrows(all, { text, until }), [all, text, until]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the recording changes without being another one
  const bars = useMemo(
    () => filterBars(barsOf(recording, recording.now, { rules, chosen }), { text, until }),
    [chosen, text, until, recording, version, rules],
  );
  return (
    <>
      <div className={styles.filters}>
        <SearchText shown={shown} />
      </div>
      <SequenceView
        arrows={arrows}
        bars={bars}
        isSearched={text.trim() !== ""}
        met={met}
        phones={phones}
        open={view.arrow}
        rules={rules}
        nameOf={parts.nameOf}
        onChoose={({ at, sessionId }) => send({ type: "user.openArrow", at, sessionId })}
        say={parts.say}
      />
    </>
  );
}

function MediaPanel({ shown: { recording, until, phones, parts } }: { shown: Shown }) {
  return (
    <MediaView
      samples={recording.media.filter(({ at }) => at < until)}
      phones={phones}
      nameOf={parts.nameOf}
      say={parts.say}
    />
  );
}

function ContextPanel({ shown: { chosen, parts } }: { shown: Shown }) {
  return (
    <div className={styles.context}>
      {chosen?.context ? (
        <Data
          key={chosen.sessionId}
          name={parts.say("context")}
          value={chosen.context}
          before={chosen.contextBefore}
          isOpen
        />
      ) : (
        <p className={styles.nobody}>{parts.say("noContext")}</p>
      )}
    </div>
  );
}
