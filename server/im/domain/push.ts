/** One message on its way to connected sockets. */
export interface Pushed {
  conversationID: string;
  /** Encoded MsgData. */
  data: Uint8Array;
  /** Socket of a JS client that sent it and must not get it back (protocol section 1.7). */
  except?: object | undefined;
}

/** Hands a message to all sockets of these users. */
export type Push = (userIDs: Iterable<string>, message: Pushed) => void;
