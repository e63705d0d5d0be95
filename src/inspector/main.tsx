// What components begin from.
import "../styles/tokens.css";
import "../styles/reset.css";
import "./page.css";

import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { languageOf } from "../i18n/text.ts";
import { Inspector } from "./Inspector.tsx";
import { createRecorder } from "./recorder.ts";
import { wordsOf } from "./words.ts";

const language = languageOf(null, navigator.language);
document.documentElement.lang = language;
const root = document.getElementById("root");
if (!root) throw new Error("index.html has no #root");
createRoot(root).render(
  <StrictMode>
    <Inspector recorder={createRecorder(window)} say={wordsOf(language)} />
  </StrictMode>,
);
