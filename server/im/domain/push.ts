export interface Pushed {
  conversationID: string;
  /** Encoded MsgData. */
  data: Uint8Array;
}

export type Push = (userIDs: Iterable<string>, message: Pushed) => void;
