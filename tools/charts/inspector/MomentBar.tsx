import { useRef } from "react";
import { clockTime } from "./EventLog.tsx";
import styles from "./Inspector.module.css";
import type { LogEntry } from "./recording.ts";
import type { Shown } from "./shown.ts";

export interface MomentBarProps {
  shown: Shown;
  /** Whether a playback beside the inspector sets the moment. */
  isPlayed: boolean;
}

/** Chooses the moment that is shown; opens and saves recordings. */
export function MomentBar({ shown, isPlayed }: MomentBarProps) {
  const { recorder, recording, until, isLive, chosen, send, lookBack, parts } = shown;
  const { say, playback } = parts;
  const time = until > recording.first ? recording.timeAt(until) : null;
  return (
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
      {chosen?.isChart && (
        <>
          <Step shown={shown} change={earlierChange(shown)} words={say("earlierChange", { name: chosen.id })}>
            ◂
          </Step>
          <Step shown={shown} change={laterChange(shown)} words={say("laterChange", { name: chosen.id })}>
            ▸
          </Step>
        </>
      )}
      {!isLive && !isPlayed && (
        <button type="button" onClick={() => send({ type: "user.goLive" })}>
          {say("goLive")}
        </button>
      )}
      {recorder.isFile() && !isPlayed && playback && <a href={playback.address}>{playback.words}</a>}
      <FileButtons shown={shown} />
      <button type="button" onClick={() => (recorder.isFile() ? recorder.listen() : recorder.clear())}>
        {say(recorder.isFile() ? "leaveFile" : "clear")}
      </button>
    </header>
  );
}

interface StepProps {
  shown: Shown;
  change: LogEntry | undefined;
  words: string;
  children: string;
}

function Step({ shown, change, words, children }: StepProps) {
  return (
    <button
      type="button"
      aria-label={words}
      title={words}
      disabled={change === undefined}
      onClick={() => {
        if (change?.settled) shown.lookBack(change.settled);
      }}
    >
      {children}
    </button>
  );
}

function FileButtons({ shown: { recorder, recording, parts } }: { shown: Shown }) {
  const file = useRef<HTMLInputElement>(null);
  const saved = useRef("");
  const open = async (given: File | undefined) => {
    // A file that is gone since it was chosen cannot be read.
    if (given) recorder.openFile(await given.text().catch(() => ""));
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
    <>
      <button type="button" onClick={save} disabled={recording.end === recording.first}>
        {parts.say("exportFile")}
      </button>
      <button type="button" onClick={() => file.current?.click()}>
        {parts.say("importFile")}
      </button>
      <input
        ref={file}
        type="file"
        accept=".json,application/json"
        hidden
        onChange={({ target }) => {
          void open(target.files?.[0]);
          target.value = "";
        }}
      />
    </>
  );
}

/** The nearest event before the shown moment that changed the state of the chosen chart. */
function earlierChange({ recording, chosen, until }: Shown): LogEntry | undefined {
  return recording.log.findLast(
    (entry) => isChangeOf(entry, chosen?.sessionId) && (entry.settled ?? 0) < until,
  );
}

function laterChange({ recording, chosen, until }: Shown): LogEntry | undefined {
  return recording.log.find((entry) => isChangeOf(entry, chosen?.sessionId) && (entry.settled ?? 0) > until);
}

function isChangeOf(entry: LogEntry, sessionId: string | undefined): boolean {
  return entry.settled !== null && entry.sessionId === sessionId && entry.edges.length > 0;
}
