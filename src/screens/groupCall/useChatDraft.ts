import { useState } from "react";

export interface ChatDraft {
  text: string;
  set: (text: string) => void;
}

/** What the user writes in the chat of a call. It stays while the call is a badge, and is of one room only. */
export function useChatDraft(roomID: string): ChatDraft {
  const [draft, setDraft] = useState({ roomID, text: "" });
  return {
    text: draft.roomID === roomID ? draft.text : "",
    set: (text) => setDraft({ roomID, text }),
  };
}
