/**
 * Spares a visitor of /duo a few taps: presses in the two phones what a person would press there. They are pages of this
 * origin, and nothing is done in them but by their own buttons.
 */
export interface Hands {
  /** To be called with a phone's frame whenever it has loaded a page. */
  hold(phone: number, frame: HTMLIFrameElement): void;
  /** Signs in the first two of the demo's people, one on each phone. */
  signInBoth(): void;
  /** Who is in, phone by phone, "" for nobody: two who are see each other's chat, unless they go elsewhere. */
  know(users: readonly string[]): void;
}

export function createHands(): Hands {
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
    hold(phone, frame) {
      const page = frame.contentDocument;
      if (!page) return;
      frames[phone] = frame;
      watching[phone]?.disconnect();
      watching[phone] = new MutationObserver(look);
      watching[phone].observe(page, { childList: true, subtree: true });
      // Whoever acts for themselves needs no help. A press of these hands is neither a pointer's nor a key's.
      for (const act of ["pointerdown", "keydown"])
        page.addEventListener(act, () => toChat.delete(phone), true);
      look();
    },
    signInBoth() {
      for (const phone of users.keys()) toSignIn.add(phone);
      look();
    },
    know(now) {
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
