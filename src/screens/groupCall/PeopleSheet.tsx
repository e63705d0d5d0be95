import type { RefObject } from "react";
import { Avatar } from "../../components/Avatar.tsx";
import { Button } from "../../components/Button.tsx";
import { Icon } from "../../components/Icon.tsx";
import { IconButton } from "../../components/IconButton.tsx";
import { Ellipsis, Hand, MicOff, ScreenShare } from "../../components/icons.ts";
import { Sheet } from "../../components/Sheet.tsx";
import "../../i18n/talk.ts";
import { useText } from "../../i18n/TextProvider.tsx";
import type { PersonView } from "./groupCallView.ts";
import styles from "./PeopleSheet.module.css";

export interface PeopleListProps {
  people: readonly PersonView[];
  /** Undefined where no user can be rung. */
  onRing?: ((userID: string) => void) | undefined;
  /** Opens the host's menu. */
  onMore?: ((userID: string) => void) | undefined;
}

export interface PeopleSheetProps extends PeopleListProps {
  open: boolean;
  onClose: () => void;
  /** Adds people to a group call, or shows the link of a meeting. */
  add: { label: string; onClick: () => void };
  container: RefObject<HTMLElement | null>;
}

/** The users who are in, who are being rung, and who did not come. */
export function PeopleSheet({ open, onClose, add, container, ...list }: PeopleSheetProps) {
  const { t } = useText();
  return (
    <Sheet open={open} onClose={onClose} title={t("talk.people")} side container={container}>
      <PeopleList {...list} />
      <div className={styles.foot}>
        <Button variant="secondary" block onClick={add.onClick}>
          {add.label}
        </Button>
      </div>
    </Sheet>
  );
}

export function PeopleList({ people, onRing, onMore }: PeopleListProps) {
  const { t } = useText();
  return (
    <ul className={styles.list} aria-label={t("talk.people")}>
      {people.map((person) => (
        <Row key={person.userID} person={person} onRing={onRing} onMore={onMore} />
      ))}
    </ul>
  );
}

function Row({ person, onRing, onMore }: { person: PersonView } & Omit<PeopleListProps, "people">) {
  const { t } = useText();
  const { userID, name, ownName, faceURL, status, isSelf } = person;
  const isIn = status === "joined";
  return (
    <li className={styles.row} data-status={status}>
      <Avatar name={ownName} src={faceURL} size={40} radius={20} />
      <span className={styles.words}>
        <span className={styles.name} dir="auto">
          {name}
        </span>
        {!isIn && <span className={styles.state}>{t(`groupCall.${status}`)}</span>}
      </span>
      {isIn && (
        <span className={styles.marks}>
          {person.hasHandUp && <Icon of={Hand} size={18} label={t("talk.handUp")} />}
          {person.screen && <Icon of={ScreenShare} size={18} label={t("talk.sharing")} />}
          {!person.microphone && <Icon of={MicOff} size={18} label={t("talk.muted")} />}
        </span>
      )}
      {!isIn && status !== "ringing" && status !== "outside" && onRing && (
        <button
          type="button"
          className={styles.ring}
          aria-label={t("talk.ringPersonAgain", { name })}
          onClick={() => onRing(userID)}
        >
          {t("talk.ringAgain")}
        </button>
      )}
      {isIn && !isSelf && onMore && (
        <IconButton
          icon={Ellipsis}
          label={t("talk.moreAbout", { name })}
          size={20}
          onClick={() => onMore(userID)}
        />
      )}
    </li>
  );
}
