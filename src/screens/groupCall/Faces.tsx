import { Avatar } from "../../components/Avatar.tsx";
import styles from "./Faces.module.css";
import type { PersonView } from "./groupCallView.ts";

/** More people than this are a number. */
const SHOWN = 6;

export interface FacesProps {
  /** Without it a heading above names the list. */
  label?: string | undefined;
  people: readonly PersonView[];
  /** CSS pixels. */
  size: number;
}

/** The pictures of users in a call, or invited to it. */
export function Faces({ label, people, size }: FacesProps) {
  const rest = people.length - SHOWN;
  return (
    <ul className={styles.faces} aria-label={label}>
      {people.slice(0, SHOWN).map(({ userID, name, faceURL }) => (
        <li key={userID}>
          <Avatar name={name} src={faceURL} size={size} radius={size / 2} label={name} />
        </li>
      ))}
      {rest > 0 && <li className={styles.rest}>+{rest}</li>}
    </ul>
  );
}
