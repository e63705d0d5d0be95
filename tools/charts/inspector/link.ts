import type { ChannelMessage } from "./messages.ts";

/** Carries messages between an inspector and the pages that it watches. */
export interface Link {
  post(message: ChannelMessage): void;
  /**
   * @param hear is called with each message, which may be anything
   * @param restart is called before all messages come again from the beginning
   */
  listen(hear: (message: unknown) => void, restart: () => void): void;
}

/** A link to the pages of this browser that have the same origin. */
export function channelLink(name: string): Link {
  const channel = new BroadcastChannel(name);
  return {
    post: (message) => channel.postMessage(message),
    listen(hear) {
      channel.onmessage = ({ data }) => hear(data);
    },
  };
}
