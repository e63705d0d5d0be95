/** The page that `inspect` serves. */
import "./look.css";

import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { Inspector } from "../Inspector.tsx";
import type { Parts } from "../parts.ts";
import { createRecorder } from "../recorder.ts";
import { type Language, textsOf } from "../texts.ts";
import { streamLink } from "./stream.ts";

const language: Language = navigator.language.startsWith("zh") ? "zh" : "en";
const say = textsOf(language);

const parts: Parts = {
  say,
  hint: say("nobodyHint"),
  async fetchDrawing(name) {
    const answer = await fetch(`/drawings/${encodeURIComponent(name)}.svg`);
    return answer.ok ? answer.text() : null;
  },
  sequence: {
    outside: [{ name: "outside", words: say("outside") }],
    outsideOf: () => "outside",
    hasBars: () => false,
    isFromUser: (_type, source) => source === undefined,
  },
  nameOf: (name) => name,
  frontCharts: () => [],
  isSendable: () => false,
  notes: [],
  seen: null,
  hasMedia: false,
  pictures: null,
  fetchRecording: async () => null,
  playback: null,
};

document.documentElement.lang = language;
const root = document.getElementById("root");
if (!root) throw new Error("the page has no #root");
const recorder = createRecorder(window, streamLink("/watch"));
createRoot(root).render(
  <StrictMode>
    <Inspector recorder={recorder} parts={parts} />
  </StrictMode>,
);
