/** Attack 10: a message or an avatar of another user causes no request to that user's server. */
import { screen, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Video } from "../../../machines/domain/attachment.ts";
import type { Message, MessageContent } from "../../../machines/domain/message.ts";
import type { FakePorts } from "../../fakes/ports.ts";
import { anInvite } from "../../fakes/signals.ts";
import {
  ANNA,
  aConversation,
  aFriend,
  aGroup,
  aMessage,
  aWorld,
  BEN,
  groupChatID,
  TEAM,
} from "../../fakes/world.ts";
import { openPage, press } from "../shell/stage.tsx";
import { articles, openChat } from "./stage.tsx";

const HOST = "stranger.example:8443";
const URL = `https://${HOST}/a`;
const PICTURE = { url: `${URL}.png`, thumbnail: `${URL}-small.png`, width: 400, height: 300 };
const VIDEO: Video = { url: `${URL}.mp4`, poster: `${URL}.jpg`, width: 320, height: 240, seconds: 75 };
const PNG = atob("iVBORw0KGgoAAAANSUhEUgAAASwAAADICAIAAAA=");

const requested = () =>
  [...document.querySelectorAll("img, video, audio, source")].flatMap((element) =>
    ["src", "srcset", "poster"].flatMap((name) => element.getAttribute(name) ?? []),
  );
let fetched: string[] = [];
let answer: () => Promise<Response>;
beforeEach(() => {
  fetched = [];
  answer = async () => new Response(Uint8Array.from(PNG, (letter) => letter.charCodeAt(0)));
  vi.stubGlobal("fetch", (url: string) => {
    fetched.push(url);
    return answer();
  });
});

async function see(content: MessageContent, changes: Partial<Message> = {}) {
  const page = await openChat(aWorld({ messages: [aMessage({ content, ...changes })] }));
  expect(articles()).toHaveLength(1);
  return page;
}

describe("an avatar on a foreign server", () => {
  it("shows as a letter or the group's image in the list, also a friend's", async () => {
    const conversations = [
      aConversation({ faceURL: `${URL}.png` }),
      aConversation({
        conversationID: groupChatID(TEAM),
        kind: "group",
        groupID: TEAM,
        userID: "",
        showName: "Team",
        faceURL: `${URL}.png`,
      }),
    ];
    await openPage({
      world: aWorld({
        conversations,
        friends: [aFriend({ faceURL: `${URL}.png` })],
        groups: [aGroup({ faceURL: `${URL}.png` })],
      }),
    });
    const list = await screen.findByRole("list", { name: "Chat list" });
    const faces = [...list.querySelectorAll<HTMLElement>("[data-face]")].map(({ dataset }) => dataset.face);
    expect(faces.sort()).toEqual(["group", "letter"]);
    expect([...requested(), ...fetched]).toEqual([]);
  });

  it("shows as a letter on a contact card", async () => {
    await see({ type: "card", card: { userID: BEN, nickname: "Ben", faceURL: `${URL}.png` } });
    expect([...requested(), ...fetched]).toEqual([]);
  });

  it.each([
    ["a foreign avatar is a letter, and no backdrop", `${URL}.png`, []],
    [
      "an avatar of the own storage is both",
      "https://im.example/a.png",
      ["https://im.example/a.png", "https://im.example/a.png"],
    ],
  ])("while it rings %s", async (_, faceURL, expected) => {
    const world = aWorld({ conversations: [aConversation({ faceURL })], friends: [aFriend({ faceURL })] });
    const { ports, does } = await openPage({ world });
    await does(() => ports.emit.signals(anInvite()));
    const call = await screen.findByRole("dialog", { name: /call/i });
    const sources = [...call.querySelectorAll("img")].map((image) => image.getAttribute("src"));
    expect([...sources, ...fetched]).toEqual(expected);
  });

  it("loads from the deployment's own storage", async () => {
    await see({
      type: "card",
      card: { userID: BEN, nickname: "Ben", faceURL: "https://im.example/ben.png" },
    });
    expect(requested()).toEqual(["https://im.example/ben.png"]);
  });
});

describe("a file on a foreign server", () => {
  const file = (url: string): MessageContent => ({
    type: "file",
    fileName: "Plan.pdf",
    file: { url, bytes: 1024 },
  });

  it("shows the host before it is downloaded", async () => {
    await see(file(`${URL}.pdf`));
    expect(screen.getByText(`from ${HOST}`)).toBeTruthy();
    expect(screen.getByRole("link", { name: `Download Plan.pdf, 1.0 KB, from ${HOST}` })).toBeTruthy();
    expect([...requested(), ...fetched]).toEqual([]);
  });

  it("of the deployment's own storage shows no host", async () => {
    await see(file("https://im.example/a.pdf"));
    expect(screen.getByRole("link", { name: "Download Plan.pdf, 1.0 KB" })).toBeTruthy();
  });
});

describe("a picture on a foreign server", () => {
  it("loads after a tap, and shows the host before", async () => {
    await see({ type: "picture", picture: PICTURE });
    expect(screen.getByText("Tap to load photo")).toBeTruthy();
    expect(screen.getByText(HOST)).toBeTruthy();
    expect([...requested(), ...fetched]).toEqual([]);
    await press("button", `Load photo from ${HOST}`);
    const image = await screen.findByRole<HTMLImageElement>("img", { name: "Photo" });
    expect(image.src).toMatch(/^blob:/);
    expect(fetched).toEqual([PICTURE.url]);
  });

  it("that cannot be shown is a link that opens outside the app", async () => {
    answer = async () => new Response("<svg xmlns='http://www.w3.org/2000/svg'/>");
    await see({ type: "picture", picture: PICTURE });
    await press("button", `Load photo from ${HOST}`);
    const link = await screen.findByRole("link", { name: /Open on/ });
    expect(link.textContent).toBe(`Can't be shown hereOpen on ${HOST}`);
    expect([link.getAttribute("href"), link.getAttribute("target"), link.getAttribute("rel")]).toEqual([
      PICTURE.url,
      "_blank",
      "noopener noreferrer",
    ]);
  });

  it("has Chinese labels in a Chinese browser", async () => {
    await openChat(aWorld({ messages: [aMessage({ content: { type: "picture", picture: PICTURE } })] }), {
      browserLanguage: "zh-CN",
    });
    expect(screen.getByRole("button", { name: `从 ${HOST} 加载图片` }).textContent).toBe(
      `点击加载图片${HOST}`,
    );
  });

  it.each<[string, MessageContent]>([
    ["a sticker", { type: "face", face: { url: `${URL}.gif` } }],
    ["a video and its preview picture", { type: "video", video: VIDEO }],
    [
      "a video of the own storage with a foreign preview picture",
      { type: "video", video: { ...VIDEO, url: "https://im.example/v.mp4" } },
    ],
    ["a voice message", { type: "voice", voice: { url: `${URL}.webm`, seconds: 3 } }],
    ["a file", { type: "file", fileName: "a.pdf", file: { url: `${URL}.pdf`, bytes: 9 } }],
    [
      "the quote in a reply",
      {
        type: "quote",
        text: "Where?",
        quoted: {
          clientMsgID: "x",
          sendID: BEN,
          senderNickname: "Ben",
          content: { type: "picture", picture: PICTURE },
        },
      },
    ],
    ["the avatar beside a message", { type: "text", text: "Hello" }],
  ])("loads nothing before a tap, and neither does %s", async (_, content) => {
    await see(content, { senderFaceUrl: `${URL}.png` });
    expect([...requested(), ...fetched]).toEqual([]);
  });

  it("is not requested in a merged history and in the gallery, nor are its neighbours", async () => {
    const said = (seq: number, content: MessageContent) => ({
      clientMsgID: `inner-${seq}`,
      sendID: BEN,
      senderNickname: "Ben",
      sendTime: 1,
      content,
    });
    const own = { ...PICTURE, url: "https://im.example/own.png", thumbnail: "" };
    await see({
      type: "merge",
      merged: {
        title: "Old",
        lines: ["Ben: look"],
        messages: [
          said(1, { type: "picture", picture: PICTURE }),
          said(2, { type: "picture", picture: own }),
          said(3, { type: "video", video: VIDEO }),
        ],
      },
    });
    // Neither the row of small pictures in the chat.
    expect([...requested(), ...fetched].filter((url) => url.includes(HOST))).toEqual([]);
    await press("button", "Open chat history: Old");
    const sheet = within(await screen.findByRole("dialog", { name: "Old" }));
    expect(sheet.getByRole("button", { name: `Load photo from ${HOST}` })).toBeTruthy();
    expect(sheet.getByRole("button", { name: `Load video from ${HOST}` })).toBeTruthy();
    await press("button", "Open photo");
    const gallery = within(await screen.findByRole("dialog", { name: "Photos and videos" }));
    expect(new Set(requested())).toEqual(new Set(["https://im.example/own.png"]));
    await press("button", "Next");
    expect(gallery.getByRole("button", { name: `Load video from ${HOST}` })).toBeTruthy();
    await press("button", "Previous");
    await press("button", "Previous");
    expect(gallery.getByRole("button", { name: `Load photo from ${HOST}` })).toBeTruthy();
    expect([...requested(), ...fetched].filter((url) => url.includes(HOST))).toEqual([]);
  });
});

it("3-77 a file and a voice message are named with Chinese commas in a Chinese browser", async () => {
  const contents: MessageContent[] = [
    { type: "file", fileName: "Plan.pdf", file: { url: `${URL}.pdf`, bytes: 1024 } },
    { type: "voice", voice: { url: `${URL}.webm`, seconds: 2 } },
  ];
  const messages = contents.map((content, at) => aMessage({ seq: at + 1, content }));
  await openChat(aWorld({ messages }), { browserLanguage: "zh-CN" });
  expect(screen.getByRole("link", { name: `下载 Plan.pdf，1.0 KB，来自 ${HOST}` })).toBeTruthy();
  expect(screen.getByRole("button", { name: `播放语音，00:02，${HOST}` })).toBeTruthy();
});

it("a voice message on a foreign server does not play after another one", async () => {
  const voice = (seq: number, url: string) =>
    aMessage({ seq, sendID: ANNA, content: { type: "voice", voice: { url, seconds: seq } } });
  const messages = [
    voice(1, "https://im.example/1.webm"),
    voice(2, `${URL}.webm`),
    voice(3, "https://im.example/3.webm"),
  ];
  const { ports, does } = await openChat(aWorld({ messages }));
  await press("button", "Play voice message, 00:01");
  await does(() => ports.emit.voice({ type: "voice.ended" }));
  expect(played(ports)).toEqual(["https://im.example/1.webm", "https://im.example/3.webm"]);
  expect(screen.getByRole("button", { name: `Play voice message, 00:02, ${HOST}` })).toBeTruthy();
});

const played = (ports: FakePorts) =>
  ports.wire.flatMap(({ call, input }) =>
    call === "player.play" && typeof input === "object" && input && "url" in input ? [input.url] : [],
  );
