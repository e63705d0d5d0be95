import { randomBytes } from "node:crypto";
import { TrackInfo, TrackSource, VideoLayer } from "@livekit/protocol";
import { dispose } from "@livekit/rtc-node";
import { afterAll, it, vi } from "vitest";
import type { PeerTransport } from "../../server/rtc/network/transport.ts";
import { writeRtpHeader } from "../../server/rtc/packets/rtp.ts";
import { createRtpCipher, type RtpCipher } from "../../server/rtc/packets/srtp.ts";
import { createLoudest } from "../../server/rtc/rooms/loudest.ts";
import { fullView } from "../../server/rtc/streams/layers.ts";
import { Publication } from "../../server/rtc/streams/publication.ts";
import { Subscription } from "../../server/rtc/streams/subscription.ts";
import { createUpstream } from "../../server/rtc/streams/upstream.ts";
import { connect } from "../server/rtc/people.ts";
import { accessTo } from "./support/calls.ts";
import { type Host, startHost } from "./support/host.ts";
import { type Usage, usageOf } from "./support/process.ts";
import { createReport, quantile } from "./support/report.ts";
import { type Account, createStore, web } from "./support/store.ts";

const sizes = [2, 4, 8, 16];
const nameOf = (people: number) => `${people} people`;
const mediaMs = 3000;
const soundEveryMs = 20;
const frameEveryMs = 40;
const packetBytes = 1100;
/** Height and bit rate of each layer. */
const layers = [
  { height: 180, bitrate: 160_000 },
  { height: 360, bitrate: 450_000 },
  { height: 720, bitrate: 1_700_000 },
];
/** Height of the tiles in a grid of so many people on a screen of 1280x720. */
const tileOf = (people: number) => 720 / Math.ceil(Math.sqrt(people));

/** Both directions have the same keys, so that a packet can be decrypted by its sender. */
function createCipher(): RtpCipher {
  const keys = { key: randomBytes(16), salt: randomBytes(12) };
  return createRtpCipher(keys, keys);
}

/** First byte of a frame's first packet: the start of the VP8 partition. No other packet of the bench begins so. */
const frameStart = 0x10;
const startsFrame = (payload: Buffer) => payload[0] === frameStart;

/** One room without a network: packets are decrypted, forwarded and encrypted as fast as the machine can. */
function measure(people: number) {
  const count = { packetsIn: 0, packetsOut: 0, bytesIn: 0, bytesOut: 0, framesOut: 0 };
  const loudest = createLoudest();
  const createTransport = (cipher: RtpCipher): PeerTransport => ({
    credentials: { fragment: "f", password: "p" },
    presence: { lastPacketAt: 0, isSilent: () => false },
    isConnected: true,
    restartIce: () => {},
    start: () => {},
    sendRtp: (header, payload) => {
      if (startsFrame(payload)) count.framesOut += 1;
      count.packetsOut += 1;
      count.bytesOut += cipher.encrypt(header, payload).length;
    },
    sendRtcp: () => {},
    sendData: () => {},
    close: () => {},
  });

  const members = Array.from({ length: people }, (_, i) => {
    const cipher = createCipher();
    const transport = createTransport(cipher);
    const vp8 = { payloadType: 96, rtxPayloadType: 97, clockRate: 90_000, parameters: "" };
    const opus = { payloadType: 111, clockRate: 48_000, parameters: "" };
    const extensions = new Map([
      ["mid" as const, 4],
      ["rid" as const, 10],
      ["audioLevel" as const, 1],
    ]);
    const keyFramesFor = new Set<number>();
    const publisher = {
      sid: `PA_${i}`,
      askForKeyFrame: (ssrc: number) => keyFramesFor.add(ssrc),
      onFirstSink: () => {},
      onDemand: () => {},
      mayForward: () => true,
      noteForwarded: () => {},
      isHeard: (level: number | undefined, now: number) =>
        people <= 8 || loudest.hears(`TR_${i}`, level, now),
    };
    const camera = new Publication(
      new TrackInfo({ source: TrackSource.CAMERA, layers: layers.map((layer) => new VideoLayer(layer)) }),
      { mid: "1", codec: { ...vp8, name: "VP8" }, extensions, rids: ["q", "h", "f"] },
      publisher,
    );
    const microphone = new Publication(
      new TrackInfo({ source: TrackSource.MICROPHONE }),
      {
        mid: "0",
        codec: { ...opus, name: "opus" },
        extensions,
        rids: [],
      },
      publisher,
    );
    const publications = [microphone, camera];
    const upstream = createUpstream({ transport, publications: () => publications, onAudioLevel: () => {} });
    const sequences = new Map<number, number>();
    return {
      transport,
      publications,
      keyFramesFor,
      send: (
        stream: { ssrc: number; mid: string; rid: string; payloadType: number },
        payload: Buffer,
        ms: number,
      ) => {
        const { ssrc, mid, rid, payloadType } = stream;
        const sequenceNumber = (sequences.get(ssrc) ?? 0) + 1;
        sequences.set(ssrc, sequenceNumber);
        const named = new Map([
          [4, Buffer.from(mid)],
          ...(rid === "" ? [] : [[10, Buffer.from(rid)] as const]),
        ]);
        if (mid === "0") named.set(1, Buffer.from([i < 3 ? 20 : 90]));
        const packet = {
          payloadType,
          marker: false,
          sequenceNumber,
          timestamp: ms * 90,
          ssrc,
          extensions: named,
        };
        const bytes = cipher.encrypt(writeRtpHeader(packet), payload);
        count.packetsIn += 1;
        count.bytesIn += bytes.length;
        return () => {
          const clear = cipher.decrypt(bytes);
          if (clear !== undefined) upstream.onRtp(clear);
        };
      },
    };
  });

  const height = tileOf(people);
  for (const viewer of members) {
    for (const other of members) {
      if (other === viewer) continue;
      for (const publication of other.publications) {
        const subscription = new Subscription(publication, viewer.transport);
        const { codec, extensions } = publication.section;
        subscription.setView({ ...fullView, width: (height * 16) / 9, height });
        subscription.start({ mid: "5", codec, extensions });
      }
    }
  }
  // Dynacast: a layer above the tiles is not sent.
  const top = layers.findIndex((layer) => layer.height >= height * 0.9);
  const sent = layers.slice(0, top + 1);
  let used = 0;
  for (let ms = 0; ms < mediaMs; ms += soundEveryMs) {
    const arrivals = members.flatMap((member, i) => {
      const sound = { ssrc: 10 * i + 1, mid: "0", rid: "", payloadType: 111 };
      const due = [member.send(sound, Buffer.alloc(80, 1), ms)];
      if (ms % frameEveryMs !== 0) return due;
      for (const [rank, { bitrate }] of sent.entries()) {
        const stream = {
          ssrc: 10 * i + 2 + rank,
          mid: "1",
          rid: ["q", "h", "f"][rank] ?? "",
          payloadType: 96,
        };
        const bytes = (bitrate * frameEveryMs) / 8000;
        const isKey = ms === 0 || member.keyFramesFor.delete(stream.ssrc);
        for (let at = 0; at < bytes; at += packetBytes) {
          const payload = Buffer.alloc(Math.min(packetBytes, Math.ceil(bytes - at)) + 7, 1);
          payload.set([at === 0 ? frameStart : 0x00, isKey ? 0 : 1]);
          due.push(member.send(stream, payload, ms));
        }
      }
      return due;
    });
    const before = process.cpuUsage();
    for (const arrive of arrivals) arrive();
    const { user, system } = process.cpuUsage(before);
    used += user + system;
  }
  for (const { publications } of members) for (const publication of publications) publication.close();
  const perSecond = (value: number) => (value * 1000) / mediaMs;
  return {
    cpu: (used / 1000 / mediaMs) * 100,
    packetsIn: perSecond(count.packetsIn),
    packetsOut: perSecond(count.packetsOut),
    bytesIn: (perSecond(count.bytesIn) * 8) / 1000,
    bytesOut: (perSecond(count.bytesOut) * 8) / 1000,
    frames: perSecond(count.framesOut) / (people * (people - 1)),
  };
}

it("rooms of 2 to 16 people, each with microphone and camera", () => {
  const report = createReport("The media server's forwarding", sizes.map(nameOf));
  measure(4); // warms up the code
  for (const people of sizes) {
    const { cpu, packetsIn, packetsOut, bytesIn, bytesOut, frames } = measure(people);
    report.add("processor", "% of a core", nameOf(people), cpu);
    report.add("packets in", "1/s", nameOf(people), packetsIn);
    report.add("packets out", "1/s", nameOf(people), packetsOut);
    report.add("in", "kb/s", nameOf(people), bytesIn);
    report.add("out", "kb/s", nameOf(people), bytesOut);
    report.add("frames of each picture to each viewer", "1/s", nameOf(people), frames);
  }
  report.note(`${mediaMs / 1000} s of media; a grid of everybody in 1280x720, three speak.`);
  report.note(
    "Parsing, SRTP and forwarding, without the calls of the system for UDP (about 13 us a packet).",
  );
  report.print();
});

type Guest = Pick<Account, "userID" | "chatToken">;

let host: Host | undefined;
/** The process that forwards the media. */
let media: Usage = usageOf(undefined);
afterAll(async () => {
  await host?.close();
  await dispose();
}, 60_000);

it("rooms of 2 to 16 native clients, each with a camera", async () => {
  const guests: Guest[] = [];
  const store = await createStore([], (im) => {
    for (let i = 0; i < Math.max(...sizes); i += 1) {
      const userID = `guest${i}`;
      im.registerUser({ userID, nickname: userID, faceURL: "" });
      guests.push({ userID, chatToken: im.issueToken(userID, web) });
    }
  });
  const started = await startHost(store.folder);
  host = started;
  // With the three variables of a LiveKit server the calls use that server.
  const { LIVEKIT_URL, LIVEKIT_PID } = process.env;
  media = LIVEKIT_URL === undefined ? started : usageOf(Number(LIVEKIT_PID));
  const report = createReport(
    `${LIVEKIT_URL === undefined ? "The media server" : "A LiveKit server"} with LiveKit's native clients`,
    sizes.map(nameOf),
  );
  await callOf(started, guests.slice(0, 2)); // starts the server's media thread
  report.note(
    "They join one after the other. Everybody sends 160x120 at 4 frames a second, without layers; three send a tone.",
  );
  report.note(`${watchMs / 1000} s of media each. The clients share this machine with the server.`);
  for (const people of sizes) {
    const { joinMs, load, memory, bytesIn, bytesOut, frames } = await callOf(
      started,
      guests.slice(0, people),
    );
    report.add("from the last member's Join to all pictures", "ms", nameOf(people), joinMs);
    report.add("server's processor", "% of a core", nameOf(people), load);
    report.add("server's memory", "MB", nameOf(people), memory);
    report.add("in", "kb/s", nameOf(people), bytesIn);
    report.add("out", "kb/s", nameOf(people), bytesOut);
    report.add("decoded frames of each picture", "1/s", nameOf(people), frames);
    // A machine that is too slow for the next size has still shown this one.
    report.print();
  }
  const loads: number[] = [];
  for (let call = 0; call < warmCalls; call += 1)
    loads.push((await callOf(started, guests.slice(0, 2))).load);
  report.add("server's processor, warmed up, median", "% of a core", nameOf(2), quantile(loads, 0.5));
  report.note(`${warmCalls} calls of two follow: ${loads.map((load) => load.toFixed(1)).join(", ")} %.`);
  report.print();
});

const watchMs = 5000;
/** Node compiles the code of the first calls. */
const warmCalls = 6;
/** More would cost the clients, which share the machine, more than the server. */
const speakers = 3;

/** A call of these users on the server: how long it takes from the last Join until all see all, and the load then. */
async function callOf(server: Host, users: readonly Guest[]) {
  const room = randomBytes(16).toString("hex");
  const tickets = await Promise.all(users.map((user) => accessTo(server, room, user)));
  // One after the other: when sixteen native clients join at once, they time out with any server on two cores.
  let began = 0;
  const members: Awaited<ReturnType<typeof connect>>[] = [];
  for (const [i, { userID }] of users.entries()) {
    const { serverUrl = "", token = "" } = tickets[i] ?? {};
    began = performance.now();
    const member = await connect(serverUrl, token, userID, { isDeaf: true });
    members.push(member);
    await member.publishCamera({ every: 250 });
    if (i < speakers) await member.publishMicrophone();
  }
  const framesOfEach = () =>
    members.flatMap(({ identity, from }) =>
      users.filter(({ userID }) => userID !== identity).map(({ userID }) => from(userID).frames),
    );
  await vi.waitUntil(() => framesOfEach().every((frames) => frames > 0), { timeout: 120_000, interval: 20 });
  const joinMs = performance.now() - began;

  const look = async () => {
    const links = await Promise.all(members.map(({ traffic }) => traffic()));
    const sum = (of: "sent" | "received") => links.reduce((total, link) => total + link[of], 0);
    const frames = framesOfEach().reduce((total, each) => total + each, 0);
    return {
      at: performance.now(),
      processor: media.processorTime(),
      sent: sum("sent"),
      received: sum("received"),
      frames,
    };
  };
  const before = await look();
  await new Promise((resolve) => setTimeout(resolve, watchMs));
  const after = await look();
  const memory = media.memory();
  for (const member of members) await member.leave();
  const seconds = (after.at - before.at) / 1000;
  return {
    joinMs,
    memory,
    load: (after.processor - before.processor) / seconds / 10,
    bytesIn: ((after.sent - before.sent) * 8) / 1000 / seconds,
    bytesOut: ((after.received - before.received) * 8) / 1000 / seconds,
    frames: (after.frames - before.frames) / seconds / (users.length * (users.length - 1)),
  };
}
