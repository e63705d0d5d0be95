import { useSelector } from "@xstate/react";
import type { RefObject } from "react";
import type { GalleryActor } from "../../shell/actors.tsx";
import { useConversationOf } from "../../shell/conversationOf.ts";
import { useNaming } from "../../shell/names.ts";
import { ForwardSheet } from "../chat/forwarding/ForwardSheet.tsx";

interface ForwardShownProps {
  gallery: GalleryActor;
  container: RefObject<HTMLElement | null>;
}

/** The choice of chats for the shown item. Not a child of the popup, which takes the keys of its children. */
export function ForwardShown({ gallery, container }: ForwardShownProps) {
  const forwarding = useSelector(gallery, ({ children }) => children.forwarding);
  const conversationID = useSelector(gallery, ({ context }) => context.conversationID);
  const naming = useNaming(useConversationOf(conversationID));
  return <ForwardSheet forwarding={forwarding} naming={naming} container={container} />;
}
