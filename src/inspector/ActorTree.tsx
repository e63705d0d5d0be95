import { cx } from "../components/cx.ts";
import styles from "./ActorTree.module.css";
import type { HeardPhone } from "./reading.ts";
import { type ActorPicture, type Picture, stateWords } from "./recording.ts";
import type { Say } from "./words.ts";

/** The actors of each phone, below whoever runs them. */
export function ActorTree({
  phones,
  picture,
  chosen,
  withHelpers,
  onChoose,
  say,
}: {
  phones: readonly HeardPhone[];
  picture: Picture;
  chosen: string | null;
  withHelpers: boolean;
  onChoose: (sessionId: string) => void;
  say: Say;
}) {
  const children = new Map<string | null, ActorPicture[]>();
  for (const actor of picture.values()) {
    const isShown = withHelpers || actor.status === "error" || (actor.isChart && actor.status === "active");
    if (!isShown) continue;
    const parent = actor.parentId !== null && picture.has(actor.parentId) ? actor.parentId : null;
    children.set(parent, [...(children.get(parent) ?? []), actor]);
  }

  const branch = (actor: ActorPicture): React.ReactNode => (
    <li key={actor.sessionId}>
      <button
        type="button"
        className={cx(styles.actor, actor.sessionId === chosen && styles.chosen)}
        aria-current={actor.sessionId === chosen || undefined}
        data-status={actor.status}
        data-chart={actor.isChart || undefined}
        onClick={() => onChoose(actor.sessionId)}
      >
        <span className={styles.dot} role="img" aria-label={say(statusWord(actor.status))} />
        <span className={styles.id}>{actorWords(actor)}</span>
        <span className={styles.state}>{stateWords(actor.value)}</span>
      </button>
      {children.has(actor.sessionId) && <ul>{children.get(actor.sessionId)?.map(branch)}</ul>}
    </li>
  );

  return phones.map((phone) => (
    <section key={phone.id} className={styles.phone} aria-label={phone.name}>
      <h3>{phone.name}</h3>
      <ul>{children.get(null)?.flatMap((actor) => (actor.phone === phone.id ? [branch(actor)] : []))}</ul>
    </section>
  ));
}

/** What an actor is called, and its chart where that is another name. */
export function actorWords({ id, name, isChart }: ActorPicture): string {
  return isChart && name !== id ? `${id}: ${name}` : id;
}

export function statusWord(status: string): "active" | "done" | "error" | "stopped" {
  return status === "active" || status === "done" || status === "error" ? status : "stopped";
}
