import "../styles/tokens.css";
import "../styles/reset.css";
import "./page.css";

import { type ReactNode, StrictMode } from "react";
import { createRoot } from "react-dom/client";
import type { Language } from "../../machines/domain/language.ts";
import { channelLink } from "../../tools/charts/inspector/link.ts";
import type { Parts } from "../../tools/charts/inspector/parts.ts";
import { createRecorder, type Recorder } from "../../tools/charts/inspector/recorder.ts";
import { languageOf } from "../i18n/language.ts";
import { CHANNEL } from "./channel.ts";
import { parleyParts } from "./parts.tsx";

export function showPage(draw: (recorder: Recorder, parts: Parts, language: Language) => ReactNode): void {
  const language = languageOf(null, navigator.language);
  document.documentElement.lang = language;
  const root = document.getElementById("root");
  if (!root) throw new Error("the page has no #root");
  const recorder = createRecorder(window, channelLink(CHANNEL));
  createRoot(root).render(<StrictMode>{draw(recorder, parleyParts(language), language)}</StrictMode>);
}
