import { generateKeyPairSync } from "node:crypto";
import { beforeAll, expect, it, onTestFinished, vi } from "vitest";
import {
  RTCCertificate,
  RTCDataChannel,
  RTCDataChannelParameters,
  RTCDtlsFingerprint,
  RTCDtlsParameters,
  RTCDtlsTransport,
  RTCIceGatherer,
  RTCIceTransport,
  RTCSctpTransport,
} from "werift";
import { isCertificateProven } from "../../../server/rtc/network/dtls-proof.ts";
import type { MediaSocket, Receiver } from "../../../server/rtc/network/socket.ts";
import { createPeerTransport, localFingerprint } from "../../../server/rtc/network/transport.ts";
import { verifyOnce } from "./dtls-client.ts";

// The certificate is made at the first use. Both ends have the same.
beforeAll(() => localFingerprint());

type Send = (packet: Buffer) => void;

/** A client and its connection on the server. Without a `network` each packet of the client arrives. */
async function connect(certificate: RTCCertificate, network = (packet: Buffer, send: Send) => send(packet)) {
  const ends: Receiver[] = [];
  const ice = new RTCIceTransport(new RTCIceGatherer({ stunServer: undefined }));
  const socket: MediaSocket = {
    port: 1,
    addFragment: (_, receiver) => ends.push(receiver),
    remove: () => {},
    send: (packet) => setImmediate(() => ice.connection.onData.execute(packet)),
    close: async () => {},
  };
  const messages: string[] = [];
  const onConnected = vi.fn();
  const onClosed = vi.fn();
  const server = createPeerTransport(socket, {
    onConnected,
    onRtp: () => {},
    onRtcp: () => {},
    onData: (_, message) => messages.push(message.toString()),
    mayTakePacket: () => true,
    mayTakeData: () => true,
    onClosed,
  });
  const [receiver] = ends;
  if (receiver === undefined) throw new Error("no receiver");
  receiver.onAddress({ address: "127.0.0.1", port: 9 }, true);
  ice.connection.iceControlling = true;
  ice.connection.remoteUsername = "server";
  ice.connection.remotePassword = "server";
  ice.connection.send = async (packet) =>
    network(packet, (arriving) => setImmediate(() => receiver.onDtls(arriving)));
  verifyOnce(ice);

  const dtls = new RTCDtlsTransport({}, ice, certificate, [7]);
  dtls.role = "client";
  const [algorithm = "", value = ""] = (await localFingerprint()).split(" ");
  dtls.setRemoteParams(new RTCDtlsParameters([new RTCDtlsFingerprint(algorithm, value)], "server"));
  server.start(certificate.getFingerprints());
  dtls.start().catch(() => {});
  onTestFinished(async () => {
    server.close();
    await dtls.stop();
  });
  return { server, dtls, messages, onConnected, onClosed, send: receiver.onDtls };
}

it("refuses a client that has the certificate of another user and not its key", async () => {
  const { certPem, signatureHash } = await RTCDtlsTransport.SetupCertificate();
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const key = privateKey.export({ type: "pkcs8", format: "pem" }).toString();
  const { server, onConnected, onClosed } = await connect(new RTCCertificate(key, certPem, signatureHash));

  await vi.waitFor(() => expect(onClosed).toHaveBeenCalled());
  expect(onConnected).not.toHaveBeenCalled();
  expect(server.isConnected).toBe(false);
});

it("7-09 connects a client whose repeated ClientHello arrives after the one with the cookie", async () => {
  const hellos: Buffer[] = [];
  const isHello = (packet: Buffer) => packet.readUInt8(0) === 22 && packet.readUInt8(13) === 1;
  const { server, dtls, onConnected } = await connect(
    await RTCDtlsTransport.SetupCertificate(),
    (packet, send) => {
      send(packet);
      if (!isHello(packet)) return;
      hellos.push(packet);
      const [first] = hellos;
      if (hellos.length === 2 && first) send(first);
    },
  );
  await vi.waitFor(() => expect(dtls.state).toBe("connected"));
  await vi.waitFor(() => expect(onConnected).toHaveBeenCalled());
  expect(hellos.length).toBeGreaterThan(1);
  expect(server.isConnected).toBe(true);
});

it("takes a certificate for proven only by a signature of the handshake with the key exchange in use", async () => {
  const ends = ["client", "server"].map((role) => {
    const ice = new RTCIceTransport(new RTCIceGatherer({ stunServer: undefined }));
    const dtls = new RTCDtlsTransport({}, ice, undefined, [7]);
    dtls.role = role === "client" ? "client" : "server";
    return { ice, dtls };
  });
  const [client, server] = ends;
  if (client === undefined || server === undefined) throw new Error("no ends");
  const fingerprints = (await RTCDtlsTransport.SetupCertificate()).getFingerprints();
  for (const [from, to] of [
    [client, server],
    [server, client],
  ] as const) {
    from.ice.connection.send = async (packet) =>
      void setImmediate(() => to.ice.connection.onData.execute(packet));
    from.dtls.setRemoteParams(new RTCDtlsParameters(fingerprints, to.dtls.role));
  }
  onTestFinished(() => Promise.all(ends.map(({ dtls }) => dtls.stop())).then(() => {}));
  await Promise.all(ends.map(({ dtls }) => dtls.start()));
  const session = server.dtls.dtls;
  if (session === undefined) throw new Error("no session");
  const { cipher } = session;
  expect(isCertificateProven(session)).toBe(true);

  const exchanged = cipher.remoteKeyPair;
  cipher.remoteKeyPair = { ...exchanged, publicKey: Buffer.alloc(exchanged.publicKey?.length ?? 0) };
  expect(isCertificateProven(session)).toBe(false);
  cipher.remoteKeyPair = exchanged;

  const certificate = cipher.remoteCertificate;
  cipher.remoteCertificate = Buffer.from("no certificate");
  expect(isCertificateProven(session)).toBe(false);
  cipher.remoteCertificate = certificate;

  const proof = session.dtls.sortedHandshakeCache.find(({ msg_type }) => msg_type === 15);
  const signature = proof?.fragment ?? Buffer.alloc(4);
  for (const at of [1, signature.length - 1]) {
    signature.writeUInt8(signature.readUInt8(at) ^ 1, at);
    expect(isCertificateProven(session), `byte ${at}`).toBe(false);
    signature.writeUInt8(signature.readUInt8(at) ^ 1, at);
  }
  const [greeting] = session.dtls.sortedHandshakeCache;
  if (greeting === undefined) throw new Error("no ClientHello");
  greeting.fragment.writeUInt8(greeting.fragment.readUInt8(10) ^ 1, 10);
  expect(isCertificateProven(session)).toBe(false);
});

const record = (type: number, epoch: number, content: string) => {
  const header = Buffer.from("00fefd0000000000000000", "hex");
  header.writeUInt8(type, 0);
  header.writeUInt16BE(epoch, 3);
  const body = Buffer.from(content, "hex");
  const length = Buffer.alloc(2);
  length.writeUInt16BE(body.length);
  return Buffer.concat([header, length, body]);
};
const message = (type: string, body: string) => {
  const length = (body.length / 2).toString(16).padStart(6, "0");
  return `${type}${length}0000000000${length}${body}`;
};

it.each([
  ["a warning", record(21, 0, "0100")],
  ["an alert that pretends to be encrypted", record(21, 1, `0100${"00".repeat(30)}`)],
  ["a short alert of a later epoch", record(21, 1, "0001")],
  ["an alert with a browser's nonce", record(21, 1, `0001${"00".repeat(24)}`)],
  ["an unknown record", record(24, 0, "00")],
  ["a Finished in the clear", record(22, 0, message("14", ""))],
  [
    "a ClientHello",
    record(22, 0, message("01", `fefd${"00".repeat(32)}00000002c02b01000008000a00040002001d`)),
  ],
])("keeps a connection to which a stranger sends %s", async (_, forged) => {
  const { server, dtls, messages, onClosed, send, onConnected } = await connect(
    await RTCDtlsTransport.SetupCertificate(),
  );
  await vi.waitFor(() => expect(onConnected).toHaveBeenCalled());
  const sctp = new RTCSctpTransport(5000);
  await vi.waitFor(() => expect(dtls.state).toBe("connected"));
  sctp.setDtlsTransport(dtls);
  await sctp.start(5000);
  const channel = new RTCDataChannel(sctp, new RTCDataChannelParameters({ label: "_reliable", id: 0 }));
  await vi.waitFor(() => expect(channel.readyState).toBe("open"));

  send(forged);
  channel.send(Buffer.from("after it"));
  await vi.waitFor(() => expect(messages).toEqual(["after it"]));
  expect(onClosed).not.toHaveBeenCalled();
  expect(server.isConnected).toBe(true);
});
