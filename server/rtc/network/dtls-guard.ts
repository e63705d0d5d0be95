import { maxHandshakeMessages, maxRecords } from "../limits.ts";

const recordHeader = 13;
const messageHeader = 12;
const [changeCipherSpec, alert, handshake, applicationData] = [20, 21, 22, 23];
const [clientHello, finished] = [1, 20];
/** Bytes of an encrypted record that count as one message. An encrypted Finished has fewer. */
const bytesOfMessage = 64;
/** Of the nonce and the tag of an encrypted record (RFC 5288 section 3). */
const sealBytes = 24;

/**
 * Decides which DTLS packets of a peer the library gets (RFC 6347 section 4). Others are lost. The library has no limit:
 * it makes a key pair for each ClientHello, and keeps the parts of a message that is never complete. It also obeys
 * records without proof of their sender: an alert or an unknown record closes the connection, and a ClientHello after
 * the handshake begins a new session.
 */
export function createDtlsGuard(isConnected: () => boolean): (packet: Buffer) => boolean {
  let messages = 0;
  return (packet) => {
    const more = countMessages(packet, isConnected());
    if (more === undefined) return false;
    messages += more;
    return more === 0 || messages <= maxHandshakeMessages;
  };
}

/** How many handshake messages a packet holds; undefined for a packet that is lost. */
function countMessages(packet: Buffer, isConnected: boolean): number | undefined {
  let [records, messages] = [0, 0];
  for (let at = 0; at < packet.length; records += 1) {
    if (records >= maxRecords || at + recordHeader > packet.length) return undefined;
    const content = at + recordHeader;
    const end = content + packet.readUInt16BE(at + 11);
    if (end > packet.length) return undefined;
    const isEncrypted = packet.readUInt16BE(at + 3) > 0;
    const more = countInRecord(packet.readUInt8(at), packet.subarray(content, end), isEncrypted, isConnected);
    if (more === undefined) return undefined;
    messages += more;
    at = end;
  }
  return messages;
}

function countInRecord(
  type: number,
  content: Buffer,
  isEncrypted: boolean,
  isConnected: boolean,
): number | undefined {
  if (type === changeCipherSpec || type === applicationData) return 0;
  if (type === alert) return isEncrypted && isSealedAlert(content) ? 0 : undefined;
  if (type !== handshake) return undefined;
  return isEncrypted ? Math.ceil(content.length / bytesOfMessage) : countPlain(content, isConnected);
}

/**
 * The library takes the first two bytes of an alert for its level and its reason, and decrypts it only if there is no
 * such reason. The nonce of browsers is the number of the record, which begins with epoch 1; no reason is 1.
 */
function isSealedAlert(content: Buffer): boolean {
  return content.length > sealBytes && content.readUInt16BE(0) === 1;
}

function countPlain(content: Buffer, isConnected: boolean): number | undefined {
  let count = 0;
  for (let at = 0; at < content.length; count += 1) {
    if (at + messageHeader > content.length) return undefined;
    const type = content.readUInt8(at);
    if (type === finished || (type === clientHello && isConnected)) return undefined;
    at += messageHeader + content.readUIntBE(at + 9, 3);
    if (at > content.length) return undefined;
  }
  return count;
}
