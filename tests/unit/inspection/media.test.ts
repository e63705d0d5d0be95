import { beforeEach, describe, expect, it, vi } from "vitest";
import { watchMedia } from "../../../src/adapters/inspection/media.ts";
import { createSender } from "../../../src/adapters/inspection/sender.ts";
import type { InspectionMessage, MediaSample } from "../../../tools/charts/inspector/messages.ts";
import { readMessage } from "../../../tools/charts/inspector/reading.ts";
import { Recording } from "../../../tools/charts/inspector/recording.ts";

const track = { kind: "audio", enabled: true, muted: false, readyState: "live" };

/** A connection of a browser, with the reports that it gives one after the other. */
class Browser extends EventTarget {
  iceConnectionState = "new";
  connectionState = "new";
  signalingState = "stable";
  bytes = 1000;
  at = 0;
  getTransceivers = () => [{ mid: "0", sender: { track }, receiver: { track: null } }];
  getStats = async () => {
    this.bytes += 4000;
    this.at += 1000;
    return new Map<string, object>([
      ["local", { type: "local-candidate", candidateType: "host", protocol: "udp", address: "192.0.2.7" }],
      ["remote", { type: "remote-candidate", candidateType: "relay", protocol: "udp", address: "192.0.2.8" }],
      [
        "pair",
        {
          ...{ type: "candidate-pair", nominated: true, state: "succeeded", currentRoundTripTime: 0.021 },
          ...{ localCandidateId: "local", remoteCandidateId: "remote" },
        },
      ],
      [
        "out",
        {
          type: "outbound-rtp",
          id: "out",
          kind: "audio",
          timestamp: this.at,
          mid: "0",
          bytesSent: this.bytes,
        },
      ],
      [
        "in",
        {
          ...{ type: "inbound-rtp", id: "in", kind: "video", timestamp: this.at, mid: "0", bytesReceived: 0 },
          ...{ packetsLost: 3, jitter: 0.004, framesPerSecond: 24, frameWidth: 640, frameHeight: 480 },
        },
      ],
    ]);
  };
}

describe("11-06 the connections of calls", () => {
  beforeEach(() => void vi.useFakeTimers());

  /** Opens a connection in a watched page. */
  function open() {
    const scope = { RTCPeerConnection: Browser as unknown as typeof RTCPeerConnection };
    const samples: MediaSample[] = [];
    watchMedia(scope, (sample) => samples.push(sample));
    const connection = new scope.RTCPeerConnection() as unknown as Browser;
    return { samples, connection };
  }

  it("are sampled each second, with states, candidates, tracks and rates, and without addresses", async () => {
    const { samples, connection } = open();
    connection.iceConnectionState = "connected";
    connection.connectionState = "connected";
    await vi.advanceTimersByTimeAsync(2000);
    expect(samples).toHaveLength(2);
    const rest = { lost: null, jitter: null, frames: null, size: null };
    expect(samples[1]).toEqual({
      ...{ connection: 1, ice: "connected", state: "connected", signaling: "stable" },
      pair: { local: "host", remote: "relay", protocol: "udp", roundTrip: 21 },
      tracks: [
        { ...rest, direction: "out", kind: "audio", state: "live", kilobits: 32 },
        {
          ...{ direction: "in", kind: "video", state: "none", kilobits: 0 },
          ...{ lost: 3, jitter: 4, frames: 24, size: "640x480" },
        },
      ],
    });
    expect(JSON.stringify(samples)).not.toContain("192.0.2");
  });

  it("are sampled at once when a state changes, and not after their end", async () => {
    const { samples, connection } = open();
    connection.iceConnectionState = "checking";
    connection.dispatchEvent(new Event("iceconnectionstatechange"));
    await vi.advanceTimersByTimeAsync(0);
    expect(samples.map(({ ice }) => ice)).toEqual(["checking"]);
    connection.connectionState = "closed";
    await vi.advanceTimersByTimeAsync(5000);
    expect(samples.map(({ state }) => state)).toEqual(["new", "closed"]);
  });

  it("are in the recording of an inspector, which drops what it cannot read", () => {
    const turns: (() => void)[] = [];
    const sender = createSender({
      ...{ prefix: "left/", showsTexts: false, withDefinitions: false, now: () => 7 },
      soon: (turn) => turns.push(turn),
    });
    const told: InspectionMessage[] = [];
    sender.watch((messages) => told.push(...messages));
    const sample = { connection: 1, ice: "new", state: "new", signaling: "stable", pair: null, tracks: [] };
    sender.media(sample);
    for (let turn = turns.shift(); turn; turn = turns.shift()) turn();
    const recording = new Recording();
    for (const message of told) {
      const heard = readMessage(message);
      if (heard) recording.add("left", heard);
    }
    expect(recording.media).toEqual([{ ...sample, at: 0, time: 7, phone: "left" }]);
    const [message] = told;
    expect(readMessage({ ...message, sample: { ...sample, ice: 4 } })).toBeNull();
  });
});
