import { RtpHeader, type SrtpSession } from "werift";
import { maxStreams, type RtpCipher } from "./srtp.ts";

/**
 * The library's cipher, for peers without GCM. The library keeps the state of every stream that a peer has sent, so
 * the stream that is idle for the longest time is forgotten when there are too many.
 */
export function createSlowRtpCipher(session: SrtpSession): RtpCipher {
  const written = new WrittenHeader();
  /** The longest idle one first. */
  const received = new Set<number>();
  const note = (ssrc: number) => {
    received.delete(ssrc);
    received.add(ssrc);
    const [idle] = received;
    if (received.size <= maxStreams || idle === undefined) return;
    received.delete(idle);
    delete session.remoteContext.srtpSSRCStates[idle];
  };
  return {
    encrypt: (header, payload) => {
      written.sequenceNumber = header.readUInt16BE(2);
      written.ssrc = header.readUInt32BE(8);
      written.bytes = header;
      return session.encrypt(payload, written);
    },
    decrypt: (packet) => {
      try {
        const clear = session.decrypt(packet);
        note(packet.readUInt32BE(8));
        return clear;
      } catch {
        return undefined;
      }
    },
  };
}

/** An already encoded header. One object serves all packets of a transport. */
class WrittenHeader extends RtpHeader {
  bytes: Buffer<ArrayBuffer> = Buffer.alloc(0);
  override get serializeSize(): number {
    return this.bytes.length;
  }
  override serialize(): Buffer<ArrayBuffer> {
    return this.bytes;
  }
}
