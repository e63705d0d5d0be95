import { type RenderResult, render } from "@testing-library/react";
import type { ReactNode } from "react";
import type { Language } from "../../../machines/domain/language.ts";
import { TextProvider } from "../../../src/i18n/TextProvider.tsx";
import "../../../src/i18n/pages.ts";

/** Renders `content` with the texts of a language; `rerender` keeps the language. */
export function renderWithText(content: ReactNode, language: Language = "en"): RenderResult {
  return render(content, {
    wrapper: ({ children }) => <TextProvider language={language}>{children}</TextProvider>,
  });
}
