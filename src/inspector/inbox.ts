/** What other pages tell, taken in a little at a time: who tells too much costs neither the page nor the others. */

export interface Inbox<Item> {
  /** Keeps what `sender` says for later, or drops it where there is too much of it. */
  put(sender: string, item: Item): void;
  /** Drops everything that waits. */
  clear(): void;
}

export interface InboxOptions<Item> {
  take(sender: string, item: Item): void;
  /** `count` items of `sender` were dropped. */
  lose(sender: string, count: number): void;
  /** Milliseconds, for how long a turn takes. */
  now(): number;
  /** Calls back once the page has done what else waits. */
  soon(callback: () => void): void;
}

/** Items of one sender that wait: a page that is new tells of some four thousand at once. */
const WAITING = 6000;
/** Senders that are heard. Pages of one browser are a few; an invented one for each message is nobody. */
const SENDERS = 16;
/** Milliseconds of one turn, and items that one sender has taken in before it is the next one's. */
const TURN = 8;
const SHARE = 50;

interface Waiting<Item> {
  items: Item[];
  /** Of `items`, how many were taken in. */
  taken: number;
  lost: number;
}

export function createInbox<Item>({ take, lose, now, soon }: InboxOptions<Item>): Inbox<Item> {
  const senders = new Map<string, Waiting<Item>>();
  let isTurning = false;

  const turn = () => {
    isTurning = false;
    const end = now() + TURN;
    do {
      for (const [sender, waiting] of senders) {
        const until = Math.min(waiting.items.length, waiting.taken + SHARE);
        for (const item of waiting.items.slice(waiting.taken, until)) take(sender, item);
        waiting.taken = until;
        if (until < waiting.items.length) continue;
        waiting.items = [];
        waiting.taken = 0;
        if (waiting.lost > 0) lose(sender, waiting.lost);
        waiting.lost = 0;
        senders.delete(sender);
      }
    } while (senders.size > 0 && now() < end);
    if (senders.size > 0) turnSoon();
  };

  const turnSoon = () => {
    if (isTurning) return;
    isTurning = true;
    soon(turn);
  };

  return {
    put(sender, item) {
      let waiting = senders.get(sender);
      if (!waiting) {
        if (senders.size >= SENDERS) return lose(sender, 1);
        waiting = { items: [], taken: 0, lost: 0 };
        senders.set(sender, waiting);
      }
      if (waiting.items.length - waiting.taken >= WAITING) waiting.lost += 1;
      else waiting.items.push(item);
      turnSoon();
    },
    clear: () => senders.clear(),
  };
}
