import { createServer } from "node:http";
import type { Duplex } from "node:stream";
import {
  AudioFrame,
  AudioSource,
  AudioStream,
  ConnectionQuality,
  LocalAudioTrack,
  LocalVideoTrack,
  type Participant,
  type RemoteTrack,
  Room,
  RoomEvent,
  TrackKind,
  TrackPublishOptions,
  TrackSource,
  VideoBufferType,
  VideoFrame,
  VideoSource,
  VideoStream,
} from "@livekit/rtc-node";
import { vi } from "vitest";
import { type BackendOptions, createBackend } from "../../../server/index.ts";
import type { MediaToken } from "../../../server/rtc/index.ts";

/** Waits for a condition; very patient, because the machine may be busy. */
export function until<Result>(check: () => Result | Promise<Result>): Promise<Result> {
  return vi.waitFor(check, { interval: 20 });
}

export function holds(condition: boolean, what: string): void {
  if (!condition) throw new Error(`not yet: ${what}`);
}

export type Call = Awaited<ReturnType<typeof startCall>>;

/** A backend with its media server, and participants with LiveKit's native client. */
export async function startCall(options: Partial<BackendOptions> = {}) {
  const { media, handle, upgrade, close } = createBackend({
    data: ":memory:",
    demo: false,
    print: () => {},
    ...options,
  });
  const sockets = new Set<Duplex>();
  const server = createServer((request, response) => {
    if (!handle(request, response)) response.writeHead(404).end();
  });
  server.on("upgrade", (request, socket, head) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    if (!upgrade(request, socket, head)) socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("not listening on a port");
  const url = `ws://127.0.0.1:${address.port}`;
  const people: { leave(): Promise<void> }[] = [];

  // Starts the media server first, so that the first participant does not wait for it.
  await media.warmUp();
  const token = (identity: string, more: Partial<MediaToken> = {}) =>
    media.token({ room: "tea", identity, name: identity.toUpperCase(), ...more });

  return {
    url,
    media,
    token,
    /** A participant who has joined; `more` changes the token, `key` encrypts media. */
    join: async (identity: string, more?: Partial<MediaToken>, at = url, key = "") => {
      const person = await connect(at, await token(identity, more), identity, { key });
      people.push(person);
      return person;
    },
    /** Cuts all signalling connections, like a lost network. */
    cutConnections: () => {
      for (const socket of sockets) socket.destroy();
    },
    room: async (name = "tea") => (await media.rooms()).find((room) => room.name === name),
    clear: async () => {
      for (const person of people.splice(0)) await person.leave();
      await until(async () => holds((await media.rooms()).length === 0, "all rooms are gone"));
    },
    close: async () => {
      await close();
      server.closeAllConnections();
      for (const socket of sockets) socket.destroy();
      await new Promise((closed) => server.close(closed));
    },
  };
}

/** The connection quality of a participant, as clients report it. */
const qualities: Record<number, string> = {
  [ConnectionQuality.QUALITY_POOR]: "poor",
  [ConnectionQuality.QUALITY_GOOD]: "good",
  [ConnectionQuality.QUALITY_EXCELLENT]: "excellent",
  [ConnectionQuality.QUALITY_LOST]: "lost",
};

interface Reception {
  frames: number;
  /** Of the last frame, in pixels. */
  width: number;
  loudest: number;
}

/**
 * A participant with LiveKit's native client that has joined and receives all tracks.
 * @param key encrypts media if it is not empty
 * @param isDeaf sound is received but not read: reading the sound of many takes all of a processor
 */
export async function connect(
  url: string,
  token: string,
  identity: string,
  { key = "", isDeaf = false }: { key?: string; isDeaf?: boolean } = {},
) {
  const room = new Room();
  // The client adds some for each participant.
  room.setMaxListeners(0);
  const events: string[] = [];
  const messages: string[] = [];
  const speakers = new Set<string>();
  const received = new Map<string, Reception>();
  const stops: (() => Promise<void>)[] = [];
  const of = (other: string) => {
    const reception = received.get(other) ?? { frames: 0, width: 0, loudest: 0 };
    received.set(other, reception);
    return reception;
  };

  const name = (participant: Participant | undefined) => participant?.identity ?? "nobody";
  room
    .on(RoomEvent.ParticipantConnected, (who) => events.push(`${name(who)} came`))
    .on(RoomEvent.ParticipantDisconnected, (who) => events.push(`${name(who)} left`))
    .on(RoomEvent.TrackMuted, (_, who) => events.push(`${name(who)} muted`))
    .on(RoomEvent.TrackUnmuted, (_, who) => events.push(`${name(who)} unmuted`))
    .on(RoomEvent.TrackUnpublished, (_, who) => events.push(`${name(who)} unpublished`))
    .on(RoomEvent.Reconnecting, () => events.push("reconnecting"))
    .on(RoomEvent.Reconnected, () => events.push("reconnected"))
    .on(RoomEvent.Disconnected, (reason) => events.push(`disconnected ${reason}`))
    .on(RoomEvent.ConnectionQualityChanged, (quality, who) =>
      events.push(`${name(who)} ${qualities[quality]}`),
    )
    .on(RoomEvent.ActiveSpeakersChanged, (who) => {
      for (const speaker of who) speakers.add(speaker.identity);
    })
    .on(RoomEvent.DataReceived, (payload, who) => {
      messages.push(`${name(who)}: ${Buffer.from(payload).toString()}`);
    })
    .on(RoomEvent.TrackSubscribed, (track, _, who) => {
      if (isDeaf && track.kind === TrackKind.KIND_AUDIO) return;
      void consume(track, of(who.identity));
    });
  const e2ee = { keyProviderOptions: { sharedKey: new TextEncoder().encode(key) } };
  await room.connect(url, token, { autoSubscribe: true, dynacast: false, ...(key !== "" && { e2ee }) });

  const local = () => {
    if (room.localParticipant === undefined) throw new Error("not in the room");
    return room.localParticipant;
  };

  /**
   * The native client never negotiates again if it needs an offer while it waits for an answer (rust-sdks #1252,
   * mended in 0.12.74, which has no builds for all platforms). So the tracks of the others are received first.
   */
  const hasAllTracks = () =>
    until(() => {
      const publications = [...room.remoteParticipants.values()].flatMap(({ trackPublications }) => [
        ...trackPublications.values(),
      ]);
      holds(
        publications.every(({ track }) => track !== undefined),
        `${identity} receives the tracks of the others`,
      );
    });

  return {
    identity,
    room,
    events,
    messages,
    speakers,
    from: of,
    sees: async (other: string) => {
      const before = of(other).frames;
      await until(() => holds(of(other).frames >= before + 3, `${identity} sees ${other}`));
    },
    hears: async (other: string) => {
      of(other).loudest = 0;
      await until(() => holds(of(other).loudest > 1000, `${identity} hears ${other}`));
    },
    /** Waits until nothing loud has come from a member for a while. */
    isQuiet: async (other: string) => {
      await until(async () => {
        of(other).loudest = 0;
        await new Promise((resolve) => setTimeout(resolve, 300));
        holds(of(other).loudest < 1000, `${identity} hears nothing of ${other}`);
      });
    },
    told: (event: string) => until(() => holds(events.includes(event), `${identity} is told: ${event}`)),
    publishMicrophone: async () => {
      await hasAllTracks();
      const { source, stop } = hum();
      stops.push(stop);
      const track = LocalAudioTrack.createAudioTrack("microphone", source);
      const options = new TrackPublishOptions({ source: TrackSource.SOURCE_MICROPHONE });
      const publication = await local().publishTrack(track, options);
      return { track, publication };
    },
    /** `isLayered`: with simulcast, in three layers. `every`: milliseconds from frame to frame. */
    publishCamera: async ({ isLayered = false, every = 50 } = {}) => {
      await hasAllTracks();
      const { source, stop } = isLayered ? flicker(960, 540, every) : flicker(160, 120, every);
      stops.push(stop);
      const track = LocalVideoTrack.createVideoTrack("camera", source);
      const options = new TrackPublishOptions({ source: TrackSource.SOURCE_CAMERA, simulcast: isLayered });
      const publication = await local().publishTrack(track, options);
      return { track, publication };
    },
    /** Bytes over the connection since it began. */
    traffic: async () => {
      const { publisherStats, subscriberStats } = await room.getRtcStats();
      const sum = { sent: 0, received: 0 };
      for (const { stats } of [...publisherStats, ...subscriberStats]) {
        if (stats.case !== "transport") continue;
        sum.sent += Number(stats.value.transport?.bytesSent ?? 0);
        sum.received += Number(stats.value.transport?.bytesReceived ?? 0);
      }
      return sum;
    },
    unpublish: (sid: string | undefined) => local().unpublishTrack(sid ?? ""),
    say: (text: string, options: { reliable: boolean; to?: string[] }) =>
      local().publishData(Buffer.from(text), {
        reliable: options.reliable,
        destination_identities: options.to ?? [],
      }),
    leave: async () => {
      for (const stop of stops.splice(0)) await stop();
      await room.disconnect();
    },
  };
}

async function consume(track: RemoteTrack, into: Reception): Promise<void> {
  if (track.kind === TrackKind.KIND_VIDEO) {
    for await (const { frame } of new VideoStream(track)) {
      into.frames += 1;
      into.width = frame.width;
    }
    return;
  }
  for await (const { data } of new AudioStream(track)) {
    for (const sample of data) into.loudest = Math.max(into.loudest, Math.abs(sample));
  }
}

const rate = 48_000;
/** 50 ms of 440 Hz: 22 whole waves, so that it can follow itself. */
const tone = Int16Array.from(
  { length: rate / 20 },
  (_, at) => 9000 * Math.sin((2 * Math.PI * 440 * at) / rate),
);

function hum() {
  const source = new AudioSource(rate, 1);
  let isOn = true;
  const play = async () => {
    while (isOn) await source.captureFrame(new AudioFrame(tone, rate, 1, tone.length));
  };
  const playing = play();
  const stop = async () => {
    isOn = false;
    await playing;
    await source.close();
  };
  return { source, stop };
}

function flicker(width: number, height: number, every: number) {
  const source = new VideoSource(width, height);
  let brightness = 0;
  const timer = setInterval(() => {
    brightness = (brightness + 9) % 200;
    const data = new Uint8Array((width * height * 3) / 2).fill(brightness + 20);
    source.captureFrame(new VideoFrame(data, width, height, VideoBufferType.I420));
  }, every);
  const stop = async () => {
    clearInterval(timer);
    await source.close();
  };
  return { source, stop };
}
