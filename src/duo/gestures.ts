import type { DemoPerson } from "./network.ts";

/**
 * Presses buttons in the phones of /duo, to save the user a few taps. All frames are pages of this origin. All it does
 * is click on their visible controls.
 */
export interface Gestures {
  /** Call it each time a phone's frame has loaded a page. */
  attach(phone: number, frame: HTMLIFrameElement): void;
  /** Signs in a demo user on each phone without a user: the first demo users that no other phone has. */
  signIn(people: readonly DemoPerson[]): void;
  /** Tells the phone's page that its network is back, as a browser does. */
  goOnline(phone: number): void;
  /**
   * User id of each phone, "" before sign-in. If all are signed in, opens the chat that they share unless the user
   * presses something first.
   */
  setUsers(users: readonly string[]): void;
}

const ROW = "data-conversation";

export function createGestures(): Gestures {
  const frames: (HTMLIFrameElement | undefined)[] = [];
  let users: readonly string[] = [];
  const watching: MutationObserver[] = [];
  const toSignIn = new Map<number, DemoPerson>();
  const toChat = new Set<number>();
  /** The chat that all phones share; null until it is found. */
  let shared: string | null = null;

  const signIn = (phone: number, { phoneNumber }: DemoPerson) => {
    const name = CSS.escape(phoneNumber);
    const person = frames[phone]?.contentDocument?.querySelector<HTMLElement>(`[data-demo-person="${name}"]`);
    if (!person) return;
    toSignIn.delete(phone);
    person.click();
  };
  const listOf = (phone: number) => {
    const page = frames[phone]?.contentWindow;
    return page?.location.pathname === "/conversation" ? page.document : null;
  };
  /** Returns the first group that is in the lists of all phones. */
  const findGroup = (): string | null => {
    const [first, ...others] = users.map((_, phone) =>
      [...(listOf(phone)?.querySelectorAll(`[${ROW}^=sg_]`) ?? [])].map((row) => row.getAttribute(ROW)),
    );
    return first?.find((group) => others.every((groups) => groups.includes(group))) ?? null;
  };
  const openChat = (phone: number, chat: string) => {
    const row = listOf(phone)?.querySelector<HTMLElement>(`[${ROW}="${CSS.escape(chat)}"]`);
    if (!row) return;
    toChat.delete(phone);
    row.click();
  };
  const look = () => {
    for (const [phone, person] of toSignIn) signIn(phone, person);
    if (toChat.size > 0) shared ??= users.length === 2 ? `si_${[...users].sort().join("_")}` : findGroup();
    if (shared !== null) for (const phone of toChat) openChat(phone, shared);
  };

  return {
    attach(phone, frame) {
      const page = frame.contentDocument;
      if (!page) return;
      frames[phone] = frame;
      watching[phone]?.disconnect();
      watching[phone] = new MutationObserver(look);
      watching[phone].observe(page, { childList: true, subtree: true });
      // Real input by the user stops the help. `click()` fires neither of these events.
      for (const act of ["pointerdown", "keydown"])
        page.addEventListener(act, () => toChat.delete(phone), true);
      look();
    },
    signIn(people) {
      const unused = people.filter(({ userID }) => !users.includes(userID));
      for (const [phone, userID] of users.entries()) {
        const person = userID === "" ? unused.shift() : undefined;
        if (person) toSignIn.set(phone, person);
      }
      look();
    },
    goOnline(phone) {
      frames[phone]?.contentWindow?.dispatchEvent(new Event("online"));
    },
    setUsers(now) {
      if (now.join() === users.join()) return;
      users = now;
      toChat.clear();
      shared = null;
      for (const phone of users.keys()) {
        if (users[phone] !== "") toSignIn.delete(phone);
        if (!users.includes("")) toChat.add(phone);
      }
      look();
    },
  };
}
