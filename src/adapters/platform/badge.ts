/** The browser functions for the icon of an installed app. Firefox has none of them. */
export type Badged = Partial<Pick<Navigator, "setAppBadge" | "clearAppBadge" | "serviceWorker">>;

/** Shows the unread count on the icon of the installed app (11-20); undefined for an app without an own icon. */
export function showBadge(app: Badged | undefined, count: number): void {
  const shown = count > 0 ? app?.setAppBadge?.(count) : app?.clearAppBadge?.();
  // The system may refuse.
  shown?.catch(() => {});
}
