import { act, cleanup, render } from "@testing-library/react";
import { OutsideProvider } from "../../src/shell/outside.tsx";
import { Root } from "../../src/shell/Root.tsx";
import { createApp } from "../../src/wiring/index.ts";
import "../fakes/loaded-screens.ts";
import { outsideOf } from "../fakes/outside.ts";
import { type FakeOptions, type FakePorts, fakePorts } from "../fakes/ports.ts";
// Loads lazy code up front, so that it shows at once.
import "../../src/components/SheetPanel.tsx";
import "../../src/screens/call/CallOverlay.tsx";
import "../../src/screens/chat/emoji/EmojiPanel.tsx";
import "../../src/screens/registration/RegistrationSteps.tsx";
import { type Stage, takingNotes } from "./stage.ts";
import { SteadyClock } from "./steady-clock.ts";

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
  const { sources, ...outside } = outsideOf(ports);
  const drawn = { ...sources, srcOf: (url: string) => pictureOf(sources.srcOf(url)) };
  render(
    <OutsideProvider outside={{ ...outside, sources: drawn }}>
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
