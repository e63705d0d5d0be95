import {
  ConnectionQuality,
  DisconnectReason,
  ExternalE2EEKeyProvider,
  type RoomOptions,
  VideoPreset,
} from "livekit-client";
import { parse } from "valibot";
import { expect, onTestFinished, vi } from "vitest";
import type { RoomEvent } from "../../../../machines/calls/media-room.ts";
import type { LiveKit } from "../../../../src/adapters/livekit/library.ts";
import { createMedia, type MediaDependencies } from "../../../../src/adapters/livekit/media.ts";

/**
 * A fake media library without network and devices. It does what livekit-client 2.23 does as far as the adapter relies
 * on it: events of a full reconnect in its order, a `Disconnected` before a rejected `connect`, a muted camera that
 * stops.
 */

type Listener = (...args: unknown[]) => void;

class Emitter {
  readonly #listeners = new Map<string, Listener[]>();

  on(name: string, listener: Listener): this {
    this.#listeners.set(name, [...(this.#listeners.get(name) ?? []), listener]);
    return this;
  }

  off(name: string, listener: Listener): this {
    this.#listeners.set(
      name,
      (this.#listeners.get(name) ?? []).filter((known) => known !== listener),
    );
    return this;
  }

  emit(name: string, ...args: unknown[]): void {
    for (const listener of this.#listeners.get(name) ?? []) listener(...args);
  }

  get listenerCount(): number {
    return [...this.#listeners.values()].flat().length;
  }
}

/** A local or remote track. */
export class FakeTrack extends Emitter {
  readonly elements: HTMLMediaElement[] = [];
  isMuted = false;
  isStopped = false;
  settings: { facingMode?: string } = {};
  readonly restarts: unknown[] = [];
  streamState = "active";
  /** The browser's statistics: received packets of the track, and bytes of the whole connection. */
  packetsReceived = 0;
  link = { bytesReceived: 0, responsesReceived: 0 };
  /** Makes the next restart fail, as for a missing device. */
  restartError: Error | null = null;
  /** With which the library captures the camera again. */
  constraints: { backgroundBlur?: boolean } = {};
  /** Whether the camera offers the browser's background blur, and whether each capture was blurred when sent. */
  canBlur = false;
  readonly sentBlurred: boolean[] = [];
  #isBlurred = false;
  readonly mediaStreamTrack = {
    readyState: "ended",
    getSettings: () => ({ ...this.settings, ...(this.canBlur && { backgroundBlur: this.#isBlurred }) }),
    getCapabilities: () => (this.canBlur ? { backgroundBlur: [false, true] } : {}),
    getConstraints: () => ({}),
    applyConstraints: async ({ backgroundBlur = false }) => {
      await new Promise((resolve) => setTimeout(resolve, 1));
      this.#isBlurred = backgroundBlur;
    },
    stop: () => {
      this.isStopped = true;
    },
  };

  constructor(readonly kind: "audio" | "video") {
    super();
  }

  attach(element: HTMLMediaElement = document.createElement(this.kind)): HTMLMediaElement {
    if (!this.elements.includes(element)) this.elements.push(element);
    return element;
  }

  detach(element: HTMLMediaElement): HTMLMediaElement {
    const place = this.elements.indexOf(element);
    if (place >= 0) this.elements.splice(place, 1);
    return element;
  }

  stop(): void {
    this.isStopped = true;
  }

  async getRTCStatsReport(): Promise<Map<string, unknown>> {
    return new Map([
      ["in", { type: "inbound-rtp", packetsReceived: this.packetsReceived }],
      ["pair", { type: "candidate-pair", ...this.link }],
      ["codec", { type: "codec" }],
    ]);
  }

  async mute(): Promise<void> {
    if (this.isMuted) return;
    this.isMuted = true;
    if (this.kind === "video") this.isStopped = true;
    this.emit("muted");
  }

  async unmute(): Promise<void> {
    if (!this.isMuted) return;
    if (this.kind === "video") await this.restartTrack();
    this.isMuted = false;
    this.emit("unmuted");
  }

  async restartTrack(options?: object): Promise<void> {
    this.restarts.push(options);
    this.isStopped = true;
    if (this.restartError) throw this.restartError;
    this.isStopped = false;
    this.constraints = options ? { ...options } : this.constraints;
    this.#isBlurred = false;
    if (this.canBlur) await this.mediaStreamTrack.applyConstraints(this.constraints);
    this.send();
    this.emit("restarted");
  }

  /** The frames go out from now on. */
  send(): void {
    this.sentBlurred.push(this.#isBlurred);
  }
}

interface Publishes {
  isMicrophoneEnabled: boolean;
  isCameraEnabled: boolean;
  isScreenShareEnabled: boolean;
}

/** Another member of the room, who emits events about their own tracks. */
export class FakeMember extends Emitter implements Publishes {
  isMicrophoneEnabled = false;
  isCameraEnabled = false;
  isScreenShareEnabled = false;
  /** Whether the member's media is connected. */
  isActive = true;
  connectionQuality = ConnectionQuality.Excellent;
  readonly trackPublications = new Map<
    string,
    { source: string; track: FakeTrack; isMuted: boolean; isEncrypted: boolean }
  >();

  constructor(
    readonly identity: string,
    readonly sid = `PA_${identity}`,
  ) {
    super();
  }
}

/** A member whose media connects later or never. */
export function aNewcomer(identity: string): FakeMember {
  return Object.assign(new FakeMember(identity), { isActive: false });
}

export function aMember(identity: string, publishes: Partial<Publishes> = {}): FakeMember {
  return Object.assign(new FakeMember(identity), publishes);
}

export class FakeRoom extends Emitter {
  readonly remoteParticipants = new Map<string, FakeMember>();
  canPlaybackAudio = true;
  connectedTo: { url: string; token: string; listeners: number } | null = null;
  isDisconnected = false;
  isEncrypted = false;
  startedAudio = 0;
  readonly outputs: string[] = [];
  outputError: Error | null = null;
  switching: () => Promise<void> = () => Promise.resolve();
  readonly captured: { options: unknown; tracks: FakeTrack[] }[] = [];
  readonly published: FakeTrack[] = [];
  /** Answers captures; by default the browser grants everything. */
  capture: (tracks: FakeTrack[]) => Promise<FakeTrack[]> = (tracks) => Promise.resolve(tracks);
  publishError: Error | null = null;
  publishing: () => Promise<void> = () => Promise.resolve();
  /** Data messages that this user sent. */
  readonly sent: { text: string; bytes: Uint8Array; options: unknown }[] = [];
  #settle: { resolve(): void; reject(error: Error): void } = { resolve() {}, reject() {} };

  constructor(readonly options: RoomOptions) {
    super();
  }

  readonly localParticipant = {
    sid: "PA_me",
    createTracks: (options: { audio?: unknown; video?: unknown }) =>
      this.#capture(options, [new FakeTrack(options.video ? "video" : "audio")]),
    createScreenTracks: (options: unknown) => this.#capture(options, [new FakeTrack("video")]),
    publishTrack: async (track: FakeTrack) => {
      await this.publishing();
      if (this.publishError) throw this.publishError;
      this.published.push(track);
      track.send();
    },
    unpublishTrack: async (track: FakeTrack) => {
      const place = this.published.indexOf(track);
      if (place >= 0) this.published.splice(place, 1);
    },
    publishData: async (bytes: Uint8Array, options: unknown) => {
      if (this.publishError) throw this.publishError;
      this.sent.push({ text: new TextDecoder().decode(bytes), bytes, options });
    },
  };

  async #capture(options: unknown, tracks: FakeTrack[]): Promise<FakeTrack[]> {
    this.captured.push({ options, tracks });
    return this.capture(tracks);
  }

  connect(url: string, token: string): Promise<void> {
    this.connectedTo = { url, token, listeners: this.listenerCount };
    return new Promise((resolve, reject) => {
      this.#settle = { resolve, reject };
    });
  }

  async disconnect(): Promise<void> {
    if (this.isDisconnected) return;
    this.isDisconnected = true;
    this.#settle.reject(new Error("Client initiated disconnect"));
    this.emit("disconnected", DisconnectReason.CLIENT_INITIATED);
  }

  async setE2EEEnabled(isOn: boolean): Promise<void> {
    this.isEncrypted = isOn;
  }

  async startAudio(): Promise<void> {
    this.startedAudio++;
    this.canPlaybackAudio = true;
  }

  async switchActiveDevice(_kind: string, deviceId: string): Promise<void> {
    await this.switching();
    if (this.outputError) throw this.outputError;
    this.outputs.push(deviceId);
  }

  /* Events from the server */

  arriveAt(...members: FakeMember[]): void {
    for (const member of members) this.remoteParticipants.set(member.identity, member);
    this.emit("connected");
    this.#settle.resolve();
  }

  refuse(error: Error, reason: DisconnectReason): void {
    this.isDisconnected = true;
    this.emit("disconnected", reason);
    this.#settle.reject(error);
  }

  drop(reason?: DisconnectReason): void {
    this.isDisconnected = true;
    this.emit("disconnected", reason);
  }

  enter(member: FakeMember): void {
    this.remoteParticipants.set(member.identity, member);
    this.emit("participantConnected", member);
  }

  /** Adds a member without the event that LiveKit should emit. */
  enterUnheard(member: FakeMember): void {
    this.remoteParticipants.set(member.identity, member);
  }

  /** Connects a member's media. LiveKit emits the event before it sets `isActive`. */
  reach(member: FakeMember): void {
    member.emit("active");
    member.isActive = true;
  }

  exit(identity: string, reason?: DisconnectReason): void {
    const member = this.remoteParticipants.get(identity);
    this.remoteParticipants.delete(identity);
    this.emit("trackUnpublished", {}, member);
    this.emit("participantDisconnected", member, reason);
  }

  /** Starts a full reconnect: all members leave, then the room reports it. `comeBack` ends it. */
  loseForAWhile(): void {
    for (const identity of [...this.remoteParticipants.keys()]) this.exit(identity);
    this.emit("reconnecting");
  }

  comeBack(...members: FakeMember[]): void {
    for (const member of members) this.enter(member);
    this.emit("reconnected");
  }

  /** Delivers a data message from a member, or from the server itself. */
  say(identity: string | null, data: string | Uint8Array, topic = "parley"): void {
    const bytes = typeof data === "string" ? new TextEncoder().encode(data) : data;
    const member = identity === null ? undefined : this.remoteParticipants.get(identity);
    this.emit("dataReceived", bytes, member, 0, topic);
  }

  /** Delivers a track from the server. `source` is LiveKit's name of it. */
  deliver(track: FakeTrack, source: string, identity: string, isEncrypted = false): void {
    const publication = { source, track, isMuted: false, isEncrypted };
    const member = this.remoteParticipants.get(identity);
    member?.trackPublications.set(source, publication);
    member?.emit("trackSubscribed", track, publication);
  }

  withdraw(track: FakeTrack): void {
    for (const member of this.remoteParticipants.values())
      for (const [source, publication] of member.trackPublications)
        if (publication.track === track) {
          member.trackPublications.delete(source);
          member.emit("trackUnsubscribed", track, publication);
        }
  }

  get ownTrack(): FakeTrack {
    const track = this.captured.at(-1)?.tracks[0];
    if (!track) throw new Error("Nothing was captured");
    return track;
  }
}

/** The fake library and the rooms it created. */
export function fakeLiveKit() {
  const rooms: FakeRoom[] = [];
  const logLevels: string[] = [];
  class RecordedRoom extends FakeRoom {
    constructor(options: RoomOptions) {
      super(options);
      rooms.push(this);
    }
  }
  const library = {
    Room: RecordedRoom,
    ConnectionQuality,
    DisconnectReason,
    ExternalE2EEKeyProvider,
    VideoPreset,
    setLogLevel: (level: string) => void logLevels.push(level),
  };
  return {
    /** The only cast from the fake to the real library. */
    library: library as unknown as LiveKit,
    rooms,
    logLevels,
    get room(): FakeRoom {
      const room = rooms.at(-1);
      if (!room) throw new Error("No room was made");
      return room;
    },
  };
}

/** The media adapter with the fake library. The chat server grants access to every room. */
export function fakeMedia(options: Partial<MediaDependencies> = {}) {
  const fake = fakeLiveKit();
  const load = vi.fn(async () => fake.library);
  const media = createMedia({
    post: async ({ answer }) => parse(answer, { serverUrl: "wss://media.test", token: "room-token" }),
    credentials: { mediaToken: () => "chat-token" },
    load,
    ...options,
  });
  return { fake, load, media };
}

/** A room that is connecting; `heard` holds its events. */
export async function joinFake(options: Partial<MediaDependencies> = {}, isMany = false) {
  const { fake, load, media } = fakeMedia(options);
  const heard: RoomEvent[] = [];
  await media.requestAccess({ roomID: "r1", userID: "me" });
  const room = media.join({ roomID: "r1", isMany, isEncrypted: false }, (event) => heard.push(event));
  onTestFinished(room.leave);
  await vi.waitFor(() => expect(fake.rooms).toHaveLength(1));
  /** The events since the last call, without the outputs that every join reports. */
  const news = async () => {
    await new Promise((resolve) => setTimeout(resolve));
    return heard.splice(0).filter(({ type }) => type !== "outputs.changed");
  };
  return { fake, load, media, heard, news, room, livekit: fake.room };
}
