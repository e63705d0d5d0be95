import "../styles/tokens.css";
import "../styles/reset.css";
import "./page.css";

import { type ReactNode, StrictMode } from "react";
import { createRoot } from "react-dom/client";
import type { Language } from "../../machines/domain/language.ts";
import { createRecorder, type Recorder } from "../../tools/charts/inspector/recorder.ts";
import { languageOf } from "../i18n/language.ts";

export function showPage(draw: (recorder: Recorder, language: Language) => ReactNode): void {
  const language = languageOf(null, navigator.language);
  document.documentElement.lang = language;
  const root = document.getElementById("root");
  if (!root) throw new Error("the page has no #root");
  createRoot(root).render(<StrictMode>{draw(createRecorder(window), language)}</StrictMode>);
}
