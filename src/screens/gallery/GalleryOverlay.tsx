import { Dialog } from "@base-ui/react/dialog";
import { shallowEqual, useSelector } from "@xstate/react";
import { type KeyboardEvent, useCallback, useLayoutEffect, useRef, useState } from "react";
import { type ShownMedium, shownIn } from "../../../machines/media/gallery.ts";
import type { MediaItem } from "../../../machines/media/shared-items.ts";
import { cx } from "../../components/cx.ts";
import { IconButton } from "../../components/IconButton.tsx";
import { ChevronLeft, ChevronRight } from "../../components/icons.ts";
import { useLayer } from "../../components/layers.ts";
import { Spinner } from "../../components/Spinner.tsx";
import { useText } from "../../i18n/TextProvider.tsx";
import { type GalleryActor, useSend } from "../../shell/actors.tsx";
import { ForwardShown } from "./ForwardShown.tsx";
import { closeInto, openOutOf } from "./flight.ts";
import { GalleryBar } from "./GalleryBar.tsx";
import styles from "./GalleryOverlay.module.css";
import { Gestures } from "./Gestures.ts";
import { Neighbour, Slide } from "./Slide.tsx";

export default function GalleryOverlay({ gallery }: { gallery: GalleryActor }) {
  const shown = useSelector(gallery, ({ context }) => shownIn(context), shallowEqual);
  return shown && <Shown gallery={gallery} shown={shown} />;
}

function Shown({ gallery, shown }: { gallery: GalleryActor; shown: ShownMedium }) {
  const { t } = useText();
  const send = useSend(gallery);
  const close = () => send({ type: "user.closeGallery" });
  const move = (side: -1 | 1) => send({ type: side < 0 ? "user.showPrevious" : "user.showNext" });
  const { item, previous, next } = shown;
  const isForwarding = useSelector(gallery, ({ children }) => children.forwarding !== undefined);
  const popup = useRef<HTMLDivElement>(null);
  const sheets = useRef<HTMLDivElement>(null);
  const [isBare, setBare] = useState(false);
  const [openedID] = useState(item.clientMsgID);
  const gestures = useGestures({
    hasNeighbour: (side) => (side < 0 ? previous : next) !== null,
    onMove: move,
    onClose: close,
    onTap: () => setBare(!isBare),
  });
  useSlidingIn(gestures, shown);
  const flight = useFlight(item.clientMsgID);
  useLayer(true, close);

  const press = (event: KeyboardEvent) => {
    setBare(false);
    // Closes the gallery, but not the layer below it.
    if (event.key === "Escape") event.stopPropagation();
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey;
    // A focused video handles its own keys.
    const isFree = isPlain && !(event.target instanceof HTMLVideoElement);
    if (event.key === "Escape") close();
    else if (isFree) KEYS[event.key]?.(move, gestures);
  };

  return (
    <Dialog.Root open disablePointerDismissal onOpenChange={(isOpen) => isOpen || close()}>
      <Dialog.Portal>
        <Dialog.Popup
          ref={popup}
          className={cx(styles.gallery, isBare && styles.bare)}
          aria-label={t("gallery.label")}
          initialFocus={popup}
          onKeyDown={press}
        >
          <div ref={gestures.attach} className={styles.stage}>
            <div ref={flight} className={styles.row} data-row="">
              {previous && <Neighbour key={previous.clientMsgID} item={previous} side={-1} />}
              <Slide
                key={item.clientMsgID}
                item={item}
                isOpened={item.clientMsgID === openedID}
                isCovered={isForwarding}
              />
              {next && <Neighbour key={next.clientMsgID} item={next} side={1} />}
            </div>
          </div>
          <GalleryBar gallery={gallery} shown={shown} onClose={close} />
          <Turn gallery={gallery} side={-1} neighbour={previous} onMove={move} />
          <Turn gallery={gallery} side={1} neighbour={next} onMove={move} />
          <OthersFailed gallery={gallery} />
          <div ref={sheets} className={styles.sheets} />
        </Dialog.Popup>
        <ForwardShown gallery={gallery} container={sheets} />
      </Dialog.Portal>
    </Dialog.Root>
  );
}

const larger = (_: unknown, gestures: Gestures) => gestures.zoomBy(1.5);

const KEYS: Readonly<Record<string, (move: (side: -1 | 1) => void, gestures: Gestures) => void>> = {
  ArrowLeft: (move) => move(-1),
  ArrowRight: (move) => move(1),
  "+": larger,
  "=": larger,
  "-": (_, gestures) => gestures.zoomBy(1 / 1.5),
};

interface TurnProps {
  gallery: GalleryActor;
  side: -1 | 1;
  neighbour: MediaItem | null;
  onMove: (side: -1 | 1) => void;
}

/** Shows a spinner while the neighbour is loaded. */
function Turn({ gallery, side, neighbour, onMove }: TurnProps) {
  const { t } = useText();
  const isReading = useSelector(gallery, (snapshot) =>
    snapshot.hasTag(side < 0 ? "readingOlder" : "readingNewer"),
  );
  const place = cx(styles.turn, side < 0 ? styles.atStart : styles.atEnd);
  if (neighbour)
    return (
      <IconButton
        icon={side < 0 ? ChevronLeft : ChevronRight}
        label={t(side < 0 ? "gallery.previous" : "gallery.next")}
        className={place}
        onClick={() => onMove(side)}
      />
    );
  if (!isReading) return null;
  return (
    <span className={cx(place, styles.looking)}>
      <Spinner label={t("gallery.loading")} />
    </span>
  );
}

function OthersFailed({ gallery }: { gallery: GalleryActor }) {
  const { t } = useText();
  const send = useSend(gallery);
  const hasFailed = useSelector(gallery, (snapshot) => snapshot.hasTag("failed"));
  if (!hasFailed) return null;
  return (
    <p role="alert" className={styles.failed}>
      <span>{t("gallery.othersFailed")}</span>
      <button type="button" className={styles.retry} onClick={() => send({ type: "user.retryGallery" })}>
        {t("common.retry")}
      </button>
    </p>
  );
}

/** The object is stable and always calls the latest handlers. */
function useGestures(handlers: Gestures["handlers"]): Gestures {
  const now = useRef(handlers);
  useLayoutEffect(() => {
    now.current = handlers;
  });
  const [gestures] = useState(
    () =>
      new Gestures({
        hasNeighbour: (side) => now.current.hasNeighbour(side),
        onMove: (side) => now.current.onMove(side),
        onClose: () => now.current.onClose(),
        onTap: () => now.current.onTap(),
      }),
  );
  return gestures;
}

function useSlidingIn(gestures: Gestures, { item, previous, next }: ShownMedium): void {
  const before = useRef(item.clientMsgID);
  useLayoutEffect(() => {
    const left = before.current;
    before.current = item.clientMsgID;
    if (left === item.clientMsgID) return;
    gestures.shown(left === previous?.clientMsgID ? 1 : left === next?.clientMsgID ? -1 : 0);
  }, [gestures, item, previous, next]);
}

/** The picture opens out of its thumbnail, and the one that is shown last returns to its own (11-56). */
function useFlight(shownID: string): (row: HTMLElement | null) => void {
  const now = useRef(shownID);
  const row = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    now.current = shownID;
  }, [shownID]);
  // Not in the cleanup of the row: it runs after the dialog has left the page.
  useLayoutEffect(() => () => void (row.current && closeInto(row.current, now.current)), []);
  return useCallback((element) => {
    row.current = element;
    if (element) openOutOf(element, now.current);
  }, []);
}
