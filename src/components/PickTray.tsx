import { Avatar } from "./Avatar.tsx";
import { Icon } from "./Icon.tsx";
import { X } from "./icons.ts";
import styles from "./PickTray.module.css";

export interface Pick {
  key: string;
  name: string;
  faceURL?: string | undefined;
  kind?: "person" | "group" | undefined;
  /** Accessible name of the button that removes it. */
  unpick: string;
}

export interface PickTrayProps {
  label: string;
  picks: readonly Pick[];
  onUnpick: (key: string) => void;
}

export function PickTray({ label, picks, onUnpick }: PickTrayProps) {
  return (
    <ul className={styles.tray} aria-label={label}>
      {picks.map(({ key, name, faceURL, kind, unpick }) => (
        <li key={key}>
          <button type="button" className={styles.picked} aria-label={unpick} onClick={() => onUnpick(key)}>
            <Avatar name={name} src={faceURL} kind={kind} size={44} />
            <span className={styles.cross}>
              <Icon of={X} size={12} />
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
