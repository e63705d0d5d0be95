import { DataPacket } from "@livekit/protocol";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { RTCPeerConnection } from "werift";
import { verifyOnce } from "./dtls-client.ts";
import { type Call, holds, startCall, until } from "./people.ts";
import { dataChunk, field, sctpPacket } from "./sctp.ts";
import { signal } from "./signal-client.ts";

let call: Call;
const connections: { close(): unknown }[] = [];
beforeEach(async () => {
  call = await startCall();
});
afterEach(async () => {
  vi.restoreAllMocks();
  for (const connection of connections.splice(0)) await connection.close();
  await call.close();
});

/** A participant whose data channels can be used against the rules. */
async function connect(identity: string) {
  const peer = new RTCPeerConnection({ iceServers: [] });
  const channel = peer.createDataChannel("_reliable");
  const texts: string[] = [];
  const others: unknown[] = [];
  channel.onMessage.subscribe((message) => {
    if (typeof message === "string") return;
    const { value } = DataPacket.fromBinary(message);
    if (value.case === "user") texts.push(Buffer.from(value.value.payload).toString());
    else others.push(value);
  });
  await peer.setLocalDescription(await peer.createOffer());
  const publisherOffer = { type: "offer", id: 1, sdp: peer.localDescription?.sdp ?? "" };
  const signalling = await signal(call.url, await call.token(identity), { publisherOffer });
  connections.push(signalling, peer);
  for (const { iceTransport } of peer.dtlsTransports) verifyOnce(iceTransport);
  await peer.setRemoteDescription({ type: "answer", sdp: (await signalling.next("answer")).sdp });
  await until(() => holds(channel.readyState === "open", `${identity} is connected`));
  const send = (packet: ConstructorParameters<typeof DataPacket>[0]) =>
    channel.send(Buffer.from(new DataPacket(packet).toBinary()));
  return {
    sid: (await signalling.next("join")).participant?.sid ?? "",
    texts,
    /** All that came in packets of other kinds. */
    others,
    send,
    say: (text: string) => send({ value: { case: "user", value: { payload: Buffer.from(text) } } }),
    sendRaw: (packet: Buffer) => peer.sctpTransport?.dtlsTransport.sendData(packet),
    sendUnencrypted: (packet: Buffer) =>
      peer.sctpTransport?.dtlsTransport.iceTransport.connection.send(packet),
  };
}

it("7-09 a participant cannot tell the others who speaks", async () => {
  const [alice, bob, mallory] = [await connect("alice"), await connect("bob"), await connect("mallory")];
  const speakers = [{ sid: bob.sid, level: 1, active: true }];
  mallory.send({ value: { case: "speaker", value: { speakers } } });
  mallory.say("the next one");
  await until(() => expect(alice.texts).toEqual(["the next one"]));
  expect(alice.others).toEqual([]);
});

it("7-09 malformed packets of one participant stop no call", async () => {
  const [alice, bob, mallory] = [await connect("alice"), await connect("bob"), await connect("mallory")];
  const nothing = Buffer.alloc(0);
  await mallory.sendRaw(sctpPacket(field([0, 3], nothing, 0)));
  await mallory.sendRaw(sctpPacket(field([4, 0], field([0, 1], nothing, 0))));
  await mallory.sendRaw(sctpPacket(dataChunk(1, "")));
  alice.say("still here");
  await until(() => expect(bob.texts).toEqual(["still here"]));
});

it("7-09 malformed packets of one participant are no error of the server in its log", async () => {
  const warnings = vi.spyOn(console, "warn").mockImplementation(() => {});
  const [alice, bob, mallory] = [await connect("alice"), await connect("bob"), await connect("mallory")];
  await mallory.sendUnencrypted(Buffer.from("16fefd0000", "hex"));
  await mallory.sendRaw(sctpPacket(dataChunk(1, "")));
  alice.say("still here");
  await until(() => expect(bob.texts).toEqual(["still here"]));
  // The answer comes after all that the media server had to report.
  await call.media.rooms();
  expect(warnings.mock.calls).toEqual([]);
});

it("8-09 a data message of thousands of fields reaches nobody, and those of many fields come less often", async () => {
  const [alice, mallory] = [await connect("alice"), await connect("mallory")];
  const sayTo = (text: string, destinationIdentities: string[]) =>
    mallory.send({
      value: { case: "user", value: { payload: Buffer.from(text) } },
      destinationIdentities,
    });
  sayTo("of thousands", [...Array<string>(5000).fill(""), "alice"]);
  for (let sent = 0; sent < 300; sent += 1) sayTo("of hundreds", [...Array<string>(450).fill(""), "alice"]);
  // Messages above the rate are lost.
  await until(() => {
    mallory.say("the end");
    expect(alice.texts).toContain("the end");
  });
  expect(alice.texts).not.toContain("of thousands");
  const arrived = alice.texts.filter((text) => text === "of hundreds").length;
  expect(arrived).toBeGreaterThan(50);
  expect(arrived).toBeLessThan(250);
});
