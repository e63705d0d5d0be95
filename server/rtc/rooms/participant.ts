import { randomBytes } from "node:crypto";
import {
  type AddTrackRequest,
  DisconnectReason,
  LeaveRequest_Action,
  ParticipantInfo,
  ParticipantInfo_State,
  ParticipantPermission,
  SignalResponse,
  type TrackPermission,
} from "@livekit/protocol";
import type { Grant } from "../access/access.ts";
import { maxSignal } from "../limits.ts";
import type { PeerTransport } from "../network/transport.ts";
import type { Downstream } from "../streams/downstream.ts";
import type { Negotiation } from "../streams/negotiation.ts";
import type { Publication } from "../streams/publication.ts";
import type { Subscription } from "../streams/subscription.ts";
import type { Upstream } from "../streams/upstream.ts";

export type Signal = NonNullable<NonNullable<ConstructorParameters<typeof SignalResponse>[0]>["message"]>;

export interface SignalSocket {
  /** Bytes that are not sent yet. */
  readonly backlog: number;
  send(frame: Uint8Array): void;
  /** Sends queued bytes, then closes. */
  close(): void;
}

/** A track that a client has announced but not offered yet. */
export interface AnnouncedTrack {
  sid: string;
  request: AddTrackRequest;
}

/** Creates a server id. Clients tell participants (PA_), rooms (RM_) and tracks (TR_) by the prefix. */
export function newSid(prefix: "PA" | "RM" | "TR"): string {
  return `${prefix}_${randomBytes(9).toString("base64url").replace(/[-_]/g, "x")}`;
}

export interface ParticipantParts {
  grant: Grant;
  /** Subscribes to every track automatically. */
  subscribesAlone: boolean;
  transport: PeerTransport;
  upstream: Upstream;
  downstream: Downstream;
  negotiation: Negotiation;
  publications: Map<string, Publication>;
  subscriptions: Map<string, Subscription>;
}

export class Participant implements ParticipantParts {
  readonly grant: Grant;
  readonly subscribesAlone: boolean;
  readonly transport: PeerTransport;
  readonly upstream: Upstream;
  readonly downstream: Downstream;
  readonly negotiation: Negotiation;
  readonly publications: Map<string, Publication>;
  readonly subscriptions: Map<string, Subscription>;
  readonly sid = newSid("PA");
  readonly joinedAt = Date.now();
  readonly announced: AnnouncedTrack[] = [];
  state = ParticipantInfo_State.JOINED;
  /** Who may receive the tracks; undefined: everybody. */
  permissions: readonly TrackPermission[] | undefined;
  /** Highest number of a received reliable data packet. */
  lastDataSequence = 0;
  /** Share of lost packets, 0 to 1: `up` from the user, `down` to the user. */
  loss = { up: 0, down: 0 };
  isLost = false;
  /** Time the signalling connection was lost; undefined while connected. */
  withoutSocketSince: number | undefined;

  private version = 0;
  private socket: SignalSocket | undefined;

  constructor(parts: ParticipantParts) {
    this.grant = parts.grant;
    this.subscribesAlone = parts.subscribesAlone;
    this.transport = parts.transport;
    this.upstream = parts.upstream;
    this.downstream = parts.downstream;
    this.negotiation = parts.negotiation;
    this.publications = parts.publications;
    this.subscriptions = parts.subscriptions;
  }

  get identity(): string {
    return this.grant.identity;
  }

  /** The ParticipantInfo for the others and the own client. */
  info(reason = DisconnectReason.UNKNOWN_REASON): ParticipantInfo {
    // Clients drop an info that is not newer than theirs.
    this.version += 1;
    const { identity, name, metadata, attributes } = this.grant;
    return new ParticipantInfo({
      sid: this.sid,
      identity,
      name,
      metadata,
      attributes,
      state: this.state,
      tracks: [...this.publications.values()].map(({ info }) => info),
      joinedAt: BigInt(Math.floor(this.joinedAt / 1000)),
      joinedAtMs: BigInt(this.joinedAt),
      version: this.version,
      isPublisher: this.publications.size > 0,
      permission: this.permission(),
      disconnectReason: reason,
    });
  }

  send(message: Signal): void {
    if (this.socket === undefined) return;
    // A client that stops reading is treated as disconnected.
    if (this.socket.backlog > 4 * maxSignal) this.socket.close();
    else this.socket.send(new SignalResponse({ message }).toBinary());
  }

  attach(socket: SignalSocket): void {
    this.socket?.close();
    this.socket = socket;
    this.withoutSocketSince = undefined;
  }

  /** Handles a closed connection. False when it had been replaced. */
  detach(socket: SignalSocket): boolean {
    if (this.socket !== socket) return false;
    this.socket = undefined;
    this.withoutSocketSince = Date.now();
    return true;
  }

  /** Tells the client to leave for good, or (RECONNECT) to join again. */
  sendLeave(reason: DisconnectReason, action = LeaveRequest_Action.DISCONNECT): void {
    const canReconnect = action !== LeaveRequest_Action.DISCONNECT;
    this.send({ case: "leave", value: { reason, action, canReconnect } });
  }

  close(): void {
    this.state = ParticipantInfo_State.DISCONNECTED;
    this.transport.close();
    for (const publication of this.publications.values()) publication.close();
    this.publications.clear();
    for (const subscription of this.subscriptions.values()) subscription.stop();
    this.subscriptions.clear();
    this.socket?.close();
    this.socket = undefined;
  }

  /**
   * Whether this participant lets another one receive a track.
   * @param permissions null: everybody may receive it; by default the present ones
   */
  permits(
    { sid, identity }: Pick<Participant, "sid" | "identity">,
    trackSid: string,
    permissions = this.permissions ?? null,
  ): boolean {
    if (permissions === null) return true;
    return permissions.some(
      ({ participantSid, participantIdentity, allTracks, trackSids }) =>
        (participantSid === sid || participantIdentity === identity) &&
        (allTracks || trackSids.includes(trackSid)),
    );
  }

  private permission(): ParticipantPermission {
    const { canPublish, canSubscribe, canPublishData } = this.grant;
    return new ParticipantPermission({ canPublish, canSubscribe, canPublishData });
  }
}
