import type { Link } from "../link.ts";

/** A link to a server that sends what apps sent to it. It sends everything again after each connection. */
export function streamLink(address: string): Link {
  let stream: EventSource | null = null;
  let hear: (message: unknown) => void = () => {};
  let restart = () => {};
  return {
    listen(onMessage, onRestart) {
      hear = onMessage;
      restart = onRestart;
    },
    post(message) {
      if (message.kind === "goodbye") stream?.close();
      if (message.kind !== "hello") return;
      stream?.close();
      stream = new EventSource(`${address}?inspector=${encodeURIComponent(message.inspector)}`);
      stream.onopen = () => restart();
      stream.onmessage = ({ data }) => hear(parsed(data));
    },
  };
}

function parsed(text: unknown): unknown {
  try {
    return JSON.parse(String(text));
  } catch {
    return null;
  }
}
