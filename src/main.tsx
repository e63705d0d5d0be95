// What components begin from.
import "./styles/tokens.css";
import "./styles/reset.css";

import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { realPorts } from "./adapters/index.ts";
import { type Outside, OutsideProvider } from "./app/outside.tsx";
import { Root } from "./app/Root.tsx";
import { createApp } from "./wiring/index.ts";
import { program } from "./wiring/program.ts";

const ports = { ...realPorts(), program };
const app = createApp(ports, {
  logger: (...words) => {
    if (import.meta.env.DEV) console.info(...words);
  },
});
app.start();

const outside: Outside = {
  showVideo: (input, element) => ports.media.show(input, element),
  showScan: (element) => ports.scanner.show(element),
  unlockSound: () => ports.platform.unlockSound(),
  whenIdle: (callback) => ports.platform.whenIdle(callback),
};

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no #root");
createRoot(root).render(
  <StrictMode>
    <OutsideProvider outside={outside}>
      <Root app={app} />
    </OutsideProvider>
  </StrictMode>,
);

// Behind the sign-in page there is more; it comes while that page has nothing to do.
ports.platform.whenIdle(() => void program.fetchMessenger().catch(() => {}));

import.meta.hot?.dispose(() => app.stop());
