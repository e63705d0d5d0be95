/** Simulated media rooms with joins, leaves, and connections that drop and return. */
import type { DeviceCommand, RoomCommand, RoomEvent, RoomMember } from "../../machines/calls/media-room.ts";
import { short } from "./relay.ts";
import type { Scene } from "./scene.ts";

export interface Membership {
  readonly roomID: string;
  readonly userID: string;
  readonly isLinkUp: boolean;
  command(command: RoomCommand): void;
  leave(): void;
  /** The page is gone without a leave. */
  vanish(): void;
}

export interface MediaServer {
  join(who: { name: string; userID: string }, roomID: string, send: (event: RoomEvent) => void): Membership;
  /** User ids of the members, as the server sees them. */
  members(roomID: string): readonly string[];
}

/** Milliseconds: the longest time to connect, and the longest delay of an event. */
const JOIN = 1500;
export const NEWS = 800;

interface Place {
  readonly name: string;
  readonly roomID: string;
  readonly member: RoomMember;
  /** "away": the server has dropped the member, but the member still reconnects. */
  state: "joining" | "in" | "away" | "gone";
  isLinkUp: boolean;
  /** Whether the member's media arrives. */
  isHeard: boolean;
  isDisplaced: boolean;
  /** Arrival time of the last event: events stay in order. */
  newsAt: number;
  /** Events from before the connection dropped never arrive. */
  linkNumber: number;
  send(event: RoomEvent): void;
}

export function createMediaServer({ time, choices, trace, style: { net } }: Scene): MediaServer {
  let places: readonly Place[] = [];

  const others = (place: Place) =>
    places.filter((other) => other !== place && other.roomID === place.roomID && other.state === "in");
  const membersFor = (place: Place) => others(place).map(({ member }) => ({ ...member }));

  const tell = (place: Place, event: RoomEvent) => {
    if (!place.isLinkUp) return;
    const { linkNumber } = place;
    place.newsAt = Math.max(place.newsAt, time.now() + choices.between(5, NEWS));
    const { newsAt } = place;
    time.after(
      newsAt - time.now(),
      () => {
        if (place.state !== "gone" && place.linkNumber === linkNumber) place.send(event);
      },
      {
        says: newsOf(place, event),
        line: `news of room ${short(place.roomID)} to ${place.name}`,
        act: { kind: "media", device: place.name },
      },
    );
  };
  const enter = (place: Place) => {
    place.state = "in";
    for (const other of others(place))
      tell(other, { type: "room.memberJoined", member: { ...place.member } });
  };
  const miss = (place: Place, isDropped: boolean) => {
    if (place.state !== "in") return;
    for (const other of others(place))
      tell(other, { type: "room.memberLeft", userID: place.member.userID, isDropped });
  };
  /** Other members notice after a while that nothing arrives from a member without a connection (R21). */
  const fallSilent = (place: Place) => {
    time.after(choices.between(3000, 4500), () => {
      if (place.state !== "in" || place.isHeard) return;
      for (const other of others(place))
        tell(other, { type: "room.memberSilent", userID: place.member.userID });
    });
  };
  const remove = (place: Place) => {
    place.state = "gone";
    places = places.filter((other) => other !== place);
  };

  /** A user can be in a room only once: the newer connection stays. */
  const displace = (place: Place) => {
    for (const other of others(place)) {
      if (other.member.userID !== place.member.userID) continue;
      trace(`${other.name} is put out of ${short(place.roomID)} by ${place.name}`);
      miss(other, true);
      other.state = "away";
      other.isDisplaced = true;
      tell(other, { type: "room.closed", cause: "duplicate" });
    }
  };
  const connect = (place: Place) => {
    if (place.state !== "joining") return;
    trace(`${place.name} is in room ${short(place.roomID)}`);
    displace(place);
    enter(place);
    tell(place, { type: "room.connected", members: membersFor(place) });
    if (choices.chance(net.flap)) time.after(choices.between(500, 30_000), () => lose(place));
  };
  const lose = (place: Place) => {
    if (place.state !== "in") return;
    trace(`the link of ${place.name} is down`);
    place.isLinkUp = false;
    place.isHeard = false;
    place.linkNumber += 1;
    fallSilent(place);
    place.send({ type: "room.reconnecting" });
    time.after(choices.between(5000, 15_000), () => {
      if (place.isLinkUp || place.state !== "in") return;
      trace(`the media server gives ${place.name} up`);
      miss(place, true);
      place.state = "away";
    });
    time.after(choices.between(200, choices.chance(0.3) ? 45_000 : 6000), () => restore(place));
  };
  const restore = (place: Place) => {
    if (place.state === "gone") return;
    if (place.isDisplaced) {
      place.send({ type: "room.closed", cause: "duplicate" });
      return;
    }
    if (choices.chance(0.1)) {
      trace(`the link of ${place.name} is lost`);
      miss(place, true);
      place.send({ type: "room.closed", cause: "lost" });
      return;
    }
    trace(`the link of ${place.name} is up again`);
    place.isLinkUp = true;
    place.isHeard = true;
    if (place.state === "away") {
      displace(place);
      enter(place);
    } else
      for (const other of others(place))
        tell(other, { type: "room.memberHeard", userID: place.member.userID });
    place.send({ type: "room.reconnected", members: membersFor(place) });
    if (choices.chance(net.flap)) time.after(choices.between(500, 20_000), () => lose(place));
  };
  /** A member without a connection cannot send a leave, so the others notice it later. */
  const depart = (place: Place, isSaid: boolean) => {
    const isHeard = isSaid && place.isLinkUp;
    if (isHeard || place.state !== "in") {
      miss(place, isHeard && choices.chance(net.dropped));
      remove(place);
      return;
    }
    place.send = () => {};
    place.isHeard = false;
    fallSilent(place);
    time.after(choices.between(3000, 12_000), () => {
      miss(place, true);
      remove(place);
    });
  };

  const use = (place: Place, { source, on, facing }: DeviceCommand) => {
    time.after(choices.between(5, 400), () => {
      if (place.state === "gone") return;
      if (on && choices.chance(net.deny)) {
        const cause = choices.pick(["denied", "missing", "failed"] as const);
        place.send({ type: "device.failed", source, cause });
        return;
      }
      place.member[source] = on;
      const where = facing === undefined ? {} : { facing };
      place.send(on ? { type: "device.on", source, ...where } : { type: "device.off", source });
      for (const other of others(place))
        tell(other, { type: "room.memberChanged", member: { ...place.member } });
    });
  };

  return {
    members: (roomID) =>
      places
        .filter((place) => place.roomID === roomID && place.state === "in")
        .map(({ member }) => member.userID),
    join({ name, userID }, roomID, send) {
      const member = { userID, microphone: false, camera: false, screen: false, quality: "unknown" as const };
      const place: Place = {
        name,
        roomID,
        member,
        state: "joining",
        isLinkUp: true,
        isHeard: true,
        isDisplaced: false,
        newsAt: 0,
        linkNumber: 0,
        send,
      };
      places = [...places, place];
      if (choices.chance(net.fail)) {
        trace(`${name} does not get into room ${short(roomID)}`);
        if (choices.chance(0.5))
          time.after(choices.between(5, 20_000), () => {
            if (place.state !== "gone") send({ type: "room.closed", cause: "lost" });
          });
      } else
        time.after(choices.between(50, JOIN), () => connect(place), {
          says: `${name} gets into room ${short(roomID)}.`,
          act: { kind: "media", device: name },
        });
      return {
        roomID,
        userID,
        get isLinkUp() {
          return place.isLinkUp && place.state === "in";
        },
        command(command) {
          if (command.type === "device.set") use(place, command);
        },
        leave: () => depart(place, true),
        vanish: () => depart(place, false),
      };
    },
  };
}

function newsOf({ name, roomID }: Place, event: RoomEvent): string {
  const where = `room ${short(roomID)}`;
  switch (event.type) {
    case "room.connected":
      return `${name} hears that it is in ${where}.`;
    case "room.memberJoined":
      return `${name} hears that the other user is in ${where}.`;
    case "room.memberLeft":
      return `${name} hears that the other user ${event.isDropped ? "is lost in" : "left"} ${where}.`;
    default:
      return `${name} hears ${event.type} of ${where}.`;
  }
}
