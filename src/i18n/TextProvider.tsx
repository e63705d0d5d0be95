import { createContext, type ReactNode, useContext } from "react";
import type { Language } from "../../machines/domain/language.ts";
import { createText, type Text } from "./text.ts";

const TextContext = createContext<Text | null>(null);

/** A change of `language` re-renders the children at once (1-16). */
export function TextProvider({ language, children }: { language: Language; children: ReactNode }) {
  return <TextContext value={createText(language)}>{children}</TextContext>;
}

/** Throws outside a TextProvider. */
export function useText(): Text {
  const text = useContext(TextContext);
  if (!text) throw new Error("useText needs a TextProvider above it");
  return text;
}
