import { useState } from "react";
import * as v from "valibot";
import type { PlainEvent } from "./messages.ts";
import { plain } from "./reading.ts";
import type { LogEntry } from "./recording.ts";
import styles from "./SendEvent.module.css";
import type { Say } from "./texts.ts";

/** Looks like this where a recording hides a value. */
const HIDDEN = "•••";

const fields = v.pipe(v.string(), v.parseJson(), v.record(v.string(), plain));

/** Returns the fields of the newest event of a type that the chart got, as JSON; null if it got none. */
export function lastFields(
  log: readonly LogEntry[],
  { type, isOf }: { type: string; isOf: (sessionId: string) => boolean },
): string | null {
  const entry = log.findLast(({ event, sessionId }) => event.type === type && isOf(sessionId));
  if (!entry) return null;
  const { type: _, ...rest } = entry.event;
  return JSON.stringify(rest, null, 2);
}

/** A form that sends an event with its fields, which are those of the newest event of that type at first. */
export function SendEvent({
  type,
  known,
  onSend,
  onClose,
  say,
}: {
  type: string;
  /** Fields as JSON; null if they are not known. */
  known: string | null;
  onSend: (event: PlainEvent) => void;
  onClose: () => void;
  say: Say;
}) {
  const [text, setText] = useState(known ?? "{}");
  const read = v.safeParse(fields, text);
  const problem = !read.success
    ? say("noObject")
    : text.includes(HIDDEN)
      ? say("hiddenFields")
      : known === null
        ? say("unknownFields")
        : "";
  return (
    <form
      className={styles.form}
      aria-label={say("sendEvent", { type })}
      onSubmit={(submitted) => {
        submitted.preventDefault();
        if (!read.success || text.includes(HIDDEN)) return;
        onSend({ ...read.output, type });
        onClose();
      }}
      onKeyDown={({ key }) => key === "Escape" && onClose()}
    >
      <label>
        <b>{type}</b> {say("fields")}
        <textarea
          // biome-ignore lint/a11y/noAutofocus: the user has just asked for the form
          autoFocus
          value={text}
          rows={Math.min(8, text.split("\n").length + 1)}
          spellCheck={false}
          onChange={({ target }) => setText(target.value)}
        />
      </label>
      <p role="status">{problem}</p>
      <button type="submit" disabled={!read.success || text.includes(HIDDEN)}>
        {say("send")}
      </button>
      <button type="button" onClick={onClose}>
        {say("cancel")}
      </button>
    </form>
  );
}
