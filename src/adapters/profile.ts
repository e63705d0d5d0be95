/**
 * Several people in one browser: `?profile=name` keeps a page's belongings apart from those of other pages of the same
 * origin (11-03). Without it nothing is any different.
 */

/** Of what a profile's name may be: it becomes part of storage keys. */
const NAME = /^[\w-]{1,32}$/;
const PARAMETER = "profile";
/** Before the profile in the window's name, which other pages may have used for something else. */
const MARK = "parley-profile:";

/**
 * The profile of this page, "" for the ordinary one. The address says it at first; as the app goes from page to page
 * the window's own name remembers it, over reloads, too. Two frames of one window share even its session storage.
 */
export function readProfile(page: {
  location: Pick<Location, "search">;
  window: Pick<Window, "name">;
}): string {
  const named = new URLSearchParams(page.location.search).get(PARAMETER);
  if (named !== null && (named === "" || NAME.test(named))) {
    page.window.name = named === "" ? "" : MARK + named;
    return named;
  }
  const remembered = page.window.name.startsWith(MARK) ? page.window.name.slice(MARK.length) : "";
  return NAME.test(remembered) ? remembered : "";
}

/** What stands before everything `profile` keeps. */
export function prefixOf(profile: string): string {
  return profile === "" ? "" : `parley@${profile}:`;
}

/** `storage` as the profile sees it: its own entries, under their ordinary names. */
export function storeOf(storage: Storage, profile: string): Storage {
  if (profile === "") return storage;
  const prefix = prefixOf(profile);
  const own = () =>
    Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? "")
      .filter((key) => key.startsWith(prefix))
      .map((key) => key.slice(prefix.length));
  return {
    get length() {
      return own().length;
    },
    key: (index) => own()[index] ?? null,
    getItem: (key) => storage.getItem(prefix + key),
    setItem: (key, value) => storage.setItem(prefix + key, value),
    removeItem: (key) => storage.removeItem(prefix + key),
    clear() {
      for (const key of own()) storage.removeItem(prefix + key);
    },
  };
}
