export interface Pushed {
  conversationID: string;
  /** Encoded MsgData. */
  data: Uint8Array;
}

/** Sends a message to all sockets of these users. */
export type Push = (userIDs: Iterable<string>, message: Pushed) => void;
