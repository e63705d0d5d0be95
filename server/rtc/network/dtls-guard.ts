import { maxHandshakeMessages, maxRecords } from "../limits.ts";

const recordHeader = 13;
const messageHeader = 12;
const [changeCipherSpec, alert, handshake, applicationData] = [20, 21, 22, 23];
const [clientHello, finished] = [1, 20];
/** Bytes of an encrypted record that count as one message. An encrypted Finished has fewer. */
const bytesOfMessage = 64;
/** Of the nonce and the tag of an encrypted record (RFC 5288 section 3). */
const sealBytes = 24;
/** Bytes of the version and the random value before the session id of a ClientHello (RFC 5246 section 7.4.1.2). */
const helloHeader = 34;

/**
 * Decides which DTLS packets of a peer the library gets (RFC 6347 section 4). Others are lost. The library has no limit:
 * it makes a key pair for each ClientHello, and keeps the parts of a message that is never complete. It also obeys
 * records without proof of their sender: an alert or an unknown record closes the connection, and a ClientHello after
 * the handshake begins a new session. A ClientHello without a cookie changes the keys. If a repeated one arrives late,
 * after the one with the cookie, the client has the old keys, and the handshake would never end.
 */
export function createDtlsGuard(isConnected: () => boolean): (packet: Buffer) => boolean {
  let messages = 0;
  let hasCookie = false;
  return (packet) => {
    const found = readPacket(packet, isConnected());
    if (found === undefined) return false;
    if (hasCookie && found.hellos.includes("first")) return false;
    if (found.hellos.includes("second")) hasCookie = true;
    messages += found.messages;
    return found.messages === 0 || messages <= maxHandshakeMessages;
  };
}

/** Handshake messages of a packet. The first ClientHello of a client has no cookie, its second has one. */
interface Found {
  messages: number;
  hellos: ("first" | "second")[];
}

/** Undefined for a packet that is lost. */
function readPacket(packet: Buffer, isConnected: boolean): Found | undefined {
  const found: Found = { messages: 0, hellos: [] };
  let records = 0;
  for (let at = 0; at < packet.length; records += 1) {
    if (records >= maxRecords || at + recordHeader > packet.length) return undefined;
    const content = at + recordHeader;
    const end = content + packet.readUInt16BE(at + 11);
    if (end > packet.length) return undefined;
    const isEncrypted = packet.readUInt16BE(at + 3) > 0;
    if (!readRecord(packet.readUInt8(at), packet.subarray(content, end), isEncrypted, isConnected, found))
      return undefined;
    at = end;
  }
  return found;
}

/** Adds what a record holds. Returns false for a record that is lost. */
function readRecord(
  type: number,
  content: Buffer,
  isEncrypted: boolean,
  isConnected: boolean,
  found: Found,
): boolean {
  if (type === changeCipherSpec || type === applicationData) return true;
  if (type === alert) return isEncrypted && isSealedAlert(content);
  if (type !== handshake) return false;
  if (!isEncrypted) return readPlain(content, isConnected, found);
  found.messages += Math.ceil(content.length / bytesOfMessage);
  return true;
}

/**
 * The library takes the first two bytes of an alert for its level and its reason, and decrypts it only if there is no
 * such reason. The nonce of browsers is the number of the record, which begins with epoch 1; no reason is 1.
 */
function isSealedAlert(content: Buffer): boolean {
  return content.length > sealBytes && content.readUInt16BE(0) === 1;
}

function readPlain(content: Buffer, isConnected: boolean, found: Found): boolean {
  for (let at = 0; at < content.length; found.messages += 1) {
    if (at + messageHeader > content.length) return false;
    const type = content.readUInt8(at);
    if (type === finished || (type === clientHello && isConnected)) return false;
    const partAt = content.readUIntBE(at + 6, 3);
    const body = at + messageHeader;
    at = body + content.readUIntBE(at + 9, 3);
    if (at > content.length) return false;
    if (type !== clientHello || partAt > 0) continue;
    found.hellos.push(hasCookieIn(content.subarray(body, at)) ? "second" : "first");
  }
  return true;
}

/** Reads the first part of a ClientHello; the cookie is always in it. */
function hasCookieIn(hello: Buffer): boolean {
  const cookieLength = helloHeader + 1 + (hello[helloHeader] ?? 0);
  return (hello[cookieLength] ?? 0) > 0;
}
