export type PageHistory = Pick<History, "state" | "pushState" | "replaceState" | "go">;

/**
 * A history of its own for a page in a frame. The browser shares one history between all frames of a window, so
 * "back" could act on another frame's page. This history replaces the frame's address and is lost on reload.
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
      // Asynchronous and with an event, as in the browser.
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
