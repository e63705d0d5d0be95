import fc from "fast-check";
import { parse } from "sdp-transform";
import { describe, expect, it } from "vitest";
import { type SectionUse, writeAnswer } from "../../../server/rtc/sdp/answer.ts";
import { type MediaSection, parseOffer } from "../../../server/rtc/sdp/offer.ts";
import { audioSection, dataSection, placeholders, videoSection, writeOffer } from "./offers.ts";

const offerOf = (sections: string[][]) => {
  const offer = parseOffer(writeOffer({ sections }));
  if (offer === undefined) throw new Error("not an offer");
  return offer;
};
const mediaOf = (lines: string[]) => {
  const [section] = offerOf([lines]).sections;
  if (section === undefined || section.kind === "application") throw new Error("no media");
  return section;
};
const answerTo = (sections: string[][], decide: (section: MediaSection) => SectionUse = () => ({})) =>
  writeAnswer({
    offer: offerOf(sections),
    decide,
    credentials: { fragment: "frag", password: "password-of-22-letters" },
    fingerprint: "sha-256 AA:BB",
    addresses: ["192.0.2.7", "127.0.0.1"],
    port: 40_000,
  });

describe("an offer", () => {
  it("7-09 contains direction, codecs, extensions and streams of each section", () => {
    const video = mediaOf(
      videoSection("8", "sendonly", "cam-1", [
        "a=ssrc-group:FID 5 6",
        "a=ssrc:5 cname:x",
        "a=ssrc:6 cname:x",
      ]),
    );
    expect(video).toMatchObject({ mid: "8", sends: true, receives: false, trackId: "cam-1", rids: [] });
    expect(
      video.codecs.map(({ name, payloadType, rtxPayloadType }) => [name, payloadType, rtxPayloadType]),
    ).toEqual([
      ["VP8", 96, 97],
      ["H264", 103, 104],
    ]);
    expect(video.streams).toEqual([{ ssrc: 5, rtxSsrc: 6 }]);
    expect(video.extensions.get("transportCc")).toBe(3);
    const audio = mediaOf(audioSection("0", "recvonly"));
    expect(audio).toMatchObject({ sends: false, receives: true });
    expect(audio.codecs).toMatchObject([{ name: "opus", payloadType: 111, redPayloadType: 63 }]);
    const ofAnother = audioSection("0", "recvonly").map((line) => line.replace("63 111/111", "63 9/9"));
    expect(mediaOf(ofAnother).codecs[0]).not.toHaveProperty("redPayloadType");
    expect(Object.fromEntries(audio.extensions)).toEqual({ audioLevel: 1, mid: 4 });
  });

  it("7-09 accepts any characters in the name of a track", () => {
    const section = audioSection("0", "sendonly").map((line) =>
      line.replace(/^a=msid:.*/, "a=msid:{a-b} {c-d}"),
    );
    expect(mediaOf(section).trackId).toBe("{c-d}");
  });

  it("7-09 names no payload types that fit into no packet: writing one would stop the packet to all others", () => {
    const withType = (lines: string[], from: number, to: number) =>
      lines.map((line) => line.replace(new RegExp(`^(a=(?:rtpmap|fmtp):)${from} `), `$1${to} `));
    const [sound, sent] = [audioSection("0", "recvonly"), videoSection("1", "recvonly")];
    for (const to of [128, 300, 99_999]) {
      expect(mediaOf(withType(sound, 63, to)).codecs[0]).not.toHaveProperty("redPayloadType");
      expect(mediaOf(withType(sent, 97, to)).codecs[0]).not.toHaveProperty("rtxPayloadType");
    }
    expect(mediaOf(withType(sound, 63, 127)).codecs[0]).toHaveProperty("redPayloadType", 127);
  });

  it("7-09 of simulcast contains its layers", () => {
    const layers = ["a=rid:q send", "a=rid:h send", "a=simulcast:send q;h"];
    expect(mediaOf(videoSection("8", "sendonly", "cam-1", layers)).rids).toEqual(["q", "h"]);
  });

  it.each([
    ["empty", ""],
    ["not a session", "nonsense"],
    [
      "without a certificate",
      writeOffer({ sections: [dataSection("0")] }).replace(/a=fingerprint.*\r\n/, ""),
    ],
    ["without ICE", writeOffer({ sections: [dataSection("0")] }).replace(/a=ice-ufrag.*\r\n/, "")],
    ["with a section twice", writeOffer({ sections: [audioSection("0", "recvonly"), dataSection("0")] })],
    ["with a strange name", writeOffer({ sections: [dataSection("0;1")] })],
    [
      "too large",
      writeOffer({ sections: Array.from({ length: 65 }, (_, i) => audioSection(`${i}`, "recvonly")) }),
    ],
  ])("7-09 that is %s is refused", (_, sdp) => {
    expect(parseOffer(sdp)).toBeUndefined();
  });

  it("7-09 with a damaged line does no harm", () => {
    const lines = writeOffer({ sections: [...placeholders(), videoSection("7", "sendonly")] }).split("\r\n");
    fc.assert(
      fc.property(
        fc.nat(lines.length - 1),
        fc.string({ maxLength: 60 }),
        fc.boolean(),
        (at, text, keepName) => {
          const damaged = lines.with(at, keepName ? (lines[at] ?? "").slice(0, 8) + text : text).join("\r\n");
          const offer = parseOffer(damaged);
          if (offer === undefined) return;
          const decide = () => ({});
          const local = { credentials: { fragment: "f", password: "p" }, fingerprint: "sha-256 AA" };
          const answer = writeAnswer({ offer, decide, ...local, addresses: ["127.0.0.1"], port: 1 });
          // No text from the offer starts a new line.
          expect(answer.split("\r\n").every((line) => line === "" || /^[vosctma]=[ -~]+$/.test(line))).toBe(
            true,
          );
        },
      ),
    );
  });
});

describe("an offer that costs seconds to read", () => {
  it("7-09 is refused: more payload types than there are, or more or longer lines than a browser writes", () => {
    const offerWith = (count: number, line: string) =>
      parseOffer(writeOffer({ sections: [[...videoSection("0", "sendonly"), ...Array(count).fill(line)]] }));
    expect(offerWith(100, "a=rtpmap:96 H264/90000")).toBeDefined();
    expect(offerWith(200, "a=rtpmap:96 H264/90000")).toBeUndefined();
    expect(offerWith(200, "a=fmtp:97 x=1")).toBeUndefined();
    expect(offerWith(10_000, "a=ssrc:1 cname:x")).toBeDefined();
    expect(offerWith(20_000, "a=ssrc:1 cname:x")).toBeUndefined();
    // The parameters of a codec are searched for each payload type.
    expect(offerWith(1, `a=fmtp:96 x=${"y".repeat(500)}`)).toBeDefined();
    expect(offerWith(1, `a=fmtp:96 x=${"y".repeat(5000)}`)).toBeUndefined();
    // The parser also ends a line at a carriage return alone.
    expect(offerWith(1, "a=ssrc:1 cname:x\r".repeat(20_000))).toBeUndefined();
  });
});

describe("an answer", () => {
  it("7-09 has the sections of the offer in order, in one bundle, with one address list", () => {
    const answer = parse(answerTo([...placeholders()]));
    expect(
      answer.media.map(({ mid, type, direction, port }) => [String(mid), type, direction, port]),
    ).toEqual([
      ...["0", "1", "2"].map((mid) => [mid, "audio", "inactive", 9]),
      ...["3", "4", "5"].map((mid) => [mid, "video", "inactive", 9]),
      ["6", "application", undefined, 9],
    ]);
    expect(answer.groups).toEqual([{ type: "BUNDLE", mids: "0 1 2 3 4 5 6" }]);
    expect(answer.icelite).toBe("ice-lite");
    for (const media of answer.media) {
      expect(media).toMatchObject({
        iceUfrag: "frag",
        setup: "passive",
        endOfCandidates: "end-of-candidates",
      });
      expect(media.candidates?.map(({ ip, port, type }) => [ip, port, type])).toEqual([
        ["192.0.2.7", 40_000, "host"],
        ["127.0.0.1", 40_000, "host"],
      ]);
    }
  });

  it("7-09 accepts the same extensions everywhere, because the first answer decides for the session", () => {
    for (const media of parse(answerTo(placeholders())).media) {
      const uris = media.ext?.map(({ uri }) => uri.replace(/^.*[:/]/, "")).sort();
      if (media.type === "audio") expect(uris).toEqual(["mid", "ssrc-audio-level"]);
      if (media.type !== "video") continue;
      expect(uris).toEqual([
        "abs-send-time",
        "draft-holmer-rmcat-transport-wide-cc-extensions-01",
        "mid",
        "repaired-rtp-stream-id",
        "rtp-stream-id",
        "video-orientation",
      ]);
    }
  });

  it("7-09 accepts one codec of a publisher, with feedback, and all layers of simulcast", () => {
    const layers = ["a=rid:q send", "a=rid:h send", "a=simulcast:send q;h"];
    const [media] = parse(
      answerTo([videoSection("0", "sendonly", "cam-1", layers)], ({ codecs: [codec] }) => {
        if (codec === undefined) throw new Error("no codec");
        return { receive: { codec, useDtx: true } };
      }),
    ).media;
    expect(media?.direction).toBe("recvonly");
    expect(media?.rtp.map(({ codec, payload }) => [codec, payload])).toEqual([
      ["VP8", 96],
      ["rtx", 97],
    ]);
    expect(media?.rtcpFb?.map(({ type, subtype }) => [type, subtype].join(" ").trim())).toEqual([
      "nack",
      "nack pli",
      "ccm fir",
      "transport-cc",
    ]);
    expect(media?.simulcast).toMatchObject({ dir1: "recv", list1: "q;h" });
  });

  it("7-09 accepts sound with redundancy, listed first, because the browser sends the first codec", () => {
    const [media] = parse(
      answerTo([audioSection("0", "sendonly")], ({ codecs: [codec] }) => {
        if (codec === undefined) throw new Error("no codec");
        return { receive: { codec, useDtx: true } };
      }),
    ).media;
    expect(media?.payloads).toBe("63 111");
    expect(media?.rtp.map(({ codec, payload }) => [codec, payload])).toEqual([
      ["opus", 111],
      ["red", 63],
    ]);
    expect(media?.fmtp).toContainEqual({ payload: 63, config: "111/111" });
  });

  it("7-09 names the direction of a section with a track each way, and the track for the client", () => {
    const answer = answerTo([audioSection("0", "sendrecv")], ({ codecs: [codec] }) => {
      if (codec === undefined) throw new Error("no codec");
      const send = { codec, ssrc: 5, rtxSsrc: 6, streamId: "PA_a|camera", trackId: "TR_b" };
      return { receive: { codec, useDtx: true }, send };
    });
    const [media] = parse(answer).media;
    expect([media?.direction, media?.payloads]).toEqual(["sendrecv", "63 111"]);
    expect(answer).toContain("\r\na=msid:PA_a|camera TR_b\r\n");
    expect(answer.match(/a=rtpmap:111/g)).toHaveLength(1);
  });

  it("7-09 names stream, track and numbers of what a subscriber gets", () => {
    const answer = answerTo([videoSection("3", "recvonly")], ({ codecs: [codec] }) => {
      if (codec === undefined) throw new Error("no codec");
      return { send: { codec, ssrc: 5, rtxSsrc: 6, streamId: "PA_a|camera", trackId: "TR_b" } };
    });
    expect(answer).toContain("\r\na=msid:PA_a|camera TR_b\r\n");
    const [media] = parse(answer).media;
    expect(media?.direction).toBe("sendonly");
    expect(media?.ssrcGroups).toEqual([{ semantics: "FID", ssrcs: "5 6" }]);
  });
});
