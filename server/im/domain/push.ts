export interface Pushed {
  conversationID: string;
  data: Uint8Array;
}

export type Push = (userIDs: Iterable<string>, message: Pushed) => void;
