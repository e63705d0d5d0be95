import { verify, X509Certificate } from "node:crypto";
import type { RTCDtlsTransport } from "werift";

type Session = NonNullable<RTCDtlsTransport["dtls"]>;

const [certificateVerify, clientKeyExchange] = [15, 16];
/** Signature algorithms that the library offers (RFC 5246 section 7.4.1.4.1), by the type of the key. */
const algorithms = new Map([
  ["rsa", 0x0401],
  ["ec", 0x0403],
]);

/**
 * Says whether the peer has the private key of its certificate: whether it has signed this handshake, with the key
 * exchange in use (CertificateVerify, RFC 5246 section 7.4.8). Everybody on the way sees the certificate itself. The
 * library does not check the signature.
 */
export function isCertificateProven({ dtls, cipher }: Session): boolean {
  const messages = dtls.sortedHandshakeCache;
  const at = messages.findIndex(({ msg_type }) => msg_type === certificateVerify);
  const proof = messages[at]?.fragment;
  const exchange = messages.find(({ msg_type }) => msg_type === clientKeyExchange)?.fragment;
  const key = cipher.remoteKeyPair.publicKey;
  if (proof === undefined || exchange === undefined || key === undefined) return false;
  // The library derives the secret from the last key exchange, and keeps the first one for the signature.
  if (!exchange.subarray(1).equals(key)) return false;
  const signed = Buffer.concat(messages.slice(0, at).map((message) => message.serialize()));
  try {
    const { publicKey } = new X509Certificate(cipher.remoteCertificate ?? Buffer.alloc(0));
    return (
      proof.readUInt16BE(0) === algorithms.get(publicKey.asymmetricKeyType ?? "") &&
      verify("sha256", signed, publicKey, proof.subarray(4, 4 + proof.readUInt16BE(2)))
    );
  } catch {
    // The certificate or the signature is malformed.
    return false;
  }
}
