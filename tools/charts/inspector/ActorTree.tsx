import styles from "./ActorTree.module.css";
import type { HeardPhone } from "./reading.ts";
import { type ActorPicture, type Picture, stateWords } from "./recording.ts";
import type { Say } from "./texts.ts";

/** Maximum levels, and maximum actors of a parent. Any page can send data to the inspector. */
const DEEPEST = 24;
const MOST = 200;

export function ActorTree({
  phones,
  picture,
  chosen,
  withHelpers,
  onChoose,
  nameOf,
  say,
}: {
  phones: readonly HeardPhone[];
  picture: Picture;
  chosen: string | null;
  withHelpers: boolean;
  onChoose: (sessionId: string) => void;
  /** The words for the name of a page. */
  nameOf: (name: string) => string;
  say: Say;
}) {
  const children = new Map<string | null, ActorPicture[]>();
  for (const actor of picture.values()) {
    const isShown = withHelpers || actor.status === "error" || (actor.isChart && actor.status === "active");
    if (!isShown) continue;
    const parent = actor.parentId !== null && picture.has(actor.parentId) ? actor.parentId : null;
    const siblings = children.get(parent);
    if (siblings) siblings.push(actor);
    else children.set(parent, [actor]);
  }

  const branch = (actor: ActorPicture, depth: number): React.ReactNode => (
    <li key={actor.sessionId}>
      <button
        type="button"
        className={actor.sessionId === chosen ? `${styles.actor} ${styles.chosen}` : styles.actor}
        aria-current={actor.sessionId === chosen || undefined}
        data-status={actor.status}
        data-chart={actor.isChart || undefined}
        onClick={() => onChoose(actor.sessionId)}
      >
        <span className={styles.dot} role="img" aria-label={say(statusWord(actor.status))} />
        <span className={styles.id}>{actorWords(actor)}</span>
        <span className={styles.state}>{stateWords(actor.value)}</span>
      </button>
      {children.has(actor.sessionId) && depth < DEEPEST && (
        <ul>
          {children
            .get(actor.sessionId)
            ?.slice(0, MOST)
            .map((child) => branch(child, depth + 1))}
        </ul>
      )}
    </li>
  );

  return phones.map((phone) => (
    <section key={phone.id} className={styles.phone} aria-label={nameOf(phone.name)}>
      <h2>{nameOf(phone.name)}</h2>
      <ul>
        {children
          .get(null)
          ?.filter((actor) => actor.phone === phone.id)
          .slice(0, MOST)
          .map((actor) => branch(actor, 0))}
      </ul>
    </section>
  ));
}

export function actorWords({ id, name, isChart }: ActorPicture): string {
  return isChart && name !== id ? `${id}: ${name}` : id;
}

export function statusWord(status: string): "active" | "done" | "error" | "stopped" {
  return status === "active" || status === "done" || status === "error" ? status : "stopped";
}
