import { describe, expect, it } from "vitest";
import type { MessageContent } from "../../../machines/domain/message.ts";
import { placeOf } from "../../../machines/domain/route.ts";
import {
  joined,
  linksIn,
  mediaIn,
  mediumOf,
  mergedMediaIn,
  SHARED_MEDIA_PAGE,
  sharedMediaIDIn,
  sharedMediaKindOf,
  sharedMediaPath,
} from "../../../machines/media/shared-items.ts";
import { ANNA, aMessage } from "../../fakes/world.ts";

const PICTURE: MessageContent = {
  type: "picture",
  picture: { url: "/a.png", thumbnail: "/small.png", width: 4, height: 3 },
};
const VIDEO: MessageContent = {
  type: "video",
  video: { url: "/a.mp4", poster: "/a.jpg", width: 4, height: 3, seconds: 2 },
};
const FILE: MessageContent = { type: "file", fileName: "a.pdf", file: { url: "/a.pdf", bytes: 7 } };
const LINK = "see https://a.example";

describe("the gallery", () => {
  it("shows a picture, and a video with its first frame", () => {
    expect(mediumOf(PICTURE)).toEqual({
      kind: "picture",
      url: "/a.png",
      thumbnail: "/small.png",
      width: 4,
      height: 3,
    });
    expect(mediumOf(VIDEO)).toEqual({
      kind: "video",
      url: "/a.mp4",
      thumbnail: "/a.jpg",
      width: 4,
      height: 3,
    });
  });

  it.each<MessageContent>([{ type: "picture" }, { type: "video" }, FILE, { type: "text", text: LINK }])(
    "shows nothing of %j",
    (content) => expect(mediumOf(content)).toBeNull(),
  );

  it("names the sender and the time, and a merged history has no messages to forward", () => {
    const messages = [
      aMessage({ seq: 1, content: PICTURE }),
      aMessage({ seq: 2, text: "Hi" }),
      aMessage({ seq: 3, content: VIDEO }),
    ];
    const [first, , last] = messages;
    const items = [
      {
        clientMsgID: "message-1",
        sendID: ANNA,
        senderNickname: "Anna",
        sendTime: first?.sendTime,
        medium: mediumOf(PICTURE),
      },
      {
        clientMsgID: "message-3",
        sendID: ANNA,
        senderNickname: "Anna",
        sendTime: last?.sendTime,
        medium: mediumOf(VIDEO),
      },
    ];
    expect(mediaIn(messages)).toEqual([
      { ...items[0], message: first },
      { ...items[1], message: last },
    ]);
    expect(mergedMediaIn(messages)).toEqual(items.map((item) => ({ ...item, message: null })));
  });
});

describe("the shared items of a chat", () => {
  it.each<[string | null, MessageContent]>([
    ["media", PICTURE],
    ["media", VIDEO],
    ["files", FILE],
    [null, { type: "file", fileName: "a.pdf" }],
    [null, { type: "picture" }],
    ["links", { type: "text", text: LINK }],
    ["links", { type: "at", text: LINK, mentions: [] }],
    ["links", { type: "quote", text: LINK, quoted: null }],
    [null, { type: "text", text: "Hi" }],
    [null, { type: "oaNotification", text: LINK }],
    [null, { type: "unsupported" }],
  ])("have the kind %s for %j", (kind, content) => expect(sharedMediaKindOf({ content })).toBe(kind));

  it("list each link of a message once", () => {
    const text = "https://a.example or www.b.example or https://a.example";
    expect(linksIn({ type: "text", text })).toEqual([
      { text: "https://a.example", href: "https://a.example" },
      { text: "www.b.example", href: "https://www.b.example" },
    ]);
  });

  it("have each message once if two pages have it", () => {
    const [one, two, three] = [1, 2, 3].map((seq) => aMessage({ seq }));
    if (!one || !two || !three) throw new Error("No messages");
    expect(joined([one, two], [two, three])).toEqual([one, two, three]);
  });

  it("fill a screen before the user scrolls", () => expect(SHARED_MEDIA_PAGE).toBe(30));

  it("stand at an address with their chat", () => {
    expect(sharedMediaIDIn(placeOf(sharedMediaPath("sg_a&b=c")))).toBe("sg_a&b=c");
    expect(sharedMediaIDIn(placeOf("/chatMedia"))).toBeNull();
    expect(sharedMediaIDIn(placeOf("/chatMedia?conversationID="))).toBeNull();
    expect(sharedMediaIDIn(placeOf("/chat?conversationID=si_1_2"))).toBeNull();
  });
});
