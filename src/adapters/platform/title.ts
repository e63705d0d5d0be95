/** What the tab is called: who rings, or else how much is unread. */
export interface Title {
  setUnread(count: number): void;
  /** Shows these words until the returned function is called. */
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
