import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { MergedHistory, MessageContent } from "../../../../machines/domain/message.ts";
import { cutLine, mediaAddress } from "../../../../src/adapters/openim/parse/attachments.ts";
import { parseContent } from "../../../../src/adapters/openim/parse/content.ts";
import { parseMessage } from "../../../../src/adapters/openim/parse/messages.ts";
import "../../../../src/i18n/pages.ts";
import { createText } from "../../../../src/i18n/text.ts";
import { contentPreview } from "../../../../src/text/preview.ts";
import { messageOf, receivedText } from "../support/sdk-samples.ts";

const U = "https://im.example/api/object/A/msg_picture_1.png";
const THUMBNAIL = `${U}?height=640&type=image&width=640`;
const dot = { uuid: "puuid/dot.png", type: "image/png", size: 70, width: 30, height: 20, url: U };
const snapshot = { size: 0, width: 640, height: 640, url: THUMBNAIL };

/**
 * Contents that a real OpenIM pushed and stored: name, content type, element, parsed content, previews in English and
 * Chinese.
 */
const REAL: [string, number, Record<string, unknown>, MessageContent, string, string][] = [
  [
    "3-42 a picture",
    102,
    { pictureElem: { sourcePicture: dot, bigPicture: dot, snapshotPicture: snapshot } },
    { type: "picture", picture: { url: U, thumbnail: THUMBNAIL, width: 30, height: 20 } },
    "[Photo]",
    "[图片]",
  ],
  [
    "3-44 a voice",
    103,
    {
      soundElem: {
        uuid: "su/v.webm",
        sourceUrl: "https://im.example/v.webm",
        dataSize: 300,
        duration: 2,
        soundType: "audio/webm",
      },
    },
    { type: "voice", voice: { url: "https://im.example/v.webm", seconds: 2 } },
    "[Voice]",
    "[语音]",
  ],
  [
    "3-43 a video",
    104,
    {
      videoElem: {
        videoUUID: "vu/v.mp4",
        videoUrl: "https://im.example/v.mp4",
        videoType: "video/mp4",
        videoSize: 900,
        duration: 4,
        snapshotUUID: "sn/s.png",
        snapshotSize: 90,
        snapshotUrl: "https://im.example/s.png",
        snapshotWidth: 8,
        snapshotHeight: 6,
        snapshotType: "image/png",
      },
    },
    {
      type: "video",
      video: {
        url: "https://im.example/v.mp4",
        poster: "https://im.example/s.png",
        width: 8,
        height: 6,
        seconds: 4,
      },
    },
    "[Video]",
    "[视频]",
  ],
  [
    "3-48 a file",
    105,
    {
      fileElem: {
        uuid: "fu/my file.txt",
        sourceUrl: "https://im.example/my file.txt",
        fileName: "my file.txt",
        fileSize: 70,
        fileType: "text/plain",
      },
    },
    { type: "file", fileName: "my file.txt", file: { url: "https://im.example/my file.txt", bytes: 70 } },
    "[File]my file.txt",
    "[文件]my file.txt",
  ],
  [
    "3-46 a card",
    108,
    { cardElem: { userID: "B", nickname: "Ben", faceURL: "", ex: "" } },
    { type: "card", card: { userID: "B", nickname: "Ben", faceURL: "" } },
    "[Card]",
    "[名片]",
  ],
  [
    "3-45 a location",
    109,
    { locationElem: { description: '{"name":"West Lake"}', longitude: 1.5, latitude: 2.25 } },
    { type: "location", name: "West Lake", point: { longitude: 1.5, latitude: 2.25 } },
    "[Location]West Lake",
    "[位置]West Lake",
  ],
  [
    "3-50 a face with an index",
    115,
    { faceElem: { index: 3, data: "smile" } },
    { type: "face" },
    "[Emoji]",
    "[表情]",
  ],
  [
    "3-50 a face with a picture",
    115,
    { faceElem: { index: -1, data: JSON.stringify({ url: U, width: 90 }) } },
    { type: "face", face: { url: U } },
    "[Emoji]",
    "[表情]",
  ],
  [
    "3-50 a Parley sticker",
    115,
    { faceElem: { index: 3, data: '{"set":"parley","name":"thanks"}' } },
    { type: "face", face: { sticker: "thanks" } },
    "[Sticker] Thanks",
    "[贴纸] 谢谢",
  ],
  [
    "3-47 a merged chat history",
    107,
    {
      mergeElem: {
        title: "Ann and Ben",
        abstractList: ["Ann: to quote", "Ben: yes"],
        multiMessage: [receivedText],
      },
    },
    {
      type: "merge",
      merged: {
        title: "Ann and Ben",
        lines: ["Ann: to quote", "Ben: yes"],
        messages: [
          {
            clientMsgID: receivedText.clientMsgID,
            sendID: "xa",
            senderNickname: "XA",
            sendTime: receivedText.sendTime,
            content: { type: "text", text: "hello" },
          },
        ],
      },
    },
    "[Chat history]",
    "[聊天记录]",
  ],
];

/** Whether the text contains no lone surrogate. */
const isWhole = (text: string) => !/\p{Cs}/u.test(text);
const contentOf = (contentType: number, elements: Record<string, unknown>) =>
  parseMessage(messageOf(contentType, elements))?.content;
const pictureOf = (pictureElem: unknown) => {
  const content = contentOf(102, { pictureElem });
  return content?.type === "picture" ? content.picture : undefined;
};
const mergedOf = (message: unknown): MergedHistory | undefined => {
  const content = parseContent(107, message);
  return content.type === "merge" ? content.merged : undefined;
};

describe("message attachments", () => {
  it.each(REAL)("3-77 %s is parsed and previewed", (_, contentType, elements, content, english, chinese) => {
    expect(contentOf(contentType, elements)).toEqual(content);
    expect(contentPreview(content, createText("en"), "me")).toBe(english);
    expect(contentPreview(content, createText("zh"), "me")).toBe(chinese);
  });

  it("3-77 show an animated picture instead of its still thumbnail", () => {
    const moving = { ...dot, type: "image/gif" };
    expect(pictureOf({ sourcePicture: moving, bigPicture: moving, snapshotPicture: snapshot })).toMatchObject(
      {
        thumbnail: U,
      },
    );
  });

  it("3-77 use the next best version of a picture without an original", () => {
    expect(pictureOf({ snapshotPicture: snapshot })).toEqual({
      url: THUMBNAIL,
      thumbnail: THUMBNAIL,
      width: 0,
      height: 0,
    });
    expect(pictureOf({ sourcePicture: { url: 7 }, bigPicture: dot })).toMatchObject({ url: U, width: 30 });
  });

  it.each([
    [0, 0],
    [30, 0],
    [-5, 20],
    [Number.POSITIVE_INFINITY, 20],
    ["30", 20],
  ])("3-77 ignore the invalid picture size %s x %s", (width, height) => {
    const picture = { ...dot, width, height };
    expect(pictureOf({ sourcePicture: picture, bigPicture: picture })).toEqual({
      url: U,
      thumbnail: U,
      width: 0,
      height: 0,
    });
  });

  it("3-77 limit the size of a picture, and keep the smallest", () => {
    const sized = (width: number, height: number) =>
      pictureOf({ sourcePicture: { ...dot, width, height }, bigPicture: null });
    expect(sized(1e9, 1)).toMatchObject({ width: 100_000, height: 1 });
    expect(sized(1, 1e9)).toMatchObject({ width: 1, height: 100_000 });
    expect(sized(1, 1)).toMatchObject({ width: 1, height: 1 });
  });

  it("3-77 ignore the size of a video if one side is unknown", () => {
    const video = { videoUrl: U, snapshotWidth: 8, snapshotHeight: 0, duration: 1 };
    expect(contentOf(104, { videoElem: video })).toMatchObject({ video: { width: 0, height: 0 } });
  });

  it.each([
    [90, 180, true],
    [-90, -180, true],
    [-91, 0, false],
    [0, 181, false],
    [0, -181, false],
  ])("3-77 have a point at %i, %i: %s", (latitude, longitude, isPoint) => {
    const content = contentOf(109, { locationElem: { description: "x", latitude, longitude } });
    expect(content).toEqual({
      type: "location",
      name: "x",
      ...(isPoint ? { point: { latitude, longitude } } : {}),
    });
  });

  it("3-77 show no card of a user whose id is longer than any id", () => {
    const card = (length: number) =>
      contentOf(108, { cardElem: { userID: "u".repeat(length), nickname: "x" } });
    expect(card(256)).toMatchObject({ card: { nickname: "x" } });
    expect(card(257)).toEqual({ type: "card" });
  });

  it.each([
    [102, "pictureElem", { sourcePicture: { ...dot, url: "javascript:alert(1)" } }, { type: "picture" }],
    [103, "soundElem", { sourceUrl: "data:text/html,x", duration: 1 }, { type: "voice" }],
    [104, "videoElem", { videoUrl: "file:///etc/passwd" }, { type: "video" }],
    [105, "fileElem", { sourceUrl: "ftp://x/y", fileName: "y" }, { type: "file", fileName: "y" }],
    [108, "cardElem", { userID: "", nickname: "x" }, { type: "card" }],
    [109, "locationElem", { description: "x", latitude: 91, longitude: 0 }, { type: "location", name: "x" }],
    [109, "locationElem", { description: "x", latitude: "1", longitude: 0 }, { type: "location", name: "x" }],
    [115, "faceElem", { data: "javascript:alert(1)" }, { type: "face" }],
    [115, "faceElem", { index: 0, data: '{"set":"parley","name":"constructor"}' }, { type: "face" }],
    [115, "faceElem", { index: 0, data: '{"set":"parley","name":["ok"]}' }, { type: "face" }],
    [115, "faceElem", { index: 0, data: '{"set":"theirs","name":"ok"}' }, { type: "face" }],
    [115, "faceElem", { index: 4, data: '{"name":"ok","set":"parley"' }, { type: "face" }],
    [115, "faceElem", { index: 4 }, { type: "face" }],
    [107, "mergeElem", "x", { type: "merge" }],
  ])("4-60 of type %i with an invalid %s keep only their kind", (contentType, name, elem, content) => {
    expect(contentOf(contentType, { [name]: elem })).toEqual(content);
  });

  it("4-60 clamp an endless duration and a negative size", () => {
    expect(contentOf(103, { soundElem: { sourceUrl: U, duration: 1e300 } })).toEqual({
      type: "voice",
      voice: { url: U, seconds: 86_400 },
    });
    expect(contentOf(105, { fileElem: { sourceUrl: U, fileName: "x", fileSize: -1 } })).toMatchObject({
      file: { bytes: 0 },
    });
  });

  /** For each file name: root, name, its unescaped URL and its escaped URL. */
  const files = (root: string) =>
    ["50% off.txt", "issue #7.txt", "what?.txt", "a?b=c.txt", "100%25.txt", "发票 1.html", "plain.txt"].map(
      (name) => [
        root,
        name,
        `${root}/A/msg_file_1/${name}`,
        `${root}/A/msg_file_1/${encodeURIComponent(name)}`,
      ],
    );
  it.each([...files("https://im.example/api/object"), ...files("/object")])(
    "3-77 at %s, escape the URL of the file %s, whether the server escapes it or not",
    (_, fileName = "", plain = "", escaped = "") => {
      for (const sourceUrl of [plain, escaped])
        expect(contentOf(105, { fileElem: { fileName, sourceUrl, fileSize: 7 } })).toEqual({
          type: "file",
          fileName,
          file: { url: escaped, bytes: 7 },
        });
    },
  );

  it("3-77 keep the query of a URL, and keep a URL outside the object storage unchanged", () => {
    expect(mediaAddress("https://im.example/api/object/A/50%.png?type=image&width=640")).toBe(
      "https://im.example/api/object/A/50%25.png?type=image&width=640",
    );
    expect(mediaAddress("/object/A/issue #7.png")).toBe("/object/A/issue %237.png");
    expect(mediaAddress("https://elsewhere.example/a#b?c%")).toBe("https://elsewhere.example/a#b?c%");
    expect(mediaAddress("https://elsewhere.example/a?from=/object/#b")).toBe(
      "https://elsewhere.example/a?from=/object/#b",
    );
  });

  it("3-77 keep the extension of a long file name", () => {
    for (const count of [30, 1000, 30_000])
      expect(contentOf(105, { fileElem: { fileName: `${"holiday ".repeat(count)}.png.exe` } })).toMatchObject(
        {
          type: "file",
          fileName: expect.stringMatching(/^holiday .*….*\.png\.exe$/),
        },
      );
  });

  it("3-77 cut the middle of a long file name, and no character in half", () => {
    const nameOf = (fileName: string) => {
      const content = contentOf(105, { fileElem: { fileName } });
      return content?.type === "file" ? content.fileName : "";
    };
    expect(nameOf(`${"a".repeat(150)}${"b".repeat(150)}`)).toBe(`${"a".repeat(99)}…${"b".repeat(100)}`);
    expect(nameOf(`${"a".repeat(98)}😀${"-".repeat(100)}😀${"b".repeat(99)}`)).toBe(
      `${"a".repeat(98)}…${"b".repeat(99)}`,
    );
  });

  it("3-77 escape the URL of a file whose name has a slash, which the server replaces", () => {
    const sourceUrl = " https://im.example/api/object/A/f/a_b%20c.txt ";
    expect(contentOf(105, { fileElem: { fileName: "a/b%20c.txt", sourceUrl, fileSize: 7 } })).toMatchObject({
      file: { url: "https://im.example/api/object/A/f/a_b%2520c.txt" },
    });
  });

  it("3-77 remove bidirectional control characters from a file name", () => {
    for (const mark of "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
      expect(contentOf(105, { fileElem: { fileName: `a${mark}gnp.exe` } })).toEqual({
        type: "file",
        fileName: "a gnp.exe",
      });
  });

  it("3-77 do not escape an escaped URL again", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme-ascii" }), (name) => {
        const once = mediaAddress(`/object/A/${name}`);
        expect(mediaAddress(once)).toBe(once);
      }),
    );
  });

  it("4-60 show a file name as one line without hidden characters", () => {
    const fileName = "photo\u202egnp.\nexe";
    expect(contentOf(105, { fileElem: { fileName } })).toEqual({ type: "file", fileName: "photo gnp. exe" });
  });
});

describe("a merged chat history", () => {
  it("3-77 skips invalid and duplicate messages", () => {
    const merged = mergedOf({
      mergeElem: {
        multiMessage: [null, {}, receivedText, "x", receivedText],
        abstractList: [7, "", "Ann: hi"],
      },
    });
    expect(merged?.messages).toHaveLength(1);
    expect(merged?.lines).toEqual(["Ann: hi"]);
  });

  it("3-77 has at most four lines as a summary", () => {
    const abstractList = ["1", "2", "", "3", "4", "5"];
    expect(mergedOf({ mergeElem: { abstractList } })?.lines).toEqual(["1", "2", "3", "4"]);
  });

  it("3-77 has times that a date can have, and the client's time of a message that the server has not seen", () => {
    const timeOf = (changes: object) =>
      mergedOf({ mergeElem: { multiMessage: [{ ...receivedText, ...changes }] } })?.messages[0]?.sendTime;
    expect(timeOf({ sendTime: 0 })).toBe(receivedText.createTime);
    for (const time of [1e300, 8.64e15]) {
      expect(timeOf({ sendTime: time })).toBe(8.64e15);
      expect(timeOf({ sendTime: 0, createTime: time })).toBe(8.64e15);
    }
  });

  it("3-77 is nested at most three levels deep, also inside replies", () => {
    let message: Record<string, unknown> = { ...receivedText };
    for (let depth = 0; depth < 5000; depth++) {
      const id = `m${depth}`;
      message =
        depth % 2
          ? { ...messageOf(107, { mergeElem: { title: id, multiMessage: [message] } }), clientMsgID: id }
          : { ...messageOf(114, { quoteElem: { text: id, quoteMessage: message } }), clientMsgID: id };
    }
    let merged = mergedOf(message);
    let depth = 0;
    while (merged?.messages[0]) {
      depth++;
      const { content } = merged.messages[0];
      const inner = content.type === "quote" ? content.quoted?.content : content;
      merged = inner?.type === "merge" ? inner.merged : undefined;
    }
    expect(depth).toBe(3);
  });

  it("3-77 has at most 200 messages", () => {
    const multiMessage = Array.from({ length: 5000 }, (_, index) => ({
      ...receivedText,
      clientMsgID: String(index),
    }));
    expect(mergedOf({ mergeElem: { multiMessage } })?.messages).toHaveLength(200);
  });
});

describe("mediaAddress", () => {
  it.each([
    U,
    "http://10.0.0.1:9000/a?b",
    "/api/object/A/x.png",
    "blob:https://im.example/0f",
    "HTTPS://x/y",
  ])("3-77 accepts %s", (address) => {
    expect(mediaAddress(address)).toBe(address);
  });

  it.each([
    "javascript:alert(1)",
    " javascript:alert(1)",
    "java\nscript:alert(1)",
    "data:image/svg+xml,<svg/>",
    "blob:null/0f",
    "blob:javascript:alert(1)",
    "//evil.example/x",
    "/\\evil.example/x",
    "x.png",
    "https://",
    "",
    7,
    null,
  ])("3-77 rejects %j", (address) => {
    expect(mediaAddress(address)).toBe("");
  });

  it("3-77 accepts a URL with spaces around it", () => {
    expect(mediaAddress(` ${U}\n`)).toBe(U);
  });

  it("3-77 rejects a URL that is too long", () => {
    expect(mediaAddress(`https://x/${"y".repeat(5000)}`)).toBe("");
  });

  it("3-77 returns only http, https and blob URLs for any input", () => {
    const scheme = fc.constantFrom("javascript:", "data:", "blob:", "http://", "https:", "/", "\\", " ", "x");
    fc.assert(
      fc.property(fc.array(fc.oneof(scheme, fc.string({ unit: "binary" }))), (pieces) => {
        const address = mediaAddress(pieces.join(""));
        if (address === "") return;
        expect(new URL(address, "https://parley.example").protocol).toMatch(/^(https?|blob):$/);
      }),
    );
  });
});

describe("arbitrary input", () => {
  const anything = fc.anything({ withBigInt: true, withNullPrototype: true });
  const kinds = [102, 103, 104, 105, 107, 108, 109, 115, 114];
  const elements = ["picture", "sound", "video", "file", "merge", "card", "location", "face", "quote"];
  const fields = ["sourcePicture", "url", "width", "sourceUrl", "duration", "videoUrl", "multiMessage"];
  const more = ["abstractList", "title", "userID", "data", "description", "latitude", "fileName", "fileSize"];
  const broken = fc.dictionary(fc.constantFrom(...fields, ...more), anything);

  it("4-60 is parsed without an exception and previewed in one line", () => {
    const message = fc.dictionary(
      fc.constantFrom(...elements.map((name) => `${name}Elem`)),
      fc.oneof(anything, broken),
    );
    fc.assert(
      fc.property(fc.constantFrom(...kinds), message, (contentType, raw) => {
        const content = parseContent(contentType, raw);
        expect(contentPreview(content, createText("en"), "me")).not.toMatch(/[\r\n]/);
      }),
      { numRuns: 500 },
    );
  });

  it("4-60 is cut to one line of at most 200 visible characters", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 900 }), (text) => {
        const line = cutLine(text);
        expect(line.length).toBeLessThanOrEqual(200);
        expect(line).not.toMatch(/[\n\r\t\p{Cc}\u202a-\u202e]/u);
        if (isWhole(text)) expect(isWhole(line)).toBe(true);
      }),
    );
  });
});
