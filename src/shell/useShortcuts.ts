import { useEffect, useEffectEvent } from "react";
import { selectChat } from "../../machines/app/navigation.ts";
import { chatBeside, type Shortcut, shortcutOf } from "../../machines/app/shortcuts.ts";
import { chatPath, conversationIn } from "../../machines/domain/route.ts";
import { SEARCH_PATH } from "../../machines/people/search-results.ts";
import { useConversations, useNavigation } from "./actors.tsx";

/** Whether the command key of this keyboard is Cmd, and not Ctrl. */
export const isApple = /Mac|iP/.test(navigator.platform);

/**
 * The keyboard shortcuts of a wide window (11-21). An open layer handles the key itself. It may have closed when the
 * event reaches this handler, so a listener in the capture phase checks for layers first.
 */
export function useShortcuts(onHelp: () => void): void {
  const navigation = useNavigation();
  const conversations = useConversations();

  const act = useEffectEvent((shortcut: Shortcut) => {
    if (shortcut === "help") onHelp();
    else if (shortcut === "search") {
      navigation?.send({ type: "user.navigate", to: SEARCH_PATH, above: "tabs" });
      focusSearch();
    } else {
      const chat = navigation && selectChat(navigation.getSnapshot());
      const rows = conversations?.getSnapshot().context.rows ?? [];
      const beside = chatBeside(rows, (chat && conversationIn(chat)) ?? null, shortcut);
      if (beside !== null) navigation?.send({ type: "user.navigate", to: chatPath(beside), above: "tabs" });
    }
  });

  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    let hadLayer = false;
    const look = () => {
      hadLayer = (navigation?.getSnapshot().context.layers.length ?? 0) > 0;
    };
    const press = (event: KeyboardEvent) => {
      if (hadLayer || event.defaultPrevented || event.isComposing) return;
      if (event.key === "Escape") return navigation?.send({ type: "user.escape" });
      const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
      const field = fieldState(event.target);
      const shortcut = shortcutOf({ key, ctrlKey, metaKey, altKey, shiftKey, field, isApple });
      if (!shortcut) return;
      event.preventDefault();
      act(shortcut);
    };
    window.addEventListener("keydown", look, { capture: true, signal });
    window.addEventListener("keydown", press, { signal });
    return () => controller.abort();
  }, [navigation]);
}

/** On the search page itself, its field gets the focus. A hidden field takes no focus. */
function focusSearch(): void {
  for (const field of document.querySelectorAll<HTMLElement>('[role="main"] input[type="search"]'))
    field.focus();
}

function fieldState(target: EventTarget | null): "none" | "empty" | "filled" {
  if (!(target instanceof Element)) return "none";
  const field = target.closest("input, textarea, select, [contenteditable]");
  if (!field) return "none";
  const isField = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement;
  return isField && field.value === "" ? "empty" : "filled";
}
