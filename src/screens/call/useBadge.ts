import { type RefObject, useRef, useState } from "react";
import { type CallManagerActor, useSend } from "../../shell/actors.tsx";
import type { BadgeFrameProps } from "./BadgeFrame.tsx";
import type { Point } from "./badgeGeometry.ts";

/** What the full call knows of its badge. */
export interface BadgeOfFrame {
  /** The badge opened the call, which grows out of it. After that the focus returns to the badge. */
  openedBy: RefObject<HTMLElement | null> | null;
  place: Point | null;
}

export interface BadgeState {
  badge: Required<Pick<BadgeFrameProps, "place" | "onMove" | "onRestore" | "ref">>;
  frame: BadgeOfFrame;
}

/** Where the badge is, and what it does. It comes back where the user left it (2-115). */
export function useBadge(callManager: CallManagerActor): BadgeState {
  const send = useSend(callManager);
  const [place, setPlace] = useState<Point | null>(null);
  const ref = useRef<HTMLButtonElement>(null);
  const [isFromBadge, setFromBadge] = useState(false);
  return {
    badge: {
      place,
      onMove: setPlace,
      onRestore: () => {
        setFromBadge(true);
        send({ type: "user.restore" });
      },
      ref,
    },
    frame: { openedBy: isFromBadge ? ref : null, place },
  };
}
