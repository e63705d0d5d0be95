// What components begin from.
import "../styles/tokens.css";
import "../styles/reset.css";
import "../inspector/page.css";

import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { languageOf } from "../i18n/text.ts";
import { createRecorder } from "../inspector/recorder.ts";
import { Duo } from "./Duo.tsx";

const language = languageOf(null, navigator.language);
document.documentElement.lang = language;
const root = document.getElementById("root");
if (!root) throw new Error("index.html has no #root");
createRoot(root).render(
  <StrictMode>
    <Duo recorder={createRecorder(window)} language={language} />
  </StrictMode>,
);
