import type { RTCIceTransport } from "werift";

const [handshake, helloVerifyRequest] = [22, 3];

/**
 * Passes only the first HelloVerifyRequest to werift's DTLS client. On a busy machine the client repeats its ClientHello,
 * and the server answers each. The client of werift 0.25 fails at the second answer; browsers ignore it.
 */
export function verifyOnce({ connection: { onData } }: RTCIceTransport): void {
  const execute = onData.execute;
  let isVerified = false;
  onData.execute = (packet) => {
    const isVerify = packet[0] === handshake && packet[13] === helloVerifyRequest;
    if (isVerify && isVerified) return;
    isVerified ||= isVerify;
    execute(packet);
  };
}
