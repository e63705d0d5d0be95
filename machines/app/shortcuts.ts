/** The keys of a wide window (11-21). Pure functions. */

export type Shortcut = "search" | "previousChat" | "nextChat" | "help";

export interface KeyPress {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  shiftKey: boolean;
  /** The text field that has the focus. */
  field: "none" | "empty" | "filled";
  /** Whether the command key of this keyboard is Cmd, and not Ctrl. */
  isApple: boolean;
}

const STEPS: Readonly<Record<string, Shortcut>> = { ArrowUp: "previousChat", ArrowDown: "nextChat" };

/** Returns what a key does; null leaves it to the browser, which moves the caret with some of these keys. */
export function shortcutOf(press: KeyPress): Shortcut | null {
  const { key, ctrlKey, metaKey, altKey, shiftKey, field, isApple } = press;
  const isPlain = !ctrlKey && !metaKey && !altKey;
  if (isPlain) return field === "none" && (key === "?" || key === "？") ? "help" : null;
  if (shiftKey) return null;
  const isCommand = !altKey && (isApple ? metaKey && !ctrlKey : ctrlKey && !metaKey);
  if (isCommand && key.toLowerCase() === "k") return "search";
  const isAlt = altKey && !ctrlKey && !metaKey;
  const movesCaret = field === "filled" && (isCommand || isApple);
  return (isCommand || isAlt) && !movesCaret ? (STEPS[key] ?? null) : null;
}

/**
 * Returns the chat before or after the current one in the list; null at the ends. Without a current chat, the next one
 * is the first.
 */
export function chatBeside(
  rows: readonly { conversationID: string }[],
  currentID: string | null,
  step: "previousChat" | "nextChat",
): string | null {
  const index = rows.findIndex(({ conversationID }) => conversationID === currentID);
  const beside = step === "nextChat" ? index + 1 : index - 1;
  return rows[beside]?.conversationID ?? null;
}
