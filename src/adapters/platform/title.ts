/** The tab title: the caller during a ring, otherwise the unread count. */
export interface Title {
  setUnread(count: number): void;
  /** Shows the text until the returned function is called. */
  showCaller(words: string): () => void;
}

export function createTitle(): Title {
  let unread = 0;
  let caller: string | null = null;
  const show = () => {
    document.title = caller ?? titleWith(unread);
  };
  return {
    setUnread(count) {
      unread = count;
      show();
    },
    showCaller(words) {
      caller = words;
      show();
      return () => {
        caller = null;
        show();
      };
    },
  };
}

function titleWith(unread: number): string {
  return unread > 0 ? `(${unread > 99 ? "99+" : unread}) Parley` : "Parley";
}
