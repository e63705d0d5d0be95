import { act, fireEvent, render, screen, within } from "@testing-library/react";
import { onTestFinished, vi } from "vitest";
import { type AnyStateMachine, createActor, type EventFrom } from "xstate";
import { createSender } from "../../src/adapters/inspection/sender.ts";
import { CHANNEL } from "../../src/inspector/channel.ts";
import { parleyParts } from "../../src/inspector/parts.tsx";
import { Inspector } from "../../tools/charts/inspector/Inspector.tsx";
import { channelLink } from "../../tools/charts/inspector/link.ts";
import type { ChannelMessage } from "../../tools/charts/inspector/messages.ts";
import { createRecorder } from "../../tools/charts/inspector/recorder.ts";

export const parts = parleyParts("en");

/** Closes all channels with the test, so that no inspector hears the pages of later tests. */
export function closeChannelsAfterTest(): void {
  const Channel = BroadcastChannel;
  vi.stubGlobal(
    "BroadcastChannel",
    class extends Channel {
      constructor(name: string) {
        super(name);
        onTestFinished(() => this.close());
      }
    },
  );
}

/** Renders an inspector and opens a channel that plays a page of the same browser. */
export function inspect() {
  closeChannelsAfterTest();
  const phone = new BroadcastChannel(CHANNEL);
  render(<Inspector recorder={createRecorder(window, channelLink(CHANNEL))} parts={parts} />);
  const asked = new Promise<string>((resolve) => {
    phone.onmessage = ({ data }: MessageEvent<ChannelMessage>) => {
      if (data.kind === "hello") resolve(data.inspector);
    };
    phone.postMessage({ kind: "opened", phone: "lamp" } satisfies ChannelMessage);
  });
  return { phone, asked };
}

/** Runs a chart in a page that an inspector watches. */
export async function watch<Machine extends AnyStateMachine>(
  machine: Machine,
  { takesEvents = false, withDefinitions = false } = {},
) {
  const { phone, asked } = inspect();
  const to = await act(() => asked);
  const turns: (() => void)[] = [];
  const sender = createSender({
    prefix: "lamp/",
    showsTexts: false,
    withDefinitions,
    now: () => Date.now(),
    soon: (turn) => turns.push(turn),
  });
  const actor = createActor(machine, { inspect: sender.inspect, input: undefined }).start();
  phone.postMessage({
    kind: "phone",
    phone: { id: "lamp", name: "lamp", takesEvents },
    to,
  } satisfies ChannelMessage);
  sender.watch((messages) =>
    phone.postMessage({ kind: "messages", phone: "lamp", to, messages } satisfies ChannelMessage),
  );
  /** Sends the inspector all that has happened. */
  const tell = () => {
    for (let turn = turns.shift(); turn; turn = turns.shift()) turn();
  };
  const send = (event: EventFrom<Machine>) => {
    actor.send(event);
    tell();
  };
  return { phone, send, tell };
}

/** Chooses what the chart shows. */
export async function show(choice: string): Promise<void> {
  const select = await screen.findByRole("combobox", { name: "Show" });
  fireEvent.change(select, {
    target: { value: within(select).getByRole<HTMLOptionElement>("option", { name: choice }).value },
  });
}

/** The drawing of the chart that is shown. */
export function drawing(): ShadowRoot {
  const host = [...screen.getByRole("main").querySelectorAll("div")].find(({ shadowRoot }) => shadowRoot);
  if (!host?.shadowRoot) throw new Error("no drawing");
  return host.shadowRoot;
}
