import { useSelector } from "@xstate/react";
import { type RefObject, useMemo } from "react";
import type { Message } from "../../../machines/domain/message.ts";
import { sharedMediaIn } from "../../../machines/media/shared-media.ts";
import type { HoldingsActor } from "../../shell/actors.tsx";

export interface HeldProps {
  holdings: HoldingsActor;
  /** Those of the kind that is looked at, newest first; at least one. */
  messages: readonly Message[];
  /** What scrolls. */
  scroller: RefObject<HTMLElement | null>;
}

/** What lies above the list, in CSS pixels: bar and tabs. */
export const ABOVE = 112;

/** What is looked at, newest first: the same until something of it changes. */
export function useHeld(holdings: HoldingsActor): readonly Message[] {
  const context = useSelector(holdings, (snapshot) => snapshot.context);
  const { messages, holding } = context;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is read of the context are these two
  return useMemo(() => [...sharedMediaIn(context)].reverse(), [messages, holding]);
}
