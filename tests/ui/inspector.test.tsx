import { act, render, screen } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { Inspector } from "../../src/inspector/Inspector.tsx";
import { CHANNEL, type ChannelMessage } from "../../src/inspector/messages.ts";
import { createRecorder } from "../../src/inspector/recorder.ts";
import { textsOf } from "../../src/inspector/texts.ts";

/** Renders an inspector and opens a channel that plays a page of the same browser. */
function inspect() {
  const phone = new BroadcastChannel(CHANNEL);
  render(<Inspector recorder={createRecorder(window)} say={textsOf("en")} />);
  const asked = new Promise<string>((resolve) => {
    phone.onmessage = ({ data }: MessageEvent<ChannelMessage>) => {
      if (data.kind === "hello") resolve(data.inspector);
    };
    phone.postMessage({ kind: "opened", phone: "lamp" } satisfies ChannelMessage);
  });
  return { phone, asked };
}

describe("the inspector", () => {
  afterEach(() => vi.unstubAllGlobals());

  it("11-10 shows how many messages were dropped because they came too fast", async () => {
    vi.stubGlobal("fetch", () => Promise.resolve(new Response("", { status: 404 })));
    const { phone, asked } = inspect();
    const to = await act(() => asked);
    const stamp = { _version: "1", sessionId: "lamp/1", rootId: "lamp/1", createdAt: "1" };
    phone.postMessage({
      kind: "messages",
      phone: "lamp",
      to,
      messages: [{ ...stamp, type: "parley.loss", count: 7 }],
    } satisfies ChannelMessage);
    expect(await screen.findByText("7 messages came too fast and were not recorded.")).toBeTruthy();
    phone.close();
  });
});
