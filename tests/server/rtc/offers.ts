/** Offers as browsers write them, reduced to the relevant lines. */
export interface OfferOptions {
  fragment?: string;
  sections: string[][];
}

export function writeOffer({ fragment = "abcd", sections }: OfferOptions): string {
  const mids = sections.map((lines) => lines.find((line) => line.startsWith("a=mid:"))?.slice(6));
  const lines = [
    "v=0",
    "o=- 4611731400430051336 2 IN IP4 127.0.0.1",
    "s=-",
    "t=0 0",
    `a=group:BUNDLE ${mids.join(" ")}`,
    "a=extmap-allow-mixed",
    "a=msid-semantic: WMS",
  ];
  for (const [media, ...rest] of sections) {
    lines.push(
      media ?? "",
      "c=IN IP4 0.0.0.0",
      `a=ice-ufrag:${fragment}`,
      "a=ice-pwd:0123456789abcdefghijklmn",
    );
    lines.push("a=ice-options:trickle", `a=fingerprint:sha-256 ${Array(32).fill("AB").join(":")}`);
    lines.push("a=setup:actpass", ...rest);
  }
  return `${lines.join("\r\n")}\r\n`;
}

export const dataSection = (mid: string) => [
  "m=application 9 UDP/DTLS/SCTP webrtc-datachannel",
  `a=mid:${mid}`,
  "a=sctp-port:5000",
  "a=max-message-size:262144",
];

export const audioSection = (mid: string, direction: string, trackId = "mic-1") => [
  "m=audio 9 UDP/TLS/RTP/SAVPF 111 63 9 0",
  "a=extmap:1 urn:ietf:params:rtp-hdrext:ssrc-audio-level",
  "a=extmap:2 http://www.webrtc.org/experiments/rtp-hdrext/abs-send-time",
  "a=extmap:4 urn:ietf:params:rtp-hdrext:sdes:mid",
  `a=mid:${mid}`,
  `a=${direction}`,
  ...(direction.startsWith("send") ? [`a=msid:stream-1 ${trackId}`, "a=ssrc:1111 cname:x"] : []),
  "a=rtcp-mux",
  "a=rtpmap:111 opus/48000/2",
  "a=rtcp-fb:111 transport-cc",
  "a=fmtp:111 minptime=10;useinbandfec=1",
  "a=rtpmap:63 red/48000/2",
  "a=fmtp:63 111/111",
  "a=rtpmap:9 G722/8000",
  "a=rtpmap:0 PCMU/8000",
];

export const videoSection = (mid: string, direction: string, trackId = "cam-1", extra: string[] = []) => [
  "m=video 9 UDP/TLS/RTP/SAVPF 96 97 103 104 98 99",
  "a=extmap:14 urn:ietf:params:rtp-hdrext:toffset",
  "a=extmap:2 http://www.webrtc.org/experiments/rtp-hdrext/abs-send-time",
  "a=extmap:13 urn:3gpp:video-orientation",
  "a=extmap:3 http://www.ietf.org/id/draft-holmer-rmcat-transport-wide-cc-extensions-01",
  "a=extmap:4 urn:ietf:params:rtp-hdrext:sdes:mid",
  "a=extmap:10 urn:ietf:params:rtp-hdrext:sdes:rtp-stream-id",
  "a=extmap:11 urn:ietf:params:rtp-hdrext:sdes:repaired-rtp-stream-id",
  `a=mid:${mid}`,
  `a=${direction}`,
  ...(direction === "sendonly" ? [`a=msid:stream-1 ${trackId}`] : []),
  "a=rtcp-mux",
  "a=rtcp-rsize",
  "a=rtpmap:96 VP8/90000",
  "a=rtcp-fb:96 goog-remb",
  "a=rtcp-fb:96 transport-cc",
  "a=rtcp-fb:96 ccm fir",
  "a=rtcp-fb:96 nack",
  "a=rtcp-fb:96 nack pli",
  "a=rtpmap:97 rtx/90000",
  "a=fmtp:97 apt=96",
  "a=rtpmap:103 H264/90000",
  "a=fmtp:103 level-asymmetry-allowed=1;packetization-mode=1;profile-level-id=42e01f",
  "a=rtpmap:104 rtx/90000",
  "a=fmtp:104 apt=103",
  "a=rtpmap:98 VP9/90000",
  "a=rtpmap:99 rtx/90000",
  "a=fmtp:99 apt=98",
  ...extra,
];

/** What the browser offers on joining: three sections of each kind, and data channels. */
export const placeholders = () => [
  ...["0", "1", "2"].map((mid) => audioSection(mid, "recvonly")),
  ...["3", "4", "5"].map((mid) => videoSection(mid, "recvonly")),
  dataSection("6"),
];
