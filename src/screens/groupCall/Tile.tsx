import { memo } from "react";
import { Avatar } from "../../components/Avatar.tsx";
import { Icon } from "../../components/Icon.tsx";
import { IconButton } from "../../components/IconButton.tsx";
import { Ellipsis, Hand, MicOff, WifiLow, WifiOff } from "../../components/icons.ts";
import "../../i18n/talk.ts";
import { useText } from "../../i18n/TextProvider.tsx";
import { Picture } from "../call/Picture.tsx";
import type { PersonView } from "./groupCallView.ts";
import styles from "./Tile.module.css";

export interface TileProps {
  person: PersonView;
  /** What the tile shows if the person sends it, else the avatar. */
  source?: "camera" | "screen" | undefined;
  isMirrored: boolean;
  isPinned: boolean;
  size: "grid" | "strip" | "stage";
  /** Must keep its identity. */
  onPin: (userID: string | null) => void;
  /** Opens the host's menu. Must keep its identity. */
  onMore?: ((userID: string) => void) | undefined;
}

/** One person: picture or avatar, name and marks. A tap pins the tile. */
export const Tile = memo(function Tile(props: TileProps) {
  const { person, source = "camera", isMirrored, isPinned, size, onPin, onMore } = props;
  const { t } = useText();
  const { userID, name, ownName, faceURL, isSelf, isSpeaking, status } = person;
  const hasPicture = status === "joined" && person[source];
  const isScreen = source === "screen";
  return (
    <li className={styles.tile} data-size={size} data-speaking={(isSpeaking && !isScreen) || undefined}>
      {hasPicture ? (
        <Picture
          key={source}
          userID={userID}
          source={source}
          isMirrored={isMirrored && !isScreen}
          label={isSelf ? t("rtc.ownPicture") : t(isScreen ? "talk.screenOf" : "rtc.pictureOf", { name })}
          className={styles.picture}
        />
      ) : (
        <span className={styles.face} data-waiting={status === "ringing" || undefined}>
          <Avatar name={ownName} src={faceURL} size={FACES[size]} radius={FACES[size] / 2} />
        </span>
      )}
      {status === "joined" && (
        <button
          type="button"
          className={styles.pin}
          aria-label={t(isPinned ? "talk.unpin" : "talk.pin", { name })}
          aria-pressed={isPinned}
          onClick={() => onPin(isPinned ? null : userID)}
        />
      )}
      <div className={styles.foot}>
        <span className={styles.name} dir="auto">
          {name}
        </span>
        {status === "joined" ? (
          <Marks person={person} />
        ) : (
          <span className={styles.state}>{t(`groupCall.${status}`)}</span>
        )}
      </div>
      {person.hasHandUp && (
        <span className={styles.hand}>
          <Icon of={Hand} size={18} label={t("talk.handUp")} />
        </span>
      )}
      {onMore && status === "joined" && !isSelf && size !== "strip" && (
        <IconButton
          icon={Ellipsis}
          label={t("talk.moreAbout", { name })}
          size={20}
          className={styles.more}
          onClick={() => onMore(userID)}
        />
      )}
    </li>
  );
});

const FACES = { grid: 72, strip: 44, stage: 112 } as const;

function Marks({ person: { microphone, quality, isSpeaking } }: { person: PersonView }) {
  const { t } = useText();
  return (
    <span className={styles.marks}>
      {isSpeaking && <span className="visually-hidden">{t("talk.speaking")}</span>}
      {!microphone && <Icon of={MicOff} size={16} label={t("talk.muted")} />}
      {quality === "poor" && <Icon of={WifiLow} size={16} label={t("talk.poorLine")} />}
      {quality === "lost" && <Icon of={WifiOff} size={16} label={t("talk.lostLine")} />}
    </span>
  );
}
