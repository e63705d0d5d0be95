import { useText } from "../../i18n/TextProvider.tsx";
import { type GroupCallView, type StageView, tilesOf } from "./groupCallView.ts";
import styles from "./Stage.module.css";
import { Tile } from "./Tile.tsx";
import type { TilesProps } from "./TileGrid.tsx";

export interface StageProps extends TilesProps {
  stage: StageView;
}

/** One large picture, and everybody else in a filmstrip: below on a phone, at the side in a wide window. */
export function Stage({ view, stage, isMirrored, onPin, onMore }: StageProps) {
  const { t } = useText();
  const { person, source } = stage;
  return (
    <div className={styles.stage}>
      <ul className={styles.large} aria-label={t("talk.people")}>
        <Tile
          person={person}
          source={source}
          isMirrored={isMirrored && person.isSelf}
          isPinned={person.userID === view.pinned}
          size="stage"
          onPin={onPin}
          onMore={onMore}
        />
      </ul>
      <ul
        className={styles.strip}
        aria-label={t("talk.people")}
        data-empty={!hasStrip(view, stage) || undefined}
      >
        {stripOf(view, stage).map((one) => (
          <Tile
            key={one.userID}
            person={one}
            isMirrored={isMirrored && one.isSelf}
            isPinned={false}
            size="strip"
            onPin={onPin}
          />
        ))}
      </ul>
    </div>
  );
}

/** The person on the stage is in the strip too while the stage shows a screen. */
function stripOf(view: GroupCallView, { person, source }: StageView) {
  return tilesOf(view).filter(({ userID }) => source === "screen" || userID !== person.userID);
}

function hasStrip(view: GroupCallView, stage: StageView): boolean {
  return stripOf(view, stage).length > 0;
}
