import { ActorTree } from "./ActorTree.tsx";
import { Divider } from "./Divider.tsx";
import styles from "./Inspector.module.css";
import type { Shown } from "./shown.ts";
import { PANE_LIMITS } from "./viewing.ts";

/** The tree of actors, and which of them it shows. */
export function ActorsPane({ shown }: { shown: Shown }) {
  const { phones, view, send, parts } = shown;
  const { say, hint } = parts;
  return (
    <nav className={styles.actors} aria-label={say("actors")}>
      <div className={styles.tree}>
        {phones.length === 0 ? (
          <div className={styles.nobody}>
            <p>{say("nobody")}</p>
            <p>{hint}</p>
          </div>
        ) : (
          <Actors shown={shown} />
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
  );
}

function Actors({ shown: { phones, picture, chosen, view, send, parts } }: { shown: Shown }) {
  const { say, nameOf } = parts;
  return (
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
        onChoose={(sessionId) => send({ type: "user.choose", sessionId })}
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
  );
}
