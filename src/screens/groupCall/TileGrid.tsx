import { type CSSProperties, useContext, useRef, useState } from "react";
import { useText } from "../../i18n/TextProvider.tsx";
import { SECOND, useNow } from "../../shell/now.ts";
import { HostWindow, useViewport } from "../call/useViewport.ts";
import { gridOf, pagesOf } from "./grid.ts";
import { type GroupCallView, type PersonView, tilesOf } from "./groupCallView.ts";
import { Tile, type TileProps } from "./Tile.tsx";
import styles from "./TileGrid.module.css";
import { NO_ORDER, nextOrder } from "./tileOrder.ts";

export interface TilesProps extends Pick<TileProps, "isMirrored" | "onPin" | "onMore"> {
  view: GroupCallView;
}

/** Everybody in the call, as pages that scroll sideways. */
export function TileGrid({ view, isMirrored, onPin, onMore }: TilesProps) {
  const { t } = useText();
  const people = tilesOf(view);
  const isInSmallWindow = useContext(HostWindow) !== null;
  const { columns, rows, perPage } = gridOf(people.length, useViewport(), isInSmallWindow ? 0 : undefined);
  const others = useOrder(view, people, perPage - 1);
  const byID = new Map(people.map((person) => [person.userID, person]));
  const pages = pagesOf(others, view.selfID, perPage);
  const scroller = useRef<HTMLDivElement>(null);
  const [page, setPage] = useState(0);
  const shown = Math.min(page, pages.length - 1);
  const go = (index: number) => {
    const { clientWidth = 0 } = scroller.current ?? {};
    scroller.current?.scrollTo({ left: index * clientWidth });
    setPage(index);
  };
  return (
    <div className={styles.frame}>
      <div
        ref={scroller}
        className={styles.scroller}
        onScroll={({ currentTarget: { scrollLeft, clientWidth } }) => {
          if (clientWidth > 0) setPage(Math.round(scrollLeft / clientWidth));
        }}
      >
        {pages.map((userIDs, index) => (
          <ul
            // The pages have no identity of their own.
            // biome-ignore lint/suspicious/noArrayIndexKey: see above
            key={index}
            className={styles.page}
            style={cellsOf(columns, rows)}
            aria-label={pages.length > 1 ? t("talk.page", { number: index + 1 }) : t("talk.people")}
            inert={index !== shown}
          >
            {userIDs.map((userID) => {
              const person = byID.get(userID);
              return (
                person && (
                  <Tile
                    key={userID}
                    person={person}
                    isMirrored={isMirrored && person.isSelf}
                    isPinned={userID === view.pinned}
                    size="grid"
                    onPin={onPin}
                    onMore={onMore}
                  />
                )
              );
            })}
          </ul>
        ))}
      </div>
      {pages.length > 1 && (
        <fieldset className={styles.dots} aria-label={t("talk.pages")}>
          {pages.map((_, index) => (
            <button
              // biome-ignore lint/suspicious/noArrayIndexKey: a page is its number
              key={index}
              type="button"
              className={styles.dot}
              aria-label={t("talk.page", { number: index + 1 })}
              aria-current={index === shown || undefined}
              onClick={() => go(index)}
            />
          ))}
        </fieldset>
      )}
    </div>
  );
}

type Cells = CSSProperties & Record<"--columns" | "--rows", number>;

function cellsOf(columns: number, rows: number): Cells {
  return { "--columns": columns, "--rows": rows };
}

/** User ids of the others, in the order of their tiles. */
function useOrder(
  { selfID, speakers }: GroupCallView,
  people: readonly PersonView[],
  places: number,
): readonly string[] {
  const now = useNow(SECOND);
  const [order, setOrder] = useState(NO_ORDER);
  const userIDs = people.map(({ userID }) => userID).filter((userID) => userID !== selfID);
  const next = nextOrder(order, { userIDs, speakers, places, now });
  if (next !== order) setOrder(next);
  return next.userIDs;
}
