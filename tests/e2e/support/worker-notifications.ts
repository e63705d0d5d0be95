export interface Shown {
  title: string;
  body: string;
  tag: string;
  lang: string;
  data: unknown;
  actions: readonly { action: string; title: string }[];
}

declare const self: ServiceWorkerGlobalScope & { shown: Shown[]; badge: number | null; opened: string[] };

/**
 * Headless Chromium delivers a push to the worker, but has neither a push service nor notifications, an icon, or a
 * window that a click opens. So the worker's notifications go into a list, one for each tag as in a browser, and the
 * test opens the window.
 */
export function recordWorker(): void {
  self.shown = [];
  self.badge = null;
  self.opened = [];
  const { registration, clients, navigator } = self;
  registration.showNotification = async (title, options) => {
    const { body = "", tag = "", lang = "", data } = options ?? {};
    const actions = (options && "actions" in options && options.actions) || [];
    const notification = { title, body, tag, lang, data, actions } as Shown;
    self.shown = [...self.shown.filter((other) => other.tag !== tag), notification];
  };
  registration.getNotifications = async (filter) =>
    self.shown
      .filter(({ tag }) => tag === filter?.tag)
      .map((shown) =>
        Object.assign(new EventTarget(), shown, {
          close: () => {
            self.shown = self.shown.filter((other) => other !== shown);
          },
        }),
      ) as unknown as Notification[];
  navigator.setAppBadge = async (count) => {
    self.badge = count ?? null;
  };
  clients.openWindow = async (path) => {
    self.opened.push(String(path));
    return null;
  };
}

/** A click on the notification with that tag, or on its button; `reply` is what its field holds. */
export function clickNotification([tag, action, reply]: readonly [
  tag: string,
  action: string,
  reply: string,
]): void {
  const shown = self.shown.find((one) => one.tag === tag);
  const close = () => {
    self.shown = self.shown.filter((one) => one.tag !== tag);
  };
  const event = new ExtendableEvent("notificationclick");
  self.dispatchEvent(Object.assign(event, { action, reply, notification: { ...shown, close } }));
}
