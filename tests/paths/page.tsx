import { act, cleanup, render } from "@testing-library/react";
import { createSources } from "../../src/adapters/media/sources.ts";
import { loadAreaCodes } from "../../src/components/IdentifierField.tsx";
import { TABS } from "../../src/shell/lazyLayers.ts";
import { loadNotificationOffer, loadRegistration, PAGES } from "../../src/shell/lazyScreens.ts";
import { OutsideProvider } from "../../src/shell/outside.tsx";
import { Root } from "../../src/shell/Root.tsx";
import { createApp } from "../../src/wiring/index.ts";
import { fakePorts } from "../fakes/ports.ts";
// Loads lazy code up front, so that it shows at once.
import "../../src/components/SheetPanel.tsx";
import "../../src/screens/call/CallOverlay.tsx";
import "../../src/screens/chat/emoji/EmojiPanel.tsx";
import "../../src/screens/login/DemoPeople.tsx";
import "../../src/screens/registration/RegistrationSteps.tsx";
import { STORAGE } from "../fakes/world.ts";
import { installLayout, TALL, viewport } from "./layout.ts";
import { type OpenStage, takingNotes } from "./stage.ts";
import { SteadyClock } from "./steady-clock.ts";

await Promise.all(
  [
    loadAreaCodes,
    TABS.load,
    loadRegistration,
    loadNotificationOffer,
    ...Object.values(PAGES).map(({ load }) => load),
  ].map((load) => load()),
);

installLayout();

export const openPage: OpenStage = async (options, prepare) => {
  const ports = fakePorts(options);
  prepare?.(ports);
  const clock = new SteadyClock();
  const { taken, inspect } = takingNotes(ports);
  const app = createApp(ports, {
    clock,
    inspect,
    logger: (...words) => ports.note("log", words.join(" ")),
  });
  app.subscribe({ error: () => {} });
  app.start();
  const idle = () => new Promise<void>((resolve) => setImmediate(resolve));
  const moving = (move: () => void | Promise<void>) =>
    act(async () => {
      await move();
      await idle();
    });
  const outside = {
    showVideo: ports.media.show,
    showScan: ports.scanner.show,
    showPreview: ports.media.preview,
    watchMicrophone: ports.media.watchMicrophone,
    watchBlur: ports.media.watchBlur,
    setBlur: ports.media.setBlur,
    canShareScreen: ports.media.canShareScreen,
    meetingLink: ports.meetingKeys.linkOf,
    takeMeetingKey: ports.meetingKeys.take,
    watchCameras: ports.media.watchCameras,
    signInDrawn: () => {},
    unlockSound: ports.platform.unlockSound,
    whenIdle: ports.platform.whenIdle,
    sources: createSources(() => STORAGE, location),
  };
  render(
    <OutsideProvider outside={outside}>
      <Root app={app} />
    </OutsideProvider>,
  );
  await moving(() => {});
  return {
    app,
    ports,
    taken,
    settle: () => moving(() => {}),
    act: moving,
    advance: (milliseconds) =>
      moving(() => {
        ports.passTime(milliseconds);
        clock.increment(milliseconds);
      }),
    stop() {
      cleanup();
      app.stop();
      viewport.height = TALL;
    },
  };
};
