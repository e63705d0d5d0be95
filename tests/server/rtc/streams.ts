import { TrackInfo, TrackType } from "@livekit/protocol";
import type { PeerTransport } from "../../../server/rtc/network/transport.ts";
import { parseRtcp } from "../../../server/rtc/packets/rtcp.ts";
import { parseRtp, type RtpPacket } from "../../../server/rtc/packets/rtp.ts";
import type { ForwardBudget } from "../../../server/rtc/rooms/forward-budget.ts";
import { Publication, type PublishedSection } from "../../../server/rtc/streams/publication.ts";

export const vp8 = {
  name: "VP8" as const,
  payloadType: 96,
  rtxPayloadType: 97,
  clockRate: 90_000,
  parameters: "",
};
/** A key frame, and a frame that needs an earlier one. */
export const keyFrame = Buffer.from([0x10, 0x00, 1]);
export const otherFrame = Buffer.from([0x10, 0x01, 2]);

/** A transport that keeps what is sent. */
export function recordingTransport() {
  const rtp: RtpPacket[] = [];
  const rtcp: ReturnType<typeof parseRtcp> = [];
  const transport: PeerTransport = {
    credentials: { fragment: "f", password: "p" },
    presence: { lastPacketAt: 0, isSilent: () => false },
    isConnected: true,
    restartIce: () => {},
    start: () => {},
    sendRtp: (header, payload) => {
      const packet = parseRtp(Buffer.concat([header, payload]));
      if (packet !== undefined) rtp.push(packet);
    },
    sendRtcp: (packet) => {
      rtcp.push(...parseRtcp(packet));
    },
    sendData: () => {},
    close: () => {},
  };
  return { transport, rtp, rtcp };
}

/** A published video track. */
export const publish = (
  section: Partial<PublishedSection> = {},
  askForKeyFrame: (ssrc: number) => void = () => {},
  onDemand: (rank: number) => void = () => {},
  info: Partial<TrackInfo> = {},
  isHeard: () => boolean = () => true,
  forwards: ForwardBudget = { mayForward: () => true, noteForwarded: () => {} },
) =>
  new Publication(
    new TrackInfo({ sid: "TR_1", type: TrackType.VIDEO, ...info }),
    {
      mid: "7",
      codec: vp8,
      extensions: new Map([
        ["mid", 4],
        ["videoOrientation", 13],
      ]),
      rids: [],
      ...section,
    },
    {
      sid: "PA_1",
      askForKeyFrame,
      onFirstSink: () => {},
      onDemand,
      isHeard,
      mayForward: () => forwards.mayForward("u1"),
      noteForwarded: (receivers) => forwards.noteForwarded("u1", receivers),
    },
  );

export const packet = (
  sequenceNumber: number,
  payload: Buffer,
  more: Partial<RtpPacket> = {},
): RtpPacket => ({
  payloadType: 96,
  marker: true,
  sequenceNumber,
  timestamp: sequenceNumber * 3000,
  ssrc: 1,
  extensions: new Map([[13, Buffer.from([1])]]),
  payload,
  ...more,
});

/** A receiver's estimate of its line in bits per second (REMB), rounded down to what 18 bits and an exponent hold. */
export function remb(bitrate: number): Buffer {
  const exponent = Math.max(0, Math.floor(Math.log2(bitrate)) - 17);
  const bytes = Buffer.from("8fce0005000000010000000052454d4201000000000000ff", "hex");
  bytes.writeUIntBE(exponent * 2 ** 18 + Math.floor(bitrate / 2 ** exponent), 17, 3);
  return bytes;
}
