import { randomBytes } from "node:crypto";
import {
  type RTCDataChannel,
  RTCDtlsFingerprint,
  RTCDtlsParameters,
  RTCDtlsTransport,
  RTCIceGatherer,
  RTCIceTransport,
  RTCSctpTransport,
  type SrtpSession,
} from "werift";
import { maxDataMessage } from "../limits.ts";
import { createSlowRtpCipher } from "../packets/slow-srtp.ts";
import { createRtpCipher, type RtpCipher } from "../packets/srtp.ts";
import { createDataGuard } from "./data-guard.ts";
import { createDataQueue } from "./data-queue.ts";
import { createDtlsGuard } from "./dtls-guard.ts";
import { isCertificateProven } from "./dtls-proof.ts";
import { createPresence, type Presence } from "./presence.ts";
import { type Address, type MediaSocket, maxFragments, type Receiver } from "./socket.ts";

/** ICE credentials (RFC 8445 section 5.3). */
export interface IceCredentials {
  fragment: string;
  password: string;
}

export interface TransportEvents {
  onConnected(): void;
  onRtp(packet: Buffer): void;
  onRtcp(packet: Buffer): void;
  onData(label: string, message: Buffer): void;
  /** Counts a packet of any kind, and says whether the peer may send it now. If not, it is lost. */
  mayTakePacket(): boolean;
  /** Whether the peer may send so many parts of data messages now. If not, they are lost. */
  mayTakeData(parts: number): boolean;
  /** The handshake failed, the certificate does not match the offer, or the peer closed. */
  onClosed(): void;
}

/** A peer's connection: ICE-lite, passive DTLS, SRTP and data channels. */
export interface PeerTransport {
  readonly credentials: IceCredentials;
  readonly presence: Pick<Presence, "lastPacketAt" | "isSilent">;
  readonly isConnected: boolean;
  /** Creates new credentials. The old ones stay valid for checks under way. */
  restartIce(): void;
  /** Starts the handshake with a peer whose certificate has one of these fingerprints. Later calls are ignored. */
  start(fingerprints: readonly { algorithm: string; value: string }[]): void;
  /** Encrypts and sends a packet. `header` comes from writeRtpHeader. */
  sendRtp(header: Buffer<ArrayBuffer>, payload: Buffer): void;
  sendRtcp(packet: Buffer): void;
  /**
   * Sends on the channel the peer has opened, unless too much waits. Before it is open, a `reliable` message is
   * queued; others are dropped.
   */
  sendData(label: string, message: Buffer, reliable: boolean): void;
  close(): void;
}

const maxDataChannels = 8;
const maxEarlyMessages = 100;

/** AEAD_AES_128_GCM first: half the cost of AES_CM with SHA-1 (RFC 7714, RFC 5764 section 4.1.2). */
const gcm = 7;
const srtpProfiles = [gcm, 1] as (7 | 1)[];

/** The fingerprint of the certificate for all peers, in SDP form. */
export async function localFingerprint(): Promise<string> {
  const certificate = await RTCDtlsTransport.SetupCertificate();
  const [fingerprint] = certificate.getFingerprints();
  if (fingerprint === undefined) throw new Error("no certificate");
  return `${fingerprint.algorithm} ${fingerprint.value.toUpperCase()}`;
}

/** DTLS whose media packets are decrypted by this module, not inside. It fails for a peer that does not own its certificate. */
class MediaDtls extends RTCDtlsTransport {
  rtp: RtpCipher | undefined;
  override startSrtp(): void {
    if (this.dtls === undefined || !isCertificateProven(this.dtls)) throw new Error("certificate not proven");
    this.srtpStarted = true;
    this.updateSrtpSession();
    this.rtp = rtpCipherOf(this.srtp);
  }
}

function rtpCipherOf(session: SrtpSession): RtpCipher {
  if (session.config.profile !== gcm) return createSlowRtpCipher(session);
  const [local, remote] = [session.localContext, session.remoteContext].map((context) => ({
    key: context.srtpSessionKey,
    salt: context.srtpSessionSalt,
  }));
  if (local === undefined || remote === undefined) throw new Error("no session keys");
  return createRtpCipher(local, remote);
}

export function createPeerTransport(socket: MediaSocket, events: TransportEvents): PeerTransport {
  const known = new Map<string, string>();
  let credentials = newCredentials();
  let remote: Address | undefined;
  const presence = createPresence();
  let hasStarted = false;
  let isClosed = false;
  const channels = new Map<string, { channel: RTCDataChannel; queue: ReturnType<typeof createDataQueue> }>();
  const early: { label: string; message: Buffer }[] = [];

  // The media socket does ICE. This object only connects DTLS to it.
  const ice = new RTCIceTransport(new RTCIceGatherer({ stunServer: undefined }));
  ice.connection.iceControlling = false;
  ice.connection.remoteUsername = "peer";
  ice.connection.remotePassword = "peer";
  ice.connection.send = async (packet) => {
    if (remote !== undefined && !isClosed) socket.send(packet, remote);
  };
  const dtls = new MediaDtls({}, ice, undefined, srtpProfiles);
  dtls.role = "server";
  const isDtlsTaken = createDtlsGuard(() => dtls.state === "connected");
  const sctp = new RTCSctpTransport(5000, maxDataMessage);

  const decryptRtcp = (packet: Buffer): Buffer | undefined => {
    try {
      return dtls.srtcp.decrypt(packet);
    } catch {
      return undefined;
    }
  };

  const receiver: Receiver = {
    // Without a password a check gets no answer.
    passwordOf: (fragment) => (events.mayTakePacket() ? known.get(fragment) : undefined),
    onAddress: (from, isChosen) => {
      presence.note();
      if (isChosen || remote === undefined) remote = from;
    },
    onDtls: (packet) => {
      if (!events.mayTakePacket() || !isDtlsTaken(packet)) return;
      presence.note();
      try {
        ice.connection.onData.execute(packet);
      } catch {
        // The library throws on malformed packets. They are lost.
      }
    },
    onMedia: (packet) => {
      if (dtls.state !== "connected" || !events.mayTakePacket()) return;
      const isRtcp = packet.length > 1 && isRtcpType(packet.readUInt8(1));
      const clear = isRtcp ? decryptRtcp(packet) : dtls.rtp?.decrypt(packet);
      // Not from the peer, damaged, or a replay from an older session.
      if (clear === undefined) return;
      presence.note();
      if (isRtcp) events.onRtcp(clear);
      else events.onRtp(clear);
    },
  };
  const adoptCredentials = (next: IceCredentials) => {
    credentials = next;
    known.set(next.fragment, next.password);
    const [oldest] = known.keys();
    if (known.size > maxFragments && oldest !== undefined) known.delete(oldest);
    socket.addFragment(next.fragment, receiver);
  };
  adoptCredentials(credentials);

  sctp.onDataChannel.subscribe((channel) => {
    if (channels.size >= maxDataChannels) return;
    const queue = createDataQueue(channel);
    channels.set(channel.label, { channel, queue });
    channel.stateChanged.subscribe((state) => {
      if (state !== "open") return;
      const waited = early.filter(({ label }) => label === channel.label);
      for (const each of waited) early.splice(early.indexOf(each), 1);
      for (const { message } of waited) queue.send(message);
    });
    channel.onMessage.subscribe((message) => {
      if (typeof message !== "string") events.onData(channel.label, message);
    });
  });
  dtls.onStateChange.subscribe((state) => {
    if ((state === "closed" || state === "failed") && !isClosed) events.onClosed();
  });

  const connect = async () => {
    await dtls.start();
    sctp.setDtlsTransport(dtls);
    const isTaken = createDataGuard(sctp.sctp, events.mayTakeData);
    const take = dtls.dataReceiver;
    dtls.dataReceiver = (packet) => {
      if (isTaken(packet)) take(packet);
    };
    events.onConnected();
    await sctp.start(5000);
  };

  return {
    get credentials() {
      return credentials;
    },
    presence,
    get isConnected() {
      return dtls.state === "connected" && !isClosed;
    },
    restartIce: () => adoptCredentials(newCredentials()),
    start: (fingerprints) => {
      if (hasStarted || isClosed) return;
      hasStarted = true;
      const given = fingerprints.map(({ algorithm, value }) => new RTCDtlsFingerprint(algorithm, value));
      dtls.setRemoteParams(new RTCDtlsParameters(given, "client"));
      connect().catch(() => {
        if (!isClosed) events.onClosed();
      });
    },
    sendRtp: (header, payload) => {
      if (remote === undefined || dtls.state !== "connected" || isClosed || dtls.rtp === undefined) return;
      socket.send(dtls.rtp.encrypt(header, payload), remote);
    },
    sendRtcp: (packet) => {
      if (remote === undefined || dtls.state !== "connected" || isClosed) return;
      socket.send(dtls.srtcp.encrypt(packet), remote);
    },
    sendData: (label, message, reliable) => {
      // The library throws on a longer one. A message may be longer than it came, with its sender.
      if (isClosed || message.length > maxDataMessage) return;
      const known = channels.get(label);
      if (known === undefined) {
        if (reliable && early.length < maxEarlyMessages) early.push({ label, message });
      } else if (known.channel.readyState === "open") {
        known.queue.send(message);
      }
    },
    close: () => {
      if (isClosed) return;
      isClosed = true;
      socket.remove(receiver);
      const stop = async () => {
        if (sctp.dtlsTransport !== undefined) await sctp.stop();
        await dtls.stop();
      };
      // A failed close needs no handling.
      stop().catch(() => {});
    },
  };
}

function newCredentials(): IceCredentials {
  return { fragment: randomBytes(6).toString("hex"), password: randomBytes(18).toString("base64url") };
}

/** Packet types of RTCP on a port shared with RTP (RFC 5761 section 4). */
function isRtcpType(secondByte: number): boolean {
  const type = secondByte & 0x7f;
  return type >= 64 && type <= 95;
}
