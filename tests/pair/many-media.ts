/**
 * Simulated media rooms of many. Clients leave as the media adapter does: they say bye, and stay connected until it is
 * known who was the last (R23).
 */
import { type Bye, wasLast } from "../../machines/calls/last-leaver.ts";
import type { RoomEvent, RoomMember } from "../../machines/calls/media-room.ts";
import type { Choices } from "./choices.ts";
import { short } from "./relay.ts";
import type { Waits } from "./virtual-time.ts";

export interface ManyMembership {
  leave(): void;
  /** The page closes: the server hears it, and no bye is sent. */
  close(): void;
  /** The page is gone, and the server notices it later. */
  vanish(): void;
  /** The media connection is lost for good. */
  cut(): void;
}

export interface ManyMedia {
  /** The users in a room, by the server; without those who said bye. */
  inside(roomID: string): readonly string[];
  /** The users in a room who are there as far as this user has heard, and who said no bye. */
  known(roomID: string, userID: string): readonly string[];
  /** The rooms that have users. */
  rooms(): readonly string[];
  /** Whether this user was the last who left the room. */
  wasLast(roomID: string, userID: string): Promise<boolean>;
  /** `id`: of the participant. All ids differ. Of two clients that leave at once, the client with the smaller id is the last (R23). */
  join(
    who: { name: string; userID: string; id: string },
    roomID: string,
    send: (event: RoomEvent) => void,
  ): ManyMembership;
  /** Number of the users who said bye and wait for the byes of others. */
  parting(): number;
  /** All that the future of the rooms depends on. */
  state(): unknown;
}

interface Connection {
  id: string;
  roomID: string;
  name: string;
  userID: string;
  send: (event: RoomEvent) => void;
  isOpen: boolean;
  /** When the last event to this client arrives: events of one client keep their order. */
  lastAt: number;
  byes: Bye[];
  /** The clients that are in, as far as this client has heard. */
  known: Set<Connection>;
  /** Cancels what is on its way to this client. */
  news: Set<() => void>;
  /** After the user hung up: its own bye, and the users who are still in. */
  parting: { own: Bye; others: Set<string>; end: (wasLast: boolean) => void } | null;
  /** The clients that this one said bye to: they need not hear that it is gone. */
  told: ReadonlySet<Connection>;
}

/** Milliseconds until the server notices that a page is gone. */
const NOTICE = 5000;

/** `delay`: the longest of a room event, in milliseconds. */
export function createManyMedia(
  time: Pick<Waits, "now" | "after">,
  random: Pick<Choices, "between">,
  delay: number,
): ManyMedia {
  const rooms = new Map<string, Connection[]>();
  const answers = new Map<string, Promise<boolean>>();
  const newest = new Map<string, Connection>();
  const connected = (roomID: string) => rooms.get(roomID) ?? [];
  const inside = (roomID: string) =>
    connected(roomID)
      .filter(({ parting }) => !parting)
      .map(({ userID }) => userID);
  const deliver = (to: Connection, says: string, arrive: () => void) => {
    if (!to.isOpen && !to.parting && connected(to.roomID).includes(to)) return; // its page is gone
    to.lastAt = Math.max(to.lastAt, time.now() + random.between(5, delay / 2));
    const stop = time.after(
      to.lastAt - time.now(),
      () => {
        to.news.delete(stop);
        arrive();
      },
      {
        says: `${to.name} hears that ${says}.`,
        line: `room news to ${to.name} as ${to.id}`,
        act: { kind: "media", device: to.name },
      },
    );
    to.news.add(stop);
  };
  const decide = ({ parting, byes }: Connection) => {
    const answer = parting && wasLast(parting.own, { byes, others: [...parting.others] });
    if (answer !== null) parting?.end(answer);
  };
  const sayBye = (from: Connection, to: Connection, own: Bye) =>
    deliver(to, `${from.name} leaves the room`, () => {
      to.byes.push(own);
      to.known.delete(from);
      if (to.isOpen) to.send({ type: "room.memberLeft", userID: from.userID, isDropped: false });
      decide(to);
    });
  const drop = (roomID: string, gone: Connection, isDropped: boolean) => {
    const before = connected(roomID);
    if (!before.includes(gone)) return;
    const left = before.filter((one) => one !== gone);
    rooms.set(roomID, left);
    for (const stop of gone.news) stop();
    for (const other of left.filter((one) => !gone.told.has(one)))
      deliver(other, `${gone.name} is not connected any more`, () => {
        other.known.delete(gone);
        other.parting?.others.delete(gone.id);
        decide(other);
        if (other.isOpen && !other.byes.some(({ id }) => id === gone.id))
          other.send({ type: "room.memberLeft", userID: gone.userID, isDropped });
      });
  };
  /** A user can be in a room only once: the newer connection stays. */
  const displace = (roomID: string, me: Connection) => {
    for (const other of connected(roomID)) {
      if (other.userID !== me.userID) continue;
      drop(roomID, other, true);
      deliver(other, `another device is in room ${short(roomID)}`, () => {
        if (other.isOpen) other.send({ type: "room.closed", cause: "duplicate" });
      });
    }
  };
  const enter = (roomID: string, me: Connection) => {
    displace(roomID, me);
    const others = connected(roomID).filter(({ parting }) => !parting);
    for (const other of connected(roomID))
      deliver(other, `${me.name} is in room ${short(roomID)}`, () => {
        other.known.add(me);
        if (other.isOpen) other.send({ type: "room.memberJoined", member: memberOf(me.userID) });
        else other.parting?.end(false);
      });
    rooms.set(roomID, [...connected(roomID), me].sort(byID));
    deliver(me, `it is in room ${short(roomID)}`, () => {
      for (const other of others) me.known.add(other);
      if (me.isOpen)
        me.send({ type: "room.connected", members: others.map(({ userID }) => memberOf(userID)) });
    });
  };
  const sayGoodbye = (roomID: string, me: Connection, settle: (wasLast: boolean) => void) => {
    const others = connected(roomID).filter((other) => other !== me);
    const isIn = connected(roomID).includes(me);
    if (!isIn || others.length === 0) {
      drop(roomID, me, false);
      settle(isIn);
      return;
    }
    const own: Bye = { id: me.id, heard: me.byes.map(({ id }) => id) };
    let stopWaiting = () => {};
    const end = (isLast: boolean) => {
      if (!me.parting) return;
      me.parting = null;
      stopWaiting();
      settle(isLast);
      drop(roomID, me, false);
    };
    me.parting = { own, others: new Set(others.map(({ id }) => id)), end };
    me.told = new Set(others);
    for (const other of others) sayBye(me, other, own);
    stopWaiting = time.after(delay + 100, () => end(false));
    decide(me);
  };
  return {
    inside,
    known: (roomID, userID) =>
      [...(newest.get(`${userID} ${roomID}`)?.known ?? [])]
        .filter((one) => connected(roomID).includes(one) && one.isOpen)
        .map((one) => one.userID),
    rooms: () => [...rooms.keys()].filter((roomID) => inside(roomID).length > 0),
    wasLast: (roomID, userID) => answers.get(`${userID} ${roomID}`) ?? Promise.resolve(false),
    join({ name, userID, id }, roomID, send) {
      const me: Connection = {
        id,
        roomID,
        name,
        userID,
        send,
        isOpen: true,
        lastAt: 0,
        byes: [],
        known: new Set(),
        news: new Set(),
        parting: null,
        told: new Set(),
      };
      newest.set(`${userID} ${roomID}`, me);
      let settle: (wasLast: boolean) => void = () => {};
      answers.set(
        `${userID} ${roomID}`,
        new Promise((resolve) => {
          settle = resolve;
        }),
      );
      connected(roomID)
        .find((one) => one.userID === userID)
        ?.parting?.end(false);
      const stopJoining = time.after(random.between(50, 800), () => enter(roomID, me), {
        says: `${name} gets into room ${short(roomID)}.`,
        act: { kind: "media", device: name },
      });
      const close = () => {
        me.isOpen = false;
        stopJoining();
      };
      return {
        leave() {
          close();
          sayGoodbye(roomID, me, settle);
        },
        close() {
          close();
          const isIn = connected(roomID).includes(me);
          drop(roomID, me, false);
          settle(isIn);
        },
        vanish() {
          close();
          time.after(NOTICE, () => drop(roomID, me, true));
        },
        cut() {
          drop(roomID, me, true);
          if (me.isOpen) send({ type: "room.closed", cause: "lost" });
        },
      };
    },
    parting: () => [...rooms.values()].flat().filter(({ parting }) => parting).length,
    state: () =>
      [...rooms].map(([roomID, connections]) => [
        roomID,
        connections.map(({ id, userID, isOpen, byes, parting }) => [
          id,
          userID,
          isOpen,
          byes,
          parting && [parting.own, [...parting.others]],
        ]),
      ]),
  };
}

function byID(one: Connection, other: Connection): number {
  return one.id < other.id ? -1 : 1;
}

function memberOf(userID: string): RoomMember {
  return { userID, microphone: true, camera: false, screen: false, quality: "good" };
}
