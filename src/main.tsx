// First, so that every component's own rules come after them.
import "./styles/tokens.css";
import "./styles/reset.css";

import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { realPorts } from "./adapters/index.ts";
import { Root } from "./app/Root.tsx";
import { createApp } from "./wiring.ts";

const app = createApp(realPorts(), {
  logger: (...words) => {
    if (import.meta.env.DEV) console.info(...words);
  },
});
app.start();

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no #root");
createRoot(root).render(
  <StrictMode>
    <Root app={app} />
  </StrictMode>,
);

import.meta.hot?.dispose(() => app.stop());
