import {
  AddTrackRequest,
  DisconnectReason,
  JoinRequest,
  SignalRequest,
  SignalResponse,
  TrackSource,
  TrackType,
  VideoQuality,
} from "@livekit/protocol";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { writeRtpHeader } from "../../../server/rtc/packets/rtp.ts";
import { createLoudest, maxHeard } from "../../../server/rtc/rooms/loudest.ts";
import { addTrack } from "../../../server/rtc/rooms/requests.ts";
import { Room } from "../../../server/rtc/rooms/room.ts";
import { createRooms } from "../../../server/rtc/rooms/rooms.ts";
import { Subscription } from "../../../server/rtc/streams/subscription.ts";
import { audioSection, placeholders, videoSection, writeOffer } from "./offers.ts";
import { packet, publish, recordingTransport } from "./streams.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe("the microphones that a large room forwards", () => {
  const speech = 20;
  const silence = 127;
  /** A packet of each microphone every 20 ms; returns the forwarded ones at the end. */
  const talk = (loudest: ReturnType<typeof createLoudest>, levels: Record<string, number>, ms: number) => {
    let heard: string[] = [];
    for (let passed = 0; passed < ms; passed += 20) {
      vi.advanceTimersByTime(20);
      heard = Object.entries(levels).flatMap(([sid, level]) =>
        loudest.hears(sid, level, Date.now()) ? sid : [],
      );
    }
    return heard;
  };
  const many = (level: number) =>
    Object.fromEntries(Array.from({ length: 12 }, (_, i): [string, number] => [`TR_${i}`, level]));

  it("7-09 are those of the few speakers, from their first word", () => {
    const loudest = createLoudest();
    expect(talk(loudest, many(silence), 2000)).toHaveLength(maxHeard);
    const heard = talk(loudest, { ...many(silence), TR_11: speech, TR_9: speech }, 40);
    expect(heard).toHaveLength(maxHeard);
    expect(heard).toEqual(expect.arrayContaining(["TR_9", "TR_11"]));
    // They are still heard after a pause between two words.
    expect(talk(loudest, { ...many(silence), TR_1: speech }, 500)).toEqual(
      expect.arrayContaining(["TR_1", "TR_9", "TR_11"]),
    );
  });

  it("7-09 are the loudest if more users speak, and change only for a clear difference", () => {
    const loudest = createLoudest();
    const first = talk(loudest, many(speech), 3000);
    expect(first).toHaveLength(maxHeard);
    expect(talk(loudest, { ...many(speech), TR_11: speech - 3 }, 3000)).toEqual(first);
    expect(talk(loudest, { ...many(speech), TR_11: 5 }, 3000)).toContain("TR_11");
    loudest.forget("TR_11");
    expect(talk(loudest, { TR_7: speech }, 20)).toEqual(["TR_7"]);
  });

  it("7-09 continue without a gap after a time without forwarding", () => {
    let isHeard = true;
    const opus = { name: "opus" as const, payloadType: 111, clockRate: 48_000, parameters: "" };
    // The limit is for all sound: a client may say of its source what it likes.
    const info = { source: TrackSource.UNKNOWN };
    const none = () => {};
    const section = { codec: opus, extensions: new Map() };
    const publication = publish(section, none, none, info, () => isHeard);
    const out = recordingTransport();
    const subscription = new Subscription(publication, out.transport);
    subscription.start({ mid: "3", codec: opus, extensions: new Map() });
    const layer = publication.layerOf(1, "");
    const sound = Buffer.from([1, 2, 3]);
    for (let i = 0; i < 9; i += 1) {
      isHeard = i < 3 || i > 5;
      publication.receive(packet(i, sound, { payloadType: 111, marker: false }), layer, Date.now());
    }
    const start = out.rtp[0]?.sequenceNumber ?? 0;
    expect(
      out.rtp.map(({ sequenceNumber, timestamp, marker }) => [sequenceNumber - start, timestamp, marker]),
    ).toEqual([0, 3000, 6000, 18_000, 21_000, 24_000].map((timestamp, i) => [i, timestamp, i === 3]));
    publication.info.muted = true;
    out.rtp.length = 0;
    publication.receive(packet(9, sound, { payloadType: 111, marker: false }), layer, Date.now());
    expect(out.rtp).toEqual([]);
  });
});

const socket = { port: 1, addFragment: () => {}, remove: () => {}, send: () => {}, close: async () => {} };
const noNetwork = {
  socketOf: () => socket,
  endpoint: { addresses: () => ["127.0.0.1"], port: 1, fingerprint: "sha-256 AA" },
  renewToken: async () => "",
  mayTakePacket: () => true,
  mayTakeData: () => true,
  forwards: { mayForward: () => true, noteForwarded: () => {} },
};
const grant = (room: string, identity: string) => ({
  room,
  identity,
  name: "",
  metadata: "",
  attributes: {},
  expiresAt: 0,
  canPublish: true,
  canSubscribe: true,
  canPublishData: true,
  canPublishSources: [],
});

describe("a room of nine", () => {
  /** `quiet` members speak so loud that it counts as speech; the others clearly louder. */
  const start = () => {
    const room = new Room({ name: "tea", ...noNetwork, onEmpty: () => {} });
    const people = Array.from({ length: 9 }, (_, i) => room.add(grant("tea", `guest-${i}`), true));
    const receiving = Array.from({ length: 8 }, (_, i) => audioSection(`${i + 1}`, "recvonly"));
    const offer = () => {
      for (const person of people) {
        const sections = [audioSection("0", "sendonly"), ...receiving];
        room.answer(person, { sdp: writeOffer({ sections }), id: 1 });
      }
    };
    for (const person of people) {
      const { MICROPHONE: source } = TrackSource;
      addTrack(person, new AddTrackRequest({ cid: "mic-1", type: TrackType.AUDIO, source }));
    }
    // The first offers publish, the second ones receive what others have published since.
    offer();
    offer();
    const [listener] = people;
    if (!listener) throw new Error("nobody is in the room");
    const send = vi.spyOn(listener.transport, "sendRtp");
    let sequenceNumber = 0;
    /** All speak. Returns the members that the listener hears at the end. */
    const talk = (quiet: readonly string[], ms: number) => {
      for (let passed = 0; passed < ms; passed += 20) {
        vi.advanceTimersByTime(20);
        sequenceNumber += 1;
        send.mockClear();
        for (const person of room.participants()) {
          const level = quiet.includes(person.identity) ? 35 : 10;
          const sound = packet(sequenceNumber, Buffer.from([1, 2, 3]), {
            payloadType: 111,
            ssrc: 1111,
            extensions: new Map([[1, Buffer.from([level])]]),
          });
          person.upstream.onRtp(Buffer.concat([writeRtpHeader(sound), sound.payload]));
        }
      }
      const heard = new Set(send.mock.calls.map(([header]) => header.readUInt32BE(8)));
      return room
        .participants()
        .filter(({ publications }) =>
          [...publications.keys()].some((sid) => heard.has(listener.subscriptions.get(sid)?.ssrc ?? 0)),
        )
        .map(({ identity }) => identity);
    };
    return { room, people, talk };
  };
  const guests = (...numbers: number[]) => numbers.map((number) => `guest-${number}`);

  it("7-09 sends the five loudest microphones to each, and all of them when one person has left", () => {
    const { room, people, talk } = start();
    expect(talk(guests(0, 1, 3, 5), 4000)).toEqual(guests(2, 4, 6, 7, 8));
    expect(talk(guests(0, 2, 4, 6), 4000)).toEqual(guests(1, 3, 5, 7, 8));
    const leaver = people[8];
    if (leaver) room.remove(leaver, DisconnectReason.CLIENT_INITIATED);
    expect(talk(guests(0, 2, 4, 6), 20)).toEqual(guests(1, 2, 3, 4, 5, 6, 7));
    room.shutDown();
  });
});

/** Rooms without a network. */
function startRooms() {
  const rooms = createRooms(noNetwork);
  const join = (room: string, identity: string, more: ConstructorParameters<typeof JoinRequest>[0] = {}) => {
    rooms.checkPlace(grant(room, identity));
    const told: SignalResponse["message"][] = [];
    const session = rooms.open(
      { backlog: 0, send: (frame) => told.push(SignalResponse.fromBinary(frame).message), close: () => {} },
      grant(room, identity),
      new JoinRequest({ connectionSettings: { autoSubscribe: true }, ...more }),
    );
    const send = (message: ConstructorParameters<typeof SignalRequest>[0]) =>
      session.onFrame(new SignalRequest(message).toBinary());
    return { told, send };
  };
  return { rooms, join };
}

const sidOf = ({ told }: { told: SignalResponse["message"][] }) =>
  told.flatMap((each) => (each.case === "join" ? (each.value.participant?.sid ?? "") : []))[0] ?? "";

describe("a server with rooms of many", () => {
  it("refuses more than two hundred people in all, with a sentence", () => {
    const { rooms, join } = startRooms();
    for (let i = 0; i < 200; i += 1) join(`room-${Math.floor(i / 16)}`, `guest-${i}`);
    expect(() => join("room-new", "late")).toThrow("the server is full: there are too many people in calls");
    // A participant in the room may join again.
    join("room-0", "guest-0");
    rooms.shutDown();
  });

  it("7-09 lets a participant publish only one microphone and one sound of a screen", () => {
    const { rooms, join } = startRooms();
    const alice = join("tea", "alice");
    const { MICROPHONE, UNKNOWN, CAMERA, SCREEN_SHARE_AUDIO } = TrackSource;
    const sources = [MICROPHONE, UNKNOWN, SCREEN_SHARE_AUDIO, SCREEN_SHARE_AUDIO, CAMERA];
    const sections: string[][] = [];
    for (const [i, source] of sources.entries()) {
      const value = { cid: `sound-${i}`, type: TrackType.AUDIO, source };
      alice.send({ message: { case: "addTrack", value } });
      sections.push(audioSection(`${i}`, "sendonly", `sound-${i}`));
      const offer = { type: "offer", id: i, sdp: writeOffer({ sections }) };
      alice.send({ message: { case: "offer", value: offer } });
    }
    const given = alice.told.flatMap((each) =>
      each.case === "trackPublished" ? (each.value.track?.sid ?? "") : [],
    );
    const taken = alice.told.flatMap((each) => (each.case === "trackUnpublished" ? each.value.trackSid : []));
    expect(taken).toEqual([given[0], given[2], given[1]]);
    expect(rooms.summary()[0]?.participants[0]?.tracks).toEqual([given[3], given[4]]);
    rooms.shutDown();
  });

  it("7-09 tells a publisher which layers are wanted, by the tiles", () => {
    const { rooms, join } = startRooms();
    const alice = join("tea", "alice");
    const bob = join("tea", "bob");
    const layers = [180, 360, 720].map((height, quality) => ({ quality, height, width: (height * 16) / 9 }));
    const camera = { cid: "cam-1", type: TrackType.VIDEO, source: TrackSource.CAMERA, layers };
    alice.send({ message: { case: "addTrack", value: camera } });
    const rids = ["q", "h", "f"].map((rid) => `a=rid:${rid} send`);
    const offer = (sections: string[][]) => ({
      message: { case: "offer" as const, value: { type: "offer", id: 1, sdp: writeOffer({ sections }) } },
    });
    alice.send(offer([videoSection("7", "sendonly", "cam-1", [...rids, "a=simulcast:send q;h;f"])]));
    const sid = alice.told.flatMap((each) =>
      each.case === "trackPublished" ? (each.value.track?.sid ?? "") : [],
    );
    bob.send(offer(placeholders()));
    const view = (value: object) =>
      bob.send({ message: { case: "trackSetting", value: { trackSids: sid, ...value } } });
    const demands = () =>
      alice.told.flatMap((each) => {
        if (each.case !== "subscribedQualityUpdate") return [];
        const [codec] = each.value.subscribedCodecs;
        return [
          [
            codec?.codec,
            ...(codec?.qualities.filter(({ enabled }) => enabled).map(({ quality }) => quality) ?? []),
          ],
        ];
      });
    view({ width: 320, height: 180 });
    vi.advanceTimersByTime(6000);
    view({ disabled: true });
    vi.advanceTimersByTime(6000);
    view({ quality: VideoQuality.MEDIUM });
    expect(demands()).toEqual([["vp8", 0], ["vp8"], ["vp8", 0, 1]]);
    // A publisher whose signalling was lost meanwhile hears it again.
    const again = join("tea", "alice", { reconnect: true, participantSid: sidOf(alice) });
    expect(again.told.filter(({ case: name }) => name === "subscribedQualityUpdate")).toHaveLength(1);
    rooms.shutDown();
  });
});
