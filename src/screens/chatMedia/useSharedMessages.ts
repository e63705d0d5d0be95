import { useSelector } from "@xstate/react";
import { type RefObject, useMemo } from "react";
import type { Message } from "../../../machines/domain/message.ts";
import { sharedMediaIn } from "../../../machines/media/shared-media.ts";
import type { SharedMediaActor } from "../../shell/actors.tsx";

export interface SharedListProps {
  sharedMedia: SharedMediaActor;
  /** Newest first; at least one. */
  messages: readonly Message[];
  scroller: RefObject<HTMLElement | null>;
}

/** Height of bar and tabs above the list, in CSS pixels. */
export const ABOVE = 112;

/** Newest first. The array is stable while the items do not change. */
export function useSharedMessages(sharedMedia: SharedMediaActor): readonly Message[] {
  const context = useSelector(sharedMedia, (snapshot) => snapshot.context);
  const { messages, kind } = context;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the function reads only these two values of the context
  return useMemo(() => [...sharedMediaIn(context)].reverse(), [messages, kind]);
}
