// First, so that component styles can override them.
import "./styles/tokens.css";
import "./styles/reset.css";

import { createRoot, hydrateRoot } from "react-dom/client";
import type { InspectionEvent } from "xstate";
import type { Ports } from "../machines/ports/index.ts";
import { readPage } from "./adapters/chat-server/browser-profile.ts";
import { realPorts } from "./adapters/index.ts";
import { isAsked, welcomeIn } from "./instant-sign-in/handover.ts";
import type { Outside } from "./shell/outside.tsx";
import { Page } from "./shell/Page.tsx";
import { createApp } from "./wiring/index.ts";
import { programOf } from "./wiring/program.ts";

const { profile, inspect } = readPage({ location, window });

function nothing(): void {}

function start(observer?: (event: InspectionEvent) => void): void {
  const { ports, sources, fetchPorts, fetchUpdates, prefetch } = realPorts(profile);
  /** Loaded before any component that shows a video or the scanner. */
  let all: Ports | null = null;
  const program = programOf(async () => {
    all = await fetchPorts();
    return all;
  }, fetchUpdates);
  const app = createApp(
    { ...ports, program },
    {
      ...(observer && { inspect: observer }),
      logger: (...words) => {
        if (import.meta.env.DEV) console.info(...words);
      },
    },
  );
  app.start();

  const root = document.getElementById("root");
  if (!root) throw new Error("index.html has no #root");
  const welcome = welcomeIn(root);
  const outside: Outside = {
    showVideo: (input, element) => all?.media.show(input, element) ?? nothing,
    showScan: (element) => all?.scanner.show(element) ?? nothing,
    showPreview: (element, report) => all?.media.preview(element, report) ?? nothing,
    watchMicrophone: (report) => all?.media.watchMicrophone(report) ?? nothing,
    watchBlur: (report) => all?.media.watchBlur(report) ?? nothing,
    setBlur: (isOn) => all?.media.setBlur(isOn),
    canShareScreen: () => all?.media.canShareScreen() ?? false,
    meetingLink: ports.meetingKeys.linkOf,
    takeMeetingKey: ports.meetingKeys.take,
    watchCameras: (report) => all?.media.watchCameras(report) ?? nothing,
    unlockSound: () => ports.platform.unlockSound(),
    // Not during React's render: React would reset a field to its own value before it handles that field's event.
    signInDrawn: () => queueMicrotask(() => welcome?.handOver()),
    whenIdle: (callback) => ports.platform.whenIdle(callback),
    sources,
  };
  const page = <Page app={app} outside={outside} />;
  const draw = () => createRoot(root).render(page);
  if (!welcome) draw();
  else
    void isAsked(app).then((isRight) => {
      if (isRight) return void hydrateRoot(root, page);
      welcome.remove();
      draw();
    });

  // Prefetches the program behind the sign-in page while the page is idle.
  ports.platform.whenIdle(() => {
    prefetch();
    void program.fetchSignedIn().catch(() => {});
  });

  import.meta.hot?.dispose(() => app.stop());
}

if (inspect === null) start();
// Records from the first event on. No top-level `await`: a module with one cannot share chunks with lazy modules.
else
  void import("./adapters/inspection/index.ts").then(({ inspectPage }) =>
    start(inspectPage(profile, inspect)),
  );
