import { lazily } from "../components/lazily.ts";
import { loadRegistration, named } from "./lazyScreens.ts";

export const CALLS = lazily(() => import("./CallLayer.tsx"));
export const GALLERY = lazily(() => import("./GalleryLayer.tsx"));
export const REINSTALL = lazily(() => import("./ReinstallProgress.tsx"));

export const { load: loadChat, useFetched: useChatView } = lazily(() => import("./ChatView.tsx"));

/**
 * The tabs, their translations and the layers above them, which the sign-in page does not need. A retry after
 * an error loads all of them.
 */
export const TABS = named(
  lazily(async () => {
    const [module] = await Promise.all([
      import("./TabLayout.tsx"),
      import("../i18n/signed-in.ts"),
      loadChat(),
      CALLS.load(),
      GALLERY.load(),
      REINSTALL.load(),
    ]);
    return module;
  }),
);

/** Preloads the next screens while the user signs in. */
export function preloadNext(): void {
  TABS.load().catch(() => {});
  loadRegistration().catch(() => {});
}
