import { useText } from "../../i18n/TextProvider.tsx";
import { REACTIONS, type ReactionView } from "./groupCallView.ts";
import styles from "./Reactions.module.css";

/** Most reactions that are shown at once. */
const SHOWN = 5;

/** The newest reactions, with their senders. */
export function ReactionLane({ reactions }: { reactions: readonly ReactionView[] }) {
  const { t } = useText();
  return (
    <div className={styles.lane} role="log" aria-label={t("talk.reactions")}>
      <ul className={styles.list}>
        {reactions.slice(-SHOWN).map(({ id, name, emoji }) => (
          <li key={id} className={styles.reaction}>
            <span className={styles.emoji}>{emoji}</span>
            <span className={styles.name}>{name}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

export function ReactionPicker({ onReact }: { onReact: (emoji: string) => void }) {
  const { t } = useText();
  return (
    <fieldset className={styles.picker} aria-label={t("talk.react")}>
      {REACTIONS.map(({ emoji, key }) => (
        <button
          key={emoji}
          type="button"
          className={styles.choice}
          aria-label={t(key)}
          onClick={() => onReact(emoji)}
        >
          {emoji}
        </button>
      ))}
    </fieldset>
  );
}
