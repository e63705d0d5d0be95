/** Processes messages in small turns, so that a busy page does not block the inspector or other pages. */

export interface Inbox<Item> {
  /** Queues an item of `sender`, or drops it if too many wait. */
  put(sender: string, item: Item): void;
  clear(): void;
}

export interface InboxOptions<Item> {
  take(sender: string, item: Item): void;
  /** Reports that `count` items of `sender` were dropped. */
  lose(sender: string, count: number): void;
  /** Milliseconds, to measure a turn. */
  now(): number;
  /** Calls back after other pending work of the page. */
  soon(callback: () => void): void;
}

/** Maximum queued items of a sender. A new page sends about four thousand at once. */
const WAITING = 6000;
/** Maximum senders. A browser has few pages; the limit stops a page that invents a sender for each message. */
const SENDERS = 16;
/** Milliseconds of one turn, and items of one sender before the next sender's turn. */
const TURN = 8;
const SHARE = 50;

interface Waiting<Item> {
  items: Item[];
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
