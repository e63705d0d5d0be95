import { useSelector } from "@xstate/react";
import { createContext, type RefObject, useRef, useState } from "react";
import type { SnapshotFrom } from "xstate";
import { type CallPlace, type CallWindow, callPlaceOf, mayDock } from "../../../machines/app/call-place.ts";
import type { callManagerMachine } from "../../../machines/calls/call-manager.ts";
import { type CallManagerActor, useNavigation, useSend } from "../../shell/actors.tsx";
import type { BadgeFrameProps } from "./BadgeFrame.tsx";
import { type Corner, FIRST_CORNER, type Point } from "./badgeGeometry.ts";
import type { FloatingFrameProps } from "./FloatingFrame.tsx";

/** Where the call is shown, and how the user changes that. */
export interface CallWindowState {
  place: CallPlace;
  minimise: () => void;
  /** Null while the window has no room for a docked call. */
  dock: (() => void) | null;
  fill: () => void;
  /** The minimised call opened the full one, which grows out of it. After that the focus returns to it. */
  openedBy: RefObject<HTMLElement | null> | null;
  badge: Required<Pick<BadgeFrameProps, "place" | "onMove" | "onRestore" | "ref">>;
  floating: Required<
    Pick<FloatingFrameProps, "isUnchosen" | "corner" | "onMove" | "onDock" | "onRestore" | "ref">
  >;
}

/** The window of the call that shows this part; null outside a call. */
export const CallWindowContext = createContext<CallWindowState | null>(null);

/** Where the call is, and what it does. A minimised call comes back where the user left it (2-115, 11-21). */
export function useCallWindow(callManager: CallManagerActor, isRingingHere: boolean): CallWindowState {
  const send = useSend(callManager);
  const navigation = useNavigation();
  const wanted = useSelector(callManager, windowOf);
  const place = useSelector(navigation, (snapshot) =>
    snapshot ? callPlaceOf(wanted, isRingingHere, snapshot.context) : "full",
  );
  const isDockFree = useSelector(
    navigation,
    (snapshot) => snapshot !== undefined && mayDock(snapshot.context),
  );
  const [badgePlace, setBadgePlace] = useState<Point | null>(null);
  const [corner, setCorner] = useState<Corner>(FIRST_CORNER);
  const ref = useRef<HTMLButtonElement>(null);
  const [isFromBadge, setFromBadge] = useState(false);
  const dock = isDockFree ? () => send({ type: "user.dock" }) : null;
  const onRestore = () => {
    setFromBadge(true);
    send({ type: "user.restore" });
  };
  return {
    place,
    minimise: () => send({ type: "user.minimise" }),
    dock,
    fill: () => {
      setFromBadge(false);
      send({ type: "user.restore" });
    },
    openedBy: isFromBadge ? ref : null,
    badge: { place: badgePlace, onMove: setBadgePlace, onRestore, ref },
    floating: {
      isUnchosen: wanted === "unchosen",
      corner,
      onMove: setCorner,
      onDock: dock,
      onRestore,
      ref,
    },
  };
}

const WINDOWS = ["unchosen", "minimised", "docked"] as const;

function windowOf(snapshot: SnapshotFrom<typeof callManagerMachine>): CallWindow {
  return WINDOWS.find((window) => snapshot.hasTag(window)) ?? "full";
}
