/** A model of what the tabs of a browser share: local storage, locks, and the news of both from tab to tab. */
import type { Locks } from "../../../src/adapters/platform/tab-lock.ts";
import { memoryLocks } from "../../unit/adapters/support/memory-locks.ts";
import { memoryStorage } from "../../unit/adapters/support/memory-storage.ts";
import type { ExploredTime } from "../common/explored-time.ts";

/** A tab's view of the browser, from the opening of a page to its end. */
export interface BrowserPage {
  readonly local: Storage;
  /** Emits the storage events of other tabs. */
  readonly window: EventTarget;
  readonly locks: Locks;
  /** Gives back the locks; the page hears nothing more. */
  close(): void;
}

export interface Browser {
  /** The keys of the stored items, sorted. */
  keys(): readonly string[];
  /** The user of the stored credentials; null without credentials. */
  readonly userID: string | null;
  readonly imToken: string | null;
  /** Whether a tab has not heard yet of a change of the storage, or of a lock that it got or lost. */
  readonly isBusy: boolean;
  openPage(tab: string): BrowserPage;
  state(): unknown;
}

type Change = Pick<StorageEvent, "key" | "oldValue" | "newValue">;

interface Page {
  tab: string;
  window: EventTarget;
  /** Not heard of yet. */
  changes: Change[];
}

export function createBrowser(time: ExploredTime): Browser {
  const storage = memoryStorage();
  const locks = memoryLocks();
  const pages = new Set<Page>();
  /** By request of a lock: what the tab knows of it. */
  const requests = new Map<object, string>();
  let onTheirWay = 0;

  const publish = (from: Page, change: Change) => {
    if (!pages.has(from) || change.oldValue === change.newValue) return;
    for (const page of pages) {
      if (page === from) continue;
      if (page.changes.push(change) > 1) continue;
      const says = `${page.tab} hears that ${from.tab} changed the storage.`;
      time.after(0, () => hear(page), { says, line: `storage of ${page.tab}`, isLocal: true });
    }
  };
  const hear = (page: Page) => {
    if (!pages.has(page)) return;
    for (const change of page.changes.splice(0))
      page.window.dispatchEvent(Object.assign(new Event("storage"), change));
  };
  const viewOf = (page: Page): Storage => ({
    get length() {
      return storage.length;
    },
    key: (index) => storage.key(index),
    getItem: (key) => storage.getItem(key),
    setItem(key, newValue) {
      const oldValue = storage.getItem(key);
      if (!pages.has(page)) return;
      storage.setItem(key, newValue);
      publish(page, { key, oldValue, newValue });
    },
    removeItem(key) {
      const oldValue = storage.getItem(key);
      if (!pages.has(page)) return;
      storage.removeItem(key);
      publish(page, { key, oldValue, newValue: null });
    },
    clear: () => storage.clear(),
  });

  /** Locks that a tab hears of a moment later, and that it gives back when its page ends. */
  const locksOf = (page: Page, ended: Promise<void>, signal: AbortSignal): Locks => ({
    request(name, options, callback) {
      const request = {};
      const say = (what: string) => {
        requests.set(request, `${page.tab} ${what} ${name}`);
        onTheirWay += 1;
        const line = `locks of ${page.tab}`;
        return time.pass(0, { says: `${page.tab} ${what} the lock.`, line, isLocal: true }).then(() => {
          onTheirWay -= 1;
          return pages.has(page);
        });
      };
      requests.set(request, `${page.tab} asks for ${name}`);
      const held = async (lock: Lock | null): Promise<void> => {
        if (!(await say(lock ? "gets" : "does not get"))) return;
        await Promise.race([callback(lock), ended]);
      };
      const { ifAvailable = false, steal = false } = options;
      const signals = options.signal ? { signal: AbortSignal.any([options.signal, signal]) } : {};
      return locks.request(name, { ifAvailable, steal, ...signals }, held).then(
        () => void requests.delete(request),
        async (error: unknown) => {
          const isHeard = options.signal?.aborted || (await say("loses"));
          requests.delete(request);
          if (isHeard) throw error;
          await new Promise(() => {});
        },
      );
    },
  });

  const keys = () => Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? "").sort();

  return {
    keys,
    get userID() {
      return storage.getItem("IM_USERID");
    },
    get imToken() {
      return storage.getItem("IM_TOKEN");
    },
    get isBusy() {
      return onTheirWay > 0 || [...pages].some(({ changes }) => changes.length > 0);
    },
    openPage(tab) {
      const page: Page = { tab, window: new EventTarget(), changes: [] };
      const ending = new AbortController();
      const ended = new Promise<void>((resolve) =>
        ending.signal.addEventListener("abort", () => resolve(), { once: true }),
      );
      pages.add(page);
      return {
        local: viewOf(page),
        window: page.window,
        locks: locksOf(page, ended, ending.signal),
        close() {
          pages.delete(page);
          ending.abort();
        },
      };
    },
    state: () => [
      keys().map((key) => [key, storage.getItem(key)]),
      [...pages].map(({ tab, changes }) => [tab, changes]),
      [...requests.values()],
    ],
  };
}
