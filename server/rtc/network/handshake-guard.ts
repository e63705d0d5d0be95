import { maxHandshakeMessages, maxRecords } from "../limits.ts";

const recordHeader = 13;
const messageHeader = 12;
const handshake = 22;
/** Bytes of an encrypted record that count as one message. An encrypted Finished has fewer. */
const bytesOfMessage = 64;

/**
 * Decides which DTLS packets of a peer the library gets (RFC 6347 section 4). Others are lost. The library has no limit:
 * it makes a key pair for each ClientHello, also after the handshake, and keeps the parts of a message that is never
 * complete.
 */
export function createHandshakeGuard(): (packet: Buffer) => boolean {
  let messages = 0;
  return (packet) => {
    const more = countMessages(packet);
    if (more === undefined) return false;
    messages += more;
    return more === 0 || messages <= maxHandshakeMessages;
  };
}

/** How many handshake messages a packet holds; undefined for one that no peer sends. */
function countMessages(packet: Buffer): number | undefined {
  let [records, messages] = [0, 0];
  for (let at = 0; at < packet.length; records += 1) {
    if (records >= maxRecords || at + recordHeader > packet.length) return undefined;
    const content = at + recordHeader;
    const end = content + packet.readUInt16BE(at + 11);
    if (end > packet.length) return undefined;
    if (packet.readUInt8(at) === handshake) {
      const isEncrypted = packet.readUInt16BE(at + 3) > 0;
      const more = isEncrypted
        ? Math.ceil((end - content) / bytesOfMessage)
        : countPlain(packet.subarray(content, end));
      if (more === undefined) return undefined;
      messages += more;
    }
    at = end;
  }
  return messages;
}

function countPlain(content: Buffer): number | undefined {
  let count = 0;
  for (let at = 0; at < content.length; count += 1) {
    if (at + messageHeader > content.length) return undefined;
    at += messageHeader + content.readUIntBE(at + 9, 3);
    if (at > content.length) return undefined;
  }
  return count;
}
