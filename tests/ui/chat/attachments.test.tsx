import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type {
  MergedHistory,
  MergedMessage,
  Message,
  MessageContent,
} from "../../../machines/domain/message.ts";
import type { FakeOptions, FakePorts } from "../../fakes/ports.ts";
import { anInvite } from "../../fakes/signals.ts";
import { ANNA, aMessage, aWorld, BEN, ME, NOON } from "../../fakes/world.ts";
import { press } from "../shell/stage.tsx";
import { articles, openChat } from "./stage.tsx";

const URL = "https://im.example/a";
const pictureOf = (changes: Partial<{ thumbnail: string; width: number; height: number }> = {}) => ({
  type: "picture" as const,
  picture: { url: `${URL}.png`, thumbnail: `${URL}-small.png`, width: 400, height: 300, ...changes },
});
const said = (seq: number, content: MessageContent): MergedMessage => ({
  clientMsgID: `inner-${seq}`,
  sendID: BEN,
  senderNickname: "Ben",
  sendTime: NOON,
  content,
});
const historyOf = (...contents: MessageContent[]): MergedHistory => ({
  title: "Ann and Ben",
  lines: ["Ann: Red?", "Ben: Blue"],
  messages: contents.map((content, index) => said(index, content)),
});

/** Opens a chat with a single message of Anna's with this content. */
async function see(content: MessageContent, options?: FakeOptions) {
  const page = await openChat(aWorld({ messages: [aMessage({ content })] }), options);
  const [row] = articles();
  if (!row) throw new Error("Nothing is shown");
  return { ...page, row: within(row) };
}

/** Queries each time, because another address is another element. */
const image = () => screen.getByRole<HTMLImageElement>("img", { name: "Photo" });
const shownFilm = () => screen.findByLabelText<HTMLVideoElement>("Video", { selector: "video" });
const fails = (element: HTMLElement) => fireEvent.error(element);

describe("a picture", () => {
  it("3-77 reserves its space before it loads", async () => {
    await see(pictureOf());
    expect([image().getAttribute("width"), image().getAttribute("height")]).toEqual(["240", "180"]);
    expect(image().parentElement?.style.aspectRatio).toBe("240 / 180");
  });

  it("3-77 loads the small version, then the original, then shows a line that retries", async () => {
    await see(pictureOf());
    expect(image().src).toBe(`${URL}-small.png`);
    fails(image());
    expect(image().src).toBe(`${URL}.png`);
    fails(image());
    expect(screen.queryByRole("img", { name: "Photo" })).toBeNull();
    expect(screen.getByText("Couldn't load")).toBeTruthy();
    await press("button", "Photo: Couldn't load. Retry");
    expect(image().src).toBe(`${URL}-small.png`);
    fireEvent.load(image());
    expect(screen.queryByText("Couldn't load")).toBeNull();
  });

  it("3-77 that could not load is requested again when the connection is back", async () => {
    const { ports, does } = await see(pictureOf());
    await does(() => ports.emit.connection({ type: "im.connected" }));
    fails(image());
    fails(image());
    await does(() => ports.emit.connection({ type: "im.connected" }));
    expect(screen.getByText("Couldn't load")).toBeTruthy();
    await does(() => ports.emit.connection({ type: "im.connectFailed", code: 0 }));
    expect(screen.getByText("Couldn't load")).toBeTruthy();
    await does(() => ports.emit.connection({ type: "im.connected" }));
    expect(image().src).toBe(`${URL}-small.png`);
  });

  it("3-77 without a smaller version is requested once", async () => {
    await see(pictureOf({ thumbnail: `${URL}.png` }));
    fails(image());
    expect(screen.getByText("Couldn't load")).toBeTruthy();
  });

  it("3-77 keeps the menu of its message, without the entry for copying", async () => {
    await see(pictureOf());
    fireEvent.contextMenu(image());
    await screen.findByRole("menu", { name: "Message actions" });
    expect(screen.getAllByRole("menuitem").map((item) => item.textContent)).toEqual([
      "Reply",
      "Forward",
      "Select",
      "Delete",
    ]);
  });

  it("3-77 shows in a reply as its small version, as long as that loads", async () => {
    const quoted = { clientMsgID: "gone", sendID: BEN, senderNickname: "Ben", content: pictureOf() };
    const { log } = await see({ type: "quote", text: "Where was that?", quoted });
    const small = log.querySelector("img");
    expect([small?.getAttribute("src"), small?.alt]).toEqual([`${URL}-small.png`, ""]);
    expect(screen.getByText("[Photo]")).toBeTruthy();
    fails(small ?? log);
    expect(log.querySelector("img")).toBeNull();
  });

  it("3-71 without data shows its kind in brackets", async () => {
    const { row } = await see({ type: "picture" });
    expect(row.getByText("[Photo]")).toBeTruthy();
    expect(row.queryByRole("img")).toBeNull();
  });
});

describe("a video", () => {
  const video = { url: `${URL}.mp4`, poster: `${URL}.jpg`, width: 320, height: 240, seconds: 75 };

  it("3-77 is a poster with its length, and loads nothing of the video until it is played", async () => {
    await see({ type: "video", video });
    expect(document.querySelector("video")).toBeNull();
    expect(screen.getByText("01:15")).toBeTruthy();
    await press("button", "Play video, 01:15");
    const film = await shownFilm();
    expect([film.src, film.controls, film.playsInline, film.autoplay]).toEqual([video.url, true, true, true]);
  });

  it("3-77 that cannot be played shows a message and can be tried again", async () => {
    await see({ type: "video", video });
    await press("button", /^Play video/);
    fireEvent.error(await shownFilm());
    expect(screen.getByText("Couldn't play")).toBeTruthy();
    await press("button", "Retry");
    expect(await shownFilm()).toBeTruthy();
  });
});

const asked = ({ wire }: FakePorts) =>
  wire.filter(({ call }) => call === "files.download").map(({ input }) => input);

describe("a file", () => {
  it("3-77 shows its name and size and is saved, never opened as a page", async () => {
    const content = { type: "file", fileName: "plan.html", file: { url: URL, bytes: 1536 } } as const;
    const { row } = await see(content);
    const link = row.getByRole<HTMLAnchorElement>("link", { name: "Download plan.html, 1.5 KB" });
    expect(link.download).toBe("plan.html");
    expect([link.target, link.rel]).toEqual(["_blank", "noopener noreferrer"]);
    expect(link.getAttribute("href")).toBe(URL);
  });

  it("3-77 without a name or a size is still a file", async () => {
    const { row } = await see({ type: "file", fileName: "", file: { url: URL, bytes: 0 } });
    expect(row.getByRole<HTMLAnchorElement>("link", { name: "Download File" }).download).toBe("File");
  });

  it("3-77 shows the progress of its download, can be cancelled, and shows why it failed", async () => {
    const content = { type: "file", fileName: "plan.html", file: { url: URL, bytes: 1536 } } as const;
    const { row, ports, does } = await see(content);
    await press("link", "Download plan.html, 1.5 KB");
    expect(asked(ports)).toMatchObject([{ url: URL, fileName: "plan.html", bytes: 1536 }]);
    await does(() => ports.emit.download({ type: "download.progress", share: 0.42 }));
    expect(row.getByText("42% of 1.5 KB")).toBeTruthy();
    expect(row.getByRole("progressbar").getAttribute("aria-valuenow")).toBe("42");
    await press("link", "Download plan.html, 1.5 KB");
    expect(ports.held.downloads).toHaveLength(1);
    await press("button", "Cancel download of plan.html");
    expect(ports.held.downloads).toEqual([]);
    await press("link", "Download plan.html, 1.5 KB");
    await does(() => ports.emit.download({ type: "download.failed", failure: "fileMissing" }));
    expect(row.getByRole("alert").textContent).toBe("This file is no longer available");
    await press("link", "Retry download of plan.html, 1.5 KB");
    expect(row.queryByRole("alert")).toBeNull();
    await does(() => ports.emit.download({ type: "download.saved" }));
    expect(row.getByRole("link", { name: "Saved plan.html, 1.5 KB" })).toBeTruthy();
    expect(asked(ports)).toHaveLength(3);
  });

  it("3-77 keeps downloading behind other screens, until the user signs out", async () => {
    const { ports, does } = await see({ type: "file", fileName: "plan.pdf", file: { url: URL, bytes: 0 } });
    await press("link", "Download plan.pdf");
    await does(() => ports.visit("/contact"));
    expect(ports.held.downloads).toHaveLength(1);
    await does(() => ports.emit.connection({ type: "im.kicked" }));
    expect(ports.held.downloads).toEqual([]);
  });

  it("3-77 a click with a modifier key is left to the browser", async () => {
    const { row, ports } = await see({ type: "file", fileName: "plan.pdf", file: { url: URL, bytes: 9 } });
    const link = row.getByRole("link");
    // The test environment cannot navigate.
    link.addEventListener("click", (event) => event.preventDefault());
    fireEvent.click(link, { ctrlKey: true });
    expect(ports.held.downloads).toEqual([]);
  });

  it("3-48 without an address shows its name", async () => {
    const { row } = await see({ type: "file", fileName: "plan.pdf" });
    expect(row.getByText("[File]plan.pdf")).toBeTruthy();
    expect(row.queryByRole("link")).toBeNull();
  });
});

describe("a contact card", () => {
  it("3-77 opens that user's card", async () => {
    const { ports } = await see({ type: "card", card: { userID: BEN, nickname: "Ben", faceURL: "" } });
    await press("button", "Contact card of Ben");
    expect(ports.address.current).toEqual({
      path: "/userCard",
      search: new URLSearchParams({ userID: BEN }).toString(),
    });
  });
});

describe("a location", () => {
  it("3-77 shows its name, and its coordinates can be copied", async () => {
    const point = { latitude: 30.2431, longitude: 120.15 };
    const { ports, row } = await see({ type: "location", name: "West Lake", address: "Hangzhou", point });
    expect(row.getByText("West Lake")).toBeTruthy();
    expect(row.getByText("Hangzhou")).toBeTruthy();
    await press("button", "Copy coordinates");
    expect(ports.sent("platform.copy")).toEqual(["30.24310, 120.15000"]);
  });

  it("3-77 opens on a map outside the app, and requests no map before that", async () => {
    const { row } = await see({
      type: "location",
      name: "West Lake",
      point: { latitude: -8.5, longitude: 115.26 },
    });
    const link = row.getByRole("link", { name: "Open on a map: West Lake" });
    expect(link.getAttribute("href")).toBe(
      "https://www.openstreetmap.org/?mlat=-8.50000&mlon=115.26000#map=16/-8.50000/115.26000",
    );
    expect(link.getAttribute("target")).toBe("_blank");
    expect(link.getAttribute("rel")).toBe("noopener noreferrer");
    expect(row.queryByRole("img")).toBeNull();
  });
});

it("3-77 a video pauses the voice message that plays", async () => {
  const video = { url: `${URL}.mp4`, poster: "", width: 0, height: 0, seconds: 5 };
  const messages = [
    aMessage({ content: { type: "video", video } }),
    aMessage({ seq: 3, content: { type: "voice", voice: { url: `${URL}.webm`, seconds: 7 } } }),
  ];
  const { ports } = await openChat(aWorld({ messages }));
  await press("button", "Play voice message, 00:07");
  await press("button", "Play video, 00:05");
  fireEvent.play(await shownFilm());
  const told = ports.wire.flatMap(({ call, input }) => (call === "player.command" ? [input] : []));
  expect(told).toEqual([{ type: "voice.pause" }]);
  await press("button", "Close");
  expect(document.querySelector("video")).toBeNull();
});

it("3-77 a video stops the recording, which stays as a draft", async () => {
  const video = { url: `${URL}.mp4`, poster: "", width: 0, height: 0, seconds: 5 };
  const { ports, does } = await openChat(
    aWorld({ messages: [aMessage({ content: { type: "video", video } })] }),
  );
  await press("button", "Record voice");
  await does(() => ports.emit.recorder({ type: "recorder.started" }));
  await press("button", "Play video, 00:05");
  const film = await shownFilm();
  await does(() => void fireEvent.play(film));
  expect(ports.wire.filter(({ call }) => call === "recorder.finish")).toHaveLength(1);
});

describe("a voice message", () => {
  const voice = (seq: number, changes: Partial<Message> = {}) =>
    aMessage({
      seq,
      content: { type: "voice", voice: { url: `${URL}-${seq}.webm`, seconds: seq } },
      ...changes,
    });
  const played = (ports: FakePorts) =>
    ports.wire.flatMap(({ call, input }) => (call === "player.play" ? [input] : []));

  it("3-77 others' messages have a dot until they were heard, now or before", async () => {
    const messages = [voice(1), voice(2), voice(3, { sendID: ME })];
    await openChat(aWorld({ messages }), { answers: { "storage.readHeard": () => ["message-1"] } });
    expect(
      articles().map((row) => within(row).queryAllByRole("img", { name: "Not heard yet" }).length),
    ).toEqual([0, 1, 0]);
    await press("button", "Play voice message, 00:02");
    expect(screen.queryByRole("img", { name: "Not heard yet" })).toBeNull();
  });

  it("3-77 the next unheard message of others plays next, and no other", async () => {
    const messages = [voice(1), voice(2, { sendID: ME }), voice(3), voice(4)];
    const { ports, does } = await openChat(aWorld({ messages }), {
      answers: { "storage.readHeard": () => ["message-3"] },
    });
    await press("button", "Play voice message, 00:01");
    await does(() => ports.emit.voice({ type: "voice.ended" }));
    await does(() => ports.emit.voice({ type: "voice.ended" }));
    expect(played(ports)).toEqual([
      { url: `${URL}-1.webm`, rate: 1 },
      { url: `${URL}-4.webm`, rate: 1 },
    ]);
    expect(ports.held.sounds).toEqual([]);
  });

  it("3-77 plays on behind other screens, and ends with the session", async () => {
    const { ports, does } = await openChat(aWorld({ messages: [voice(1)] }));
    await press("button", "Play voice message, 00:01");
    await does(() => ports.visit("/contact"));
    expect(ports.held.sounds).toHaveLength(1);
    await does(() => ports.emit.connection({ type: "im.kicked" }));
    expect(ports.held.sounds).toEqual([]);
  });

  it("3-77 pauses for a call", async () => {
    const { ports, does } = await openChat(aWorld({ messages: [voice(1)] }));
    await press("button", "Play voice message, 00:01");
    await does(() => ports.emit.voice({ type: "voice.playing" }));
    expect(screen.getByRole("button", { name: "Pause voice message, 00:01" })).toBeTruthy();
    await does(() => ports.emit.signals(anInvite()));
    expect(screen.getByRole("button", { name: "Play voice message, 00:01", hidden: true })).toBeTruthy();
  });
});

describe("a merged history", () => {
  it("3-77 shows its first lines and opens, with the histories in it", async () => {
    const inner = historyOf({ type: "text", text: "Long ago" });
    const { row } = await see({
      type: "merge",
      merged: historyOf({ type: "text", text: "Red or blue?" }, pictureOf(), {
        type: "merge",
        merged: { ...inner, title: "Older" },
      }),
    });
    expect(row.getByText("Ben: Blue")).toBeTruthy();
    expect(row.getByText("3 messages")).toBeTruthy();
    expect(screen.queryByText("Red or blue?")).toBeNull();
    await press("button", "Open chat history: Ann and Ben");
    const sheet = within(await screen.findByRole("dialog", { name: "Ann and Ben" }));
    expect(sheet.getByText("Red or blue?")).toBeTruthy();
    expect(sheet.getByRole("img", { name: "Photo" })).toBeTruthy();
    await press("button", "Open chat history: Older");
    expect(within(await screen.findByRole("dialog", { name: "Older" })).getByText("Long ago")).toBeTruthy();
  });

  it("11-24 3-77 closes by Back, the innermost first", async () => {
    const older = { ...historyOf({ type: "text", text: "Long ago" }), title: "Older" };
    const merged = historyOf({ type: "merge", merged: older });
    const { ports, does } = await see({ type: "merge", merged });
    await press("button", "Open chat history: Ann and Ben");
    await screen.findByRole("dialog", { name: "Ann and Ben" });
    await press("button", "Open chat history: Older");
    await screen.findByRole("dialog", { name: "Older" });
    await does(() => ports.browserBack());
    expect(screen.queryByRole("dialog", { name: "Older" })).toBeNull();
    expect(screen.getByRole("dialog", { name: "Ann and Ben" })).toBeTruthy();
    await does(() => ports.browserBack());
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(ports.address.current.path).toBe("/chat");
  });

  it("4-62 3-77 closes, with the histories in it, when its message is recalled", async () => {
    const older = { ...historyOf({ type: "text", text: "Long ago" }), title: "Older" };
    const { ports, does } = await see({ type: "merge", merged: historyOf({ type: "merge", merged: older }) });
    await press("button", "Open chat history: Ann and Ben");
    await screen.findByRole("dialog", { name: "Ann and Ben" });
    await press("button", "Open chat history: Older");
    await screen.findByRole("dialog", { name: "Older" });
    const anna = { userID: ANNA, nickname: "Anna" };
    await does(() =>
      ports.emit.messages({ type: "im.revoked", clientMsgID: "message-1", revoker: anna, sender: anna }),
    );
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(screen.queryByText("Long ago")).toBeNull();
    expect(ports.address.current.path).toBe("/chat");
  });

  it("11-51 3-77 shows its first pictures, videos and stickers, and how many more there are", async () => {
    const video = { url: `${URL}.mp4`, poster: `${URL}-poster.png`, width: 4, height: 3, seconds: 9 };
    const seen: MessageContent[] = [
      { type: "text", text: "Look" },
      pictureOf(),
      { type: "video", video },
      { type: "face", face: { sticker: "hello" } },
    ];
    const stills = () =>
      [...document.querySelectorAll("button[aria-label^='Open chat history'] img")].map(
        (still) => still instanceof HTMLImageElement && still.src,
      );
    const { row, does, ports } = await see({ type: "merge", merged: historyOf(...seen) });
    expect(stills()).toEqual([`${URL}-small.png`, `${URL}-poster.png`]);
    expect(row.getByLabelText("Sticker: Hello")).toBeTruthy();
    expect(row.queryByText(/^\+/)).toBeNull();
    const more = historyOf(...seen, pictureOf({ thumbnail: `${URL}-2.png` }), pictureOf());
    await does(() =>
      ports.emit.messages({
        type: "im.messages",
        messages: [aMessage({ seq: 2, content: { type: "merge", merged: more } })],
      }),
    );
    expect(screen.getByText("+2")).toBeTruthy();
    expect(stills()).toHaveLength(4);
  });

  it("3-77 without messages has nothing to open", async () => {
    const { row } = await see({ type: "merge", merged: { title: "", lines: ["Ann: Red?"], messages: [] } });
    expect(row.getAllByText("Chat history")).toHaveLength(2);
    expect(row.queryByRole("button", { name: /Open/ })).toBeNull();
  });

  it("3-74 shows markup as text", async () => {
    const { row } = await see({
      type: "merge",
      merged: { ...historyOf({ type: "text", text: "x" }), title: "<b>x</b>", lines: ["<img src=x>"] },
    });
    expect(row.getByText("<b>x</b>")).toBeTruthy();
    expect(row.getByText("<img src=x>")).toBeTruthy();
  });
});

it("3-77 1-15 a file has Chinese labels in a Chinese browser", async () => {
  const { row } = await see(
    { type: "file", fileName: "计划.pdf", file: { url: URL, bytes: 2048 } },
    { browserLanguage: "zh-CN" },
  );
  expect(row.getByRole("link", { name: "下载 计划.pdf，2.0 KB" })).toBeTruthy();
});
