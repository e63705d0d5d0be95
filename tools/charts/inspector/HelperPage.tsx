import { statusWord } from "./ActorTree.tsx";
import { Data } from "./Data.tsx";
import { clockTime } from "./EventLog.tsx";
import styles from "./HelperPage.module.css";
import { type ActorPicture, attemptsOf, type Picture } from "./recording.ts";
import { durationWords, type Say } from "./texts.ts";

/** Maximum attempts that are listed. */
const MOST = 100;

/** Shows a promise or a stream that a chart runs: what it got and gave back, and its earlier and later attempts. */
export function HelperPage({
  actor,
  picture,
  onChoose,
  say,
}: {
  actor: ActorPicture;
  picture: Picture;
  onChoose: (sessionId: string) => void;
  say: Say;
}) {
  const parent = actor.parentId === null ? undefined : picture.get(actor.parentId);
  const attempts = attemptsOf(actor, picture).slice(-MOST);
  return (
    <section className={styles.page} aria-label={say("helperPage", { name: actor.id })}>
      <dl className={styles.facts}>
        {parent && (
          <div>
            <dt>{say("askedBy")}</dt>
            <dd>
              <button type="button" onClick={() => onChoose(parent.sessionId)}>
                {parent.id}
              </button>
            </dd>
          </div>
        )}
        <div>
          <dt>{say("outcome")}</dt>
          <dd data-status={actor.status}>{say(statusWord(actor.status))}</dd>
        </div>
        <div>
          <dt>{say("began")}</dt>
          <dd>{clockTime(actor.began)}</dd>
        </div>
        <div>
          <dt>{say("duration")}</dt>
          <dd>{actor.ended === null ? "…" : durationWords(actor.ended - actor.began)}</dd>
        </div>
      </dl>
      {(["input", "output", "error"] as const).map((part) =>
        actor[part] === null ? null : (
          <Data
            key={`${actor.sessionId} ${part}`}
            name={say(part === "error" ? "failure" : part)}
            value={actor[part]}
            isOpen
          />
        ),
      )}
      {attempts.length > 1 && (
        <>
          <h3>{say("attempts", { count: String(attempts.length) })}</h3>
          <ol className={styles.attempts}>
            {attempts.map((attempt) => (
              <li key={attempt.sessionId}>
                <button
                  type="button"
                  aria-current={attempt.sessionId === actor.sessionId || undefined}
                  data-status={attempt.status}
                  onClick={() => onChoose(attempt.sessionId)}
                >
                  {clockTime(attempt.began)} {say(statusWord(attempt.status))}{" "}
                  {attempt.ended === null ? "" : durationWords(attempt.ended - attempt.began)}
                </button>
              </li>
            ))}
          </ol>
        </>
      )}
    </section>
  );
}
