import { describe, expect, it } from "vitest";
import {
  attachmentContent,
  contentsOf,
  FILE_LIMIT,
  isFileAttachment,
  type OutgoingAttachment,
  PICK_LIMIT,
} from "../../../machines/domain/outgoing-attachment.ts";

const KEPT = { mime: "", bytes: 7, preview: "blob:a" };
const VOICE = { ...KEPT, type: "voice", seconds: 3 } as const;
const SOURCE = { clientMsgID: "m1", conversationID: "si_1_2" };

describe("an attachment", () => {
  it.each<[number, OutgoingAttachment, ReturnType<typeof attachmentContent>["content"]]>([
    [
      102,
      { ...KEPT, type: "picture", name: "a.png", width: 4, height: 3 },
      { type: "picture", picture: { url: "blob:a", thumbnail: "blob:a", width: 4, height: 3 } },
    ],
    [
      104,
      { ...KEPT, type: "video", name: "a.mp4", width: 4, height: 3, seconds: 2, poster: "blob:b" },
      { type: "video", video: { url: "blob:a", poster: "blob:b", width: 4, height: 3, seconds: 2 } },
    ],
    [
      103,
      { ...VOICE, levels: [0.5] },
      { type: "voice", voice: { url: "blob:a", seconds: 3, levels: [0.5] } },
    ],
    [103, { ...VOICE, levels: [] }, { type: "voice", voice: { url: "blob:a", seconds: 3 } }],
    [
      105,
      { ...KEPT, type: "file", name: "a.pdf" },
      { type: "file", fileName: "a.pdf", file: { url: "blob:a", bytes: 7 } },
    ],
    [
      108,
      { type: "card", card: { userID: "2", nickname: "Anna", faceURL: "" } },
      { type: "card", card: { userID: "2", nickname: "Anna", faceURL: "" } },
    ],
    [
      109,
      { type: "location", name: "Lake", address: "1 Shore", point: { latitude: 1, longitude: 2 } },
      { type: "location", name: "Lake", address: "1 Shore", point: { latitude: 1, longitude: 2 } },
    ],
    [115, { type: "face", sticker: "love" }, { type: "face", face: { sticker: "love" } }],
    [
      110,
      { type: "meeting", meeting: { roomID: null, subject: "Plans", extra: {} } },
      { type: "meeting", meeting: { roomID: null, subject: "Plans", extra: {} } },
    ],
    [
      107,
      { type: "merged", title: "Crew", lines: ["Anna: Hi"], sources: [SOURCE] },
      { type: "merge", merged: { title: "Crew", lines: ["Anna: Hi"], messages: [] } },
    ],
    [0, { type: "forward", source: SOURCE }, { type: "unsupported" }],
  ])("has OpenIM's content type %i and is shown before it is sent", (contentType, attachment, content) => {
    expect(attachmentContent(attachment)).toEqual({ contentType, content });
  });

  it("is uploaded first only if it has bytes", () => {
    expect(isFileAttachment({ ...VOICE, levels: [] })).toBe(true);
    expect(isFileAttachment({ type: "face", sticker: "love" })).toBe(false);
  });
});

describe("the attachments of new messages", () => {
  it("are shown under the ids of their messages, if there is something to show", () => {
    const enclosure = { type: "face", sticker: "love" } as const;
    const content = { type: "face", face: { sticker: "love" } } as const;
    expect(
      contentsOf([
        { clientMsgID: "m1", enclosure, content },
        { clientMsgID: "m2", enclosure },
      ]),
    ).toEqual({ m1: content });
  });

  it("are at most 100 files of 200 MiB, which the embedded server takes", () => {
    expect(PICK_LIMIT).toBe(100);
    expect(FILE_LIMIT).toBe(209_715_200);
  });
});
