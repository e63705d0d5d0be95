import { type RefObject, useEffect, useEffectEvent } from "react";
import { selectPanes } from "../../../../machines/app/navigation.ts";
import { type ChatSearchActor, useNavigation, useSend } from "../../../shell/actors.tsx";

/** Ctrl+F or Cmd+F in a wide window searches the chat. In a narrow one the browser searches the page. */
export function useFindKey(chatSearch: ChatSearchActor, field: RefObject<HTMLInputElement | null>): void {
  const navigation = useNavigation();
  const send = useSend(chatSearch);
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
    if (event.key.toLowerCase() !== "f" || !navigation) return;
    const snapshot = navigation.getSnapshot();
    const { chat } = selectPanes(snapshot);
    const isOpen = chatSearch.getSnapshot().hasTag("open");
    if (chat === null || chat === "full" || snapshot.context.layers.length > (isOpen ? 1 : 0)) return;
    event.preventDefault();
    if (isOpen) field.current?.select();
    else send({ type: "user.openChatSearch", from: null });
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, []);
}
