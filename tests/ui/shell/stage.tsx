/** The whole page on fake ports, with real charts and screens, in a viewport high enough for every row of a list. */
import { act, fireEvent, render, screen } from "@testing-library/react";
import { SimulatedClock } from "xstate";
import { OutsideProvider } from "../../../src/shell/outside.tsx";
import { Root } from "../../../src/shell/Root.tsx";
import { type App, createApp } from "../../../src/wiring/index.ts";
import "../../fakes/loaded-screens.ts";
import { outsideOf } from "../../fakes/outside.ts";
import { type FakeOptions, type FakePorts, fakePorts } from "../../fakes/ports.ts";
import { aWorld } from "../../fakes/world.ts";
import { setOpened } from "../opened.ts";

export interface Page {
  readonly app: App;
  readonly ports: FakePorts;
  readonly container: HTMLElement;
  /** Runs a change outside the page and waits for its effects. */
  does(move: () => void): Promise<void>;
  /** Advances the charts' timers and the clock, in milliseconds. */
  waits(milliseconds: number): Promise<void>;
}

/** Opens the page; by default Mia is signed in and lands on her conversations. */
export async function openPage(
  options: FakeOptions = { world: aWorld() },
  prepare?: (ports: FakePorts) => void,
): Promise<Page> {
  const ports = fakePorts(options);
  prepare?.(ports);
  const clock = new SimulatedClock();
  const app = createApp(ports, { clock, logger: () => {} });
  setOpened(app);
  app.subscribe({ error: () => {} });
  app.start();
  const { container } = render(
    <OutsideProvider outside={outsideOf(ports)}>
      <Root app={app} />
    </OutsideProvider>,
  );
  const does: Page["does"] = (move) =>
    act(async () => {
      move();
      await settled();
    });
  await does(() => {});
  return {
    app,
    ports,
    container,
    does,
    waits: (milliseconds) =>
      does(() => {
        ports.passTime(milliseconds);
        clock.increment(milliseconds);
      }),
  };
}

/** Ends an animation of an element. React listens to this name where the window has no `AnimationEvent`. */
export function animationEnds(element: Element | null | undefined, animationName: string): void {
  if (!element) throw new Error(`Nothing to end ${animationName} on`);
  const event = new Event("webkitAnimationEnd", { bubbles: true });
  act(() => void element.dispatchEvent(Object.assign(event, { animationName })));
}

export async function press(
  role: "link" | "button" | "menuitem" | "radio" | "tab" | "checkbox",
  name: string | RegExp,
) {
  const control = await screen.findByRole(role, { name });
  await act(async () => {
    fireEvent.click(control);
    await settled();
  });
}

/** Resolves when all promises that can settle have settled. */
function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
