import styles from "./ActorTree.module.css";
import type { HeardPhone } from "./reading.ts";
import { type ActorPicture, type Picture, stateWords } from "./recording.ts";
import type { Say } from "./texts.ts";

/** Maximum levels, and maximum actors of a parent. Any page can send data to the inspector. */
const DEEPEST = 24;
const MOST = 200;

/** An actor of the tree, with the number of its attempts: a chart runs a helper again after a failure. */
interface Shown {
  actor: ActorPicture;
  attempts: number;
}

export function ActorTree({
  phones,
  picture,
  chosen,
  withHelpers,
  wanted,
  folded,
  pinned,
  onChoose,
  nameOf,
  onFold,
  say,
}: {
  phones: readonly HeardPhone[];
  picture: Picture;
  chosen: string | null;
  withHelpers: boolean;
  /** Text of the search. An actor with it in its name or state is shown, and all above it. */
  wanted: string;
  folded: readonly string[];
  pinned: readonly string[];
  onChoose: (sessionId: string) => void;
  /** The words for the name of a page. */
  nameOf: (name: string) => string;
  onFold: (sessionId: string) => void;
  say: Say;
}) {
  const children = childrenOf(picture, withHelpers);
  const text = wanted.trim().toLowerCase();
  const isFound = ({ actor }: Shown, depth: number): boolean =>
    `${actorWords(actor)} ${stateWords(actor.value)}`.toLowerCase().includes(text) ||
    (depth < DEEPEST && (children.get(actor.sessionId) ?? []).some((child) => isFound(child, depth + 1)));

  const row = ({ actor, attempts }: Shown) => (
    <button
      type="button"
      className={actor.sessionId === chosen ? `${styles.actor} ${styles.chosen}` : styles.actor}
      aria-current={actor.sessionId === chosen || undefined}
      data-status={actor.status}
      data-chart={actor.isChart || undefined}
      title={`${actorWords(actor)} ${stateWords(actor.value)}`.trim()}
      onClick={() => onChoose(actor.sessionId)}
    >
      <span className={styles.dot} role="img" aria-label={say(statusWord(actor.status))} />
      <span className={styles.id}>{actorWords(actor)}</span>
      {attempts > 1 && (
        <span className={styles.times} title={say("times", { count: String(attempts) })}>
          ×{attempts}
        </span>
      )}
      <span className={styles.state}>{stateWords(actor.value)}</span>
    </button>
  );

  const branch = (shown: Shown, depth: number): React.ReactNode => {
    const { actor } = shown;
    const below = (children.get(actor.sessionId) ?? []).slice(0, MOST);
    const found = text === "" ? below : below.filter((child) => isFound(child, depth + 1));
    const isFolded = text === "" && folded.includes(actor.sessionId);
    const hasBelow = found.length > 0 && depth < DEEPEST;
    return (
      <li key={actor.sessionId}>
        <div className={styles.row}>
          {hasBelow && text === "" && (
            <button
              type="button"
              className={styles.fold}
              aria-expanded={!isFolded}
              aria-label={say(isFolded ? "unfold" : "fold")}
              onClick={() => onFold(actor.sessionId)}
            >
              {isFolded ? "▸" : "▾"}
            </button>
          )}
          {row(shown)}
        </div>
        {hasBelow && !isFolded && <ul>{found.map((child) => branch(child, depth + 1))}</ul>}
      </li>
    );
  };

  const rootsOf = (phone: HeardPhone) =>
    (children.get(null) ?? []).filter(({ actor }) => actor.phone === phone.id);
  const found = new Map(
    phones.map((phone) => [phone.id, rootsOf(phone).filter((one) => text === "" || isFound(one, 0))]),
  );
  const isNothingFound = text !== "" && [...found.values()].every(({ length }) => length === 0);
  const onTop = pinned.flatMap((id) => picture.get(id) ?? []);
  return (
    <>
      {onTop.length > 0 && (
        <section className={styles.phone} aria-label={say("pinned")}>
          <h2>{say("pinned")}</h2>
          <ul>
            {onTop.map((actor) => (
              <li key={actor.sessionId}>{row({ actor, attempts: 1 })}</li>
            ))}
          </ul>
        </section>
      )}
      {phones.map((phone) => (
        <section key={phone.id} className={styles.phone} aria-label={nameOf(phone.name)}>
          <h2>{nameOf(phone.name)}</h2>
          <ul>
            {found
              .get(phone.id)
              ?.slice(0, MOST)
              .map((one) => branch(one, 0))}
          </ul>
        </section>
      ))}
      {isNothingFound && <p className={styles.nothing}>{say("noMatch")}</p>}
    </>
  );
}

/**
 * The shown actors by their parents. Of the attempts of a helper only the last is shown: a failed one is of interest
 * until the chart tries again.
 */
function childrenOf(picture: Picture, withHelpers: boolean): ReadonlyMap<string | null, Shown[]> {
  const children = new Map<string | null, Shown[]>();
  const attempts = new Map<string, Shown>();
  for (const actor of picture.values()) {
    const parent = actor.parentId !== null && picture.has(actor.parentId) ? actor.parentId : null;
    const siblings = children.get(parent) ?? [];
    children.set(parent, siblings);
    const key = actor.isChart ? actor.sessionId : `${parent} ${actor.id} ${actor.name}`;
    const known = attempts.get(key);
    if (known) {
      known.attempts += 1;
      known.actor = actor;
    } else {
      const shown = { actor, attempts: 1 };
      attempts.set(key, shown);
      siblings.push(shown);
    }
  }
  const isShown = ({ actor }: Shown) =>
    withHelpers || actor.status === "error" || (actor.isChart && actor.status === "active");
  return new Map([...children].map(([parent, all]) => [parent, all.filter(isShown)]));
}

/** Maximum characters of an id. The tests and messages have ids of their own: "outgoing.5b1f…". */
const LONGEST = 28;

export function actorWords({ id, name, isChart }: ActorPicture): string {
  const short = id.length > LONGEST ? `${id.slice(0, 8)}…` : id;
  return isChart && name !== id ? `${short}: ${name}` : short;
}

export function statusWord(status: string): "active" | "done" | "error" | "stopped" {
  return status === "active" || status === "done" || status === "error" ? status : "stopped";
}
