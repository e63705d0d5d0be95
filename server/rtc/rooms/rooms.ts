import {
  DisconnectReason,
  type JoinRequest,
  LeaveRequest_Action,
  ServerInfo,
  ServerInfo_Edition,
  SignalRequest,
  SignalResponse,
} from "@livekit/protocol";
import { createBuckets } from "../../rates.ts";
import { type Grant, Refusal } from "../access/access.ts";
import { readMessage } from "../fields.ts";
import {
  dataRate,
  maxParticipants,
  maxPeople,
  maxRemembered,
  maxRequestFields,
  maxRooms,
  maxRoomsPerPerson,
  packetRate,
} from "../limits.ts";
import type { Moderation, RoomSummary } from "../messages.ts";
import type { MediaSocket } from "../network/socket.ts";
import type { LocalEndpoint } from "../streams/negotiation.ts";
import { createForwardBudget } from "./forward-budget.ts";
import type { Participant, SignalSocket } from "./participant.ts";
import { addTrack, handleRequest, muteSound } from "./requests.ts";
import { Room } from "./room.ts";
import { publishCodecs } from "./tracks.ts";

export interface Session {
  /** Returns how many fields the frame had. */
  onFrame(frame: Uint8Array): number;
  onClose(): void;
}

export interface Rooms {
  /** Throws Refusal 403 when there is no room for this grant. */
  checkPlace(grant: Grant): void;
  open(socket: SignalSocket, grant: Grant, request: JoinRequest): Session;
  summary(): RoomSummary[];
  /** Returns false when the member is not in the room. */
  moderate(moderation: Moderation): boolean;
  shutDown(): void;
}

/** Seconds. A client needs both to detect a dead connection. */
const pingInterval = 5;
const pingTimeout = 15;
const serverInfo = new ServerInfo({ version: "1.9.0", protocol: 16, edition: ServerInfo_Edition.Standard });

export function createRooms(deps: {
  socketOf(identity: string): MediaSocket;
  endpoint: LocalEndpoint;
  renewToken(grant: Grant): Promise<string>;
}): Rooms {
  const rooms = new Map<string, Room>();
  const packets = createBuckets(Date.now, maxRemembered);
  const mayTakePacket = (identity: string) => packets.takeMs(identity, packetRate) === 0;
  const forwards = createForwardBudget(Date.now);
  const dataParts = createBuckets(Date.now, maxRemembered);
  const mayTakeData = (identity: string, count: number) =>
    dataParts.takeMs(identity, dataRate, Math.min(count, dataRate.burst)) === 0;

  const roomOf = (name: string): Room => {
    const known = rooms.get(name);
    if (known !== undefined) return known;
    const limits = { mayTakePacket, forwards, mayTakeData };
    const room = new Room({ name, ...deps, ...limits, onEmpty: () => rooms.delete(name) });
    rooms.set(name, room);
    return room;
  };

  const sessionOf = (room: Room, participant: Participant, socket: SignalSocket): Session => ({
    onFrame: (frame) => {
      if (!room.participants().includes(participant)) return 0;
      const request = parseRequest(frame);
      if (request === undefined) room.remove(participant, DisconnectReason.STATE_MISMATCH);
      else handleRequest(room, participant, request.message);
      return request?.fields ?? 0;
    },
    onClose: () => {
      participant.detach(socket);
    },
  });

  const join = (socket: SignalSocket, grant: Grant, request: JoinRequest): Session => {
    const room = roomOf(grant.room);
    const participant = room.add(grant, request.connectionSettings?.autoSubscribe ?? false);
    participant.attach(socket);
    participant.send({
      case: "join",
      value: {
        room: room.info(),
        participant: participant.info(),
        otherParticipants: room
          .participants()
          .filter((other) => other !== participant)
          .map((other) => other.info()),
        serverVersion: serverInfo.version,
        serverInfo,
        subscriberPrimary: false,
        pingInterval,
        pingTimeout,
        enabledPublishCodecs: publishCodecs,
        clientConfiguration: {},
      },
    });
    room.tellSpeakersTo(participant);
    room.tellPermissionsTo(participant);
    // The client's token may be about to expire.
    room.renewToken(participant);
    room.announce(participant);
    for (const track of request.addTrackRequests) addTrack(participant, track);
    // Firefox sends its first offer as a separate message.
    if (request.publisherOffer !== undefined) room.answer(participant, request.publisherOffer);
    return sessionOf(room, participant, socket);
  };

  const resume = (
    room: Room,
    participant: Participant,
    socket: SignalSocket,
    request: JoinRequest,
  ): Session => {
    participant.attach(socket);
    participant.send({
      case: "reconnect",
      value: { clientConfiguration: {}, serverInfo, lastMessageSeq: participant.lastDataSequence },
    });
    participant.send({
      case: "update",
      value: { participants: room.participants().map((each) => each.info()) },
    });
    participant.send({ case: "roomUpdate", value: { room: room.info() } });
    room.tellSpeakersTo(participant);
    room.tellPermissionsTo(participant);
    for (const publication of participant.publications.values()) publication.repeatDemand();
    if (request.publisherOffer !== undefined) room.answer(participant, request.publisherOffer);
    else participant.negotiation.refresh({ lost: true });
    return sessionOf(room, participant, socket);
  };

  return {
    checkPlace: ({ room: name, identity }) => {
      const room = rooms.get(name);
      if (room?.byIdentity(identity) !== undefined) return;
      const occupied = [...rooms.values()].filter((each) => each.byIdentity(identity) !== undefined);
      if (occupied.length >= maxRoomsPerPerson) {
        throw new Refusal(403, `one person can be in ${maxRoomsPerPerson} calls at a time`);
      }
      const people = [...rooms.values()].reduce((sum, each) => sum + each.size, 0);
      if (people >= maxPeople)
        throw new Refusal(403, "the server is full: there are too many people in calls");
      if (room === undefined) {
        if (rooms.size >= maxRooms) throw new Refusal(403, "there are too many calls at this time");
        return;
      }
      if (room.size >= maxParticipants) {
        throw new Refusal(403, `the room is full: ${maxParticipants} people are in it`);
      }
    },
    open: (socket, grant, request) => {
      if (!request.reconnect) return join(socket, grant, request);
      const room = rooms.get(grant.room);
      const participant = room?.byIdentity(grant.identity);
      if (room !== undefined && participant?.sid === request.participantSid) {
        return resume(room, participant, socket, request);
      }
      socket.send(unknownSession.toBinary());
      socket.close();
      return { onFrame: () => 0, onClose: () => {} };
    },
    summary: () => [...rooms.values()].map((room) => room.summary()),
    moderate: ({ room: name, identity, action }) => {
      const room = rooms.get(name);
      const participant = room?.byIdentity(identity);
      if (room === undefined || participant === undefined) return false;
      if (action === "mute") muteSound(room, participant);
      else room.remove(participant, DisconnectReason.PARTICIPANT_REMOVED);
      return true;
    },
    shutDown: () => {
      for (const room of rooms.values()) room.shutDown();
      rooms.clear();
    },
  };
}

function parseRequest(frame: Uint8Array) {
  try {
    return readMessage(SignalRequest, frame, maxRequestFields);
  } catch {
    return undefined;
  }
}

/** The answer to a resume of an unknown session. The client then joins again. */
const unknownSession = new SignalResponse({
  message: {
    case: "leave",
    value: {
      canReconnect: true,
      reason: DisconnectReason.STATE_MISMATCH,
      action: LeaveRequest_Action.RECONNECT,
    },
  },
});
