/**
 * Presses buttons in the two phones of /duo, to save the user a few taps. Both frames are pages of this origin. All it
 * does is click on their visible controls.
 */
export interface Gestures {
  /** Call it each time a phone's frame has loaded a page. */
  attach(phone: number, frame: HTMLIFrameElement): void;
  /** Signs in the first two demo users, each on their own phone. */
  signInBoth(): void;
  /**
   * User id of each phone, "" before sign-in. If both are signed in, opens their chat with each other unless the user
   * presses something first.
   */
  setUsers(users: readonly string[]): void;
}

export function createGestures(): Gestures {
  const frames: (HTMLIFrameElement | undefined)[] = [];
  let users: readonly string[] = [];
  const watching: MutationObserver[] = [];
  const toSignIn = new Set<number>();
  const toChat = new Set<number>();

  const signIn = (phone: number) => {
    const people = frames[phone]?.contentDocument?.querySelectorAll<HTMLElement>("[data-demo-person]");
    const person = people?.[phone];
    if (!person) return;
    toSignIn.delete(phone);
    person.click();
  };
  const openChat = (phone: number) => {
    const page = frames[phone]?.contentWindow;
    if (page?.location.pathname !== "/conversation") return;
    const name = CSS.escape(`si_${[...users].sort().join("_")}`);
    const row = page.document.querySelector<HTMLElement>(`[data-conversation="${name}"]`);
    if (!row) return;
    toChat.delete(phone);
    row.click();
  };
  const look = () => {
    for (const phone of toSignIn) signIn(phone);
    for (const phone of toChat) openChat(phone);
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
    signInBoth() {
      for (const phone of users.keys()) toSignIn.add(phone);
      look();
    },
    setUsers(now) {
      if (now.join() === users.join()) return;
      users = now;
      toChat.clear();
      for (const phone of users.keys()) {
        if (users[phone] !== "") toSignIn.delete(phone);
        if (!users.includes("")) toChat.add(phone);
      }
      look();
    },
  };
}
