import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ALBUM_LIMIT, albumOf, albumRuns, leastSent } from "../../../machines/domain/album.ts";
import type { Message, MessageContent } from "../../../machines/domain/message.ts";
import type { NewAttachment, OwnPicture } from "../../../machines/domain/outgoing-attachment.ts";
import { attachmentDrafts } from "../../../machines/outbox/outgoing-drafts.ts";
import { aMessage, BEN, NOON } from "../../fakes/world.ts";

const PICTURE: MessageContent = {
  type: "picture",
  picture: { url: "/a.png", thumbnail: "/a.png", width: 4, height: 3 },
};
const VIDEO: MessageContent = {
  type: "video",
  video: { url: "/a.mp4", poster: "", width: 4, height: 3, seconds: 2 },
};
const WORDS: MessageContent = { type: "text", text: "At the lake" };
const FILE: MessageContent = { type: "file", fileName: "a.pdf" };

const at = (seconds: number, content: MessageContent, changes: Partial<Message> = {}) =>
  aMessage({ content, sendTime: NOON + seconds * 1000, ...changes });
const picture = (seconds: number, changes: Partial<Message> = {}) => at(seconds, PICTURE, changes);
const named = (albumID: string, content: MessageContent = PICTURE) => at(0, content, { albumID });

/** The lengths of the runs. */
const runs = (messages: readonly Message[], mayFollow: () => boolean = () => true) =>
  albumRuns(messages, mayFollow).map((run) => run.length);

describe("11-51 pictures sent together are one album", () => {
  it.each<[string, readonly Message[], readonly number[]]>([
    ["pictures within ten seconds of one another", [picture(0), picture(10), picture(20)], [3]],
    [
      "a picture more than ten seconds later is not part of it",
      [picture(0), picture(10), picture(21)],
      [2, 1],
    ],
    ["pictures and videos", [picture(0), at(1, VIDEO)], [2]],
    ["another sender's is not part of it", [picture(0), picture(1, { sendID: BEN }), picture(2)], [1, 1, 1]],
    ["another message stands between", [picture(0), at(1, WORDS), picture(2)], [1, 1, 1]],
    ["a file is none", [picture(0), at(1, FILE), picture(2), picture(3)], [1, 1, 2]],
    ["one that could not be parsed is none", [picture(0), at(1, { type: "picture" })], [1, 1]],
    [
      "videos that could not be parsed are none",
      [at(0, { type: "video" }), at(1, { type: "video" })],
      [1, 1],
    ],
    ["a text without an album id is no caption", [picture(0), picture(1), at(1, WORDS)], [2, 1]],
    ["a single one", [picture(0)], [1]],
    ["the same origin", [picture(0, { forwardedFrom: "A" }), picture(1, { forwardedFrom: "A" })], [2]],
    ["another origin", [picture(0, { forwardedFrom: "A" }), picture(1)], [1, 1]],
    [
      "the same time to disappear",
      [
        picture(0, { burn: { seconds: 30, readAt: 5 } }),
        picture(1, { burn: { seconds: 30, readAt: null } }),
        picture(2),
      ],
      [2, 1],
    ],
    ["eleven are two albums", Array.from({ length: 21 }, (_, index) => picture(index)), [10, 10, 1]],
    ["a failed one and those after it", [picture(0, { status: "failed" }), picture(3)], [2]],
  ])("%s", (_, messages, expected) => {
    expect(runs(messages)).toEqual(expected);
  });

  it.each<[string, readonly Message[], readonly number[]]>([
    ["the same id at any time", [named("a"), picture(900, { albumID: "a" })], [2]],
    ["different ids at the same time", [named("a"), named("b"), named("b")], [1, 2]],
    ["an id and none", [named("a"), picture(0), named("a")], [1, 1, 1]],
    ["with a caption", [named("a"), named("a"), named("a", WORDS)], [3]],
    ["one picture with a caption", [named("a"), named("a", WORDS)], [2]],
    ["the caption of another album", [named("a"), named("a"), named("b", WORDS)], [2, 1]],
    ["only one caption", [named("a"), named("a", WORDS), named("a", WORDS)], [2, 1]],
    ["a picture sent again after the caption", [named("a"), named("a", WORDS), named("a")], [3]],
    ["all of it after the caption", [named("a", WORDS), named("a"), named("a")], [3]],
    ["only captions", [named("a", WORDS), named("a", WORDS)], [1, 1]],
    ["no more than ten, and the caption", [...Array(11).fill(named("a")), named("a", WORDS)], [10, 2]],
  ])("named by the sender's client: %s", (_, messages, expected) => {
    expect(runs(messages)).toEqual(expected);
  });

  it("ends where something is drawn between two messages", () => {
    expect(runs([named("a"), named("a"), named("a", WORDS)], () => false)).toEqual([1, 1, 1]);
  });

  it("has its pictures in order, and its caption apart", () => {
    const [first, words, last] = [named("a"), named("a", WORDS), named("a")];
    expect(albumOf([first, words, last])).toEqual({ media: [first, last], caption: words });
    expect(albumOf([first, last])).toEqual({ media: [first, last], caption: null });
    expect(albumOf([first])).toBeNull();
  });

  it("keeps every message once, in order, at most ten pictures together", () => {
    const message = fc.record({
      content: fc.constantFrom(PICTURE, VIDEO, WORDS, FILE),
      albumID: fc.constantFrom(undefined, "a", "b"),
      sendID: fc.constantFrom("x", "y"),
      sendTime: fc.integer({ min: NOON, max: NOON + 20_000 }),
    });
    fc.assert(
      fc.property(fc.array(message, { maxLength: 40 }), (all) => {
        const messages = all.map(({ albumID, ...rest }) =>
          aMessage({ ...rest, ...(albumID ? { albumID } : {}) }),
        );
        const found = albumRuns(messages, () => true);
        expect(found.flat()).toEqual(messages);
        for (const run of found) {
          const album = albumOf(run);
          if (!album) continue;
          expect(album.media.length).toBeGreaterThan(0);
          expect(album.media.length).toBeLessThanOrEqual(ALBUM_LIMIT);
          expect(album.media.length + (album.caption ? 1 : 0)).toBe(run.length);
        }
      }),
    );
  });

  it("has the least status of its messages", () => {
    const [read, sent] = [picture(0, { isRead: true }), picture(1)];
    const [sending, failed] = [picture(2, { status: "sending" }), picture(3, { status: "failed" })];
    expect(leastSent([read, read])).toBe(read);
    expect(leastSent([read, sent, read])).toBe(sent);
    expect(leastSent([sent, sending, read])).toBe(sending);
    expect(leastSent([sending, failed, sent])).toBe(failed);
  });
});

describe("11-51 files that are picked together are sent as one album", () => {
  const own: OwnPicture = {
    type: "picture",
    name: "a.png",
    mime: "image/png",
    bytes: 1,
    width: 4,
    height: 3,
    preview: "",
  };
  const file = { type: "file", name: "a.pdf", mime: "", bytes: 1, preview: "" } as const;
  const sent = (attachments: readonly NewAttachment[], caption = "") =>
    attachmentDrafts(
      { conversationID: "c", attachments, caption },
      { newID: () => "words", now: () => NOON },
    ).map(({ clientMsgID, albumID }) => [clientMsgID, albumID]);
  const pictures = (...ids: string[]): NewAttachment[] =>
    ids.map((clientMsgID) => ({ clientMsgID, enclosure: own }));
  const forwarded = (clientMsgID: string, content: MessageContent): NewAttachment => ({
    clientMsgID,
    enclosure: { type: "forward", source: { conversationID: "c", clientMsgID: "s" } },
    content,
  });

  it.each<[string, ReturnType<typeof sent>, (string | undefined)[][]]>([
    ["one picture needs no name", sent(pictures("1")), [["1", undefined]]],
    [
      "several have that of the first",
      sent(pictures("1", "2")),
      [
        ["1", "1"],
        ["2", "1"],
      ],
    ],
    [
      "a caption has it too",
      sent(pictures("1"), "Look"),
      [
        ["1", "1"],
        ["words", "1"],
      ],
    ],
    [
      "files have none, nor has a text behind a file",
      sent([...pictures("1", "2"), { clientMsgID: "3", enclosure: file }], "Look"),
      [
        ["1", "1"],
        ["2", "1"],
        ["3", undefined],
        ["words", undefined],
      ],
    ],
    [
      "forwarded pictures stay together, and the text with them is not the author's",
      sent([forwarded("1", PICTURE), forwarded("2", VIDEO), forwarded("3", WORDS)], "Look"),
      [
        ["1", "1"],
        ["2", "1"],
        ["3", undefined],
        ["words", undefined],
      ],
    ],
    [
      "a forwarded picture and a text",
      sent([forwarded("1", PICTURE)], "Look"),
      [
        ["1", undefined],
        ["words", undefined],
      ],
    ],
  ])("%s", (_, drafts, expected) => {
    expect(drafts).toEqual(expected);
  });

  it("the eleventh begins another album, which has the caption", () => {
    const ids = Array.from({ length: 12 }, (_, index) => String(index + 1));
    const albums = sent(pictures(...ids), "Look").map(([, albumID]) => albumID);
    expect(albums).toEqual([...Array(10).fill("1"), "11", "11", "11"]);
  });
});
