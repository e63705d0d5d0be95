/** What the address bar needs of the browser's history. */
export type PageHistory = Pick<History, "state" | "pushState" | "replaceState" | "go">;

/**
 * The history of a page in a frame. The browser keeps one for all frames of a window, in which "back" may be another
 * phone's: this one is the page's own. It shows in the frame's address as it is, and a reload forgets what is behind.
 */
export function frameHistory(page: Window): PageHistory {
  const behind: { state: unknown; url: string }[] = [];
  const show = (state: unknown, url: string) => page.history.replaceState(state, "", url);
  return {
    get state() {
      return page.history.state;
    },
    pushState(state, _, url) {
      behind.push({ state: page.history.state, url: page.location.href });
      show(state, String(url ?? page.location.href));
    },
    replaceState: (state, _, url) => show(state, String(url ?? page.location.href)),
    go(delta = 0) {
      // As the browser does it: later, and told as an event.
      page.setTimeout(() => {
        const last = delta < 0 ? behind.at(delta) : undefined;
        if (!last) return;
        behind.splice(delta);
        show(last.state, last.url);
        page.dispatchEvent(new PopStateEvent("popstate", { state: last.state }));
      });
    },
  };
}
