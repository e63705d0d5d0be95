import { act, cleanup, render } from "@testing-library/react";
import { createSources } from "../../src/adapters/media/sources.ts";
import { loadAreaCodes } from "../../src/components/IdentifierField.tsx";
import { TABS } from "../../src/shell/lazyLayers.ts";
import { loadNotificationOffer, loadRegistration, PAGES } from "../../src/shell/lazyScreens.ts";
import { OutsideProvider } from "../../src/shell/outside.tsx";
import { Root } from "../../src/shell/Root.tsx";
import { createApp } from "../../src/wiring/index.ts";
import { type FakeOptions, type FakePorts, fakePorts } from "../fakes/ports.ts";
// Loads lazy code up front, so that it shows at once.
import "../../src/components/SheetPanel.tsx";
import "../../src/screens/call/CallOverlay.tsx";
import "../../src/screens/chat/emoji/EmojiPanel.tsx";
import "../../src/screens/login/DemoPeople.tsx";
import "../../src/screens/registration/RegistrationSteps.tsx";
import { STORAGE } from "../fakes/world.ts";
import { type Stage, takingNotes } from "./stage.ts";
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

export interface Place {
  /** Waits until all settled promises have run their callbacks. */
  idle(): Promise<void>;
  /** The element that the app fills; a new one in the body, if it is left out. */
  container?: () => HTMLElement;
  /** Returns the address of a picture that exists for a made-up address; null for none. */
  pictureOf?: (src: string | null) => string | null;
}

/** Opens the app with its real screens in the document. */
export async function openScreen(
  { idle, container, pictureOf = (src) => src }: Place,
  options: FakeOptions,
  prepare?: (ports: FakePorts) => void,
): Promise<Stage> {
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
  const moving = (move: () => void | Promise<void>) =>
    act(async () => {
      await move();
      await idle();
    });
  const sources = createSources(() => STORAGE, location);
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
    sources: { ...sources, srcOf: (url: string) => pictureOf(sources.srcOf(url)) },
  };
  render(
    <OutsideProvider outside={outside}>
      <Root app={app} />
    </OutsideProvider>,
    container && { container: container() },
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
    },
  };
}
