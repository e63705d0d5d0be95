import { fireEvent, screen, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { Failure } from "../../../machines/domain/failure.ts";
import type { Message } from "../../../machines/domain/message.ts";
import { ANNA, aConversation, aMessage, aRecall, aWorld, BEN, ME, NOON } from "../../fakes/world.ts";
import { press } from "../shell/stage.tsx";
import { CHAT, openChat } from "./stage.tsx";

const pictured = (seq: number, changes: Partial<Message> = {}) => {
  const picture = {
    url: `https://im.example/${seq}.png`,
    thumbnail: `https://im.example/${seq}-small.png`,
    width: 400,
    height: 300,
  };
  return aMessage({ seq, content: { type: "picture", picture }, ...changes });
};
const dialog = () => screen.findByRole("dialog", { name: "Photos and videos" });
const openedAt = (index: number) => {
  const button = screen.getAllByRole("button", { name: /^Open photo/, hidden: true })[index];
  if (!button) throw new Error("There is no such picture");
  fireEvent.click(button);
  return dialog();
};
/** In the gallery only, because the chat below shows pictures too. */
const large = (gallery: HTMLElement) =>
  gallery.querySelector<HTMLImageElement>("[data-frame=shown] img[alt=Photo]");

async function openThree() {
  return openChat(
    aWorld({ messages: [pictured(1), aMessage({ seq: 2 }), pictured(3), pictured(4, { sendID: ME })] }),
  );
}

describe("the gallery", () => {
  it("3-77 shows the small picture until the large one has loaded, which can be retried", async () => {
    await openThree();
    const gallery = await openedAt(1);
    const sources = () =>
      [...gallery.querySelectorAll("[data-frame=shown] img")].map((one) => (one as HTMLImageElement).src);
    expect(sources()).toEqual(["https://im.example/3-small.png", "https://im.example/3.png"]);
    fireEvent.error(large(gallery) ?? gallery);
    expect(sources()).toEqual(["https://im.example/3-small.png"]);
    expect(screen.getByText("Couldn't load")).toBeTruthy();
    await press("button", "Retry");
    fireEvent.load(large(gallery) ?? gallery);
    expect(sources()).toEqual(["https://im.example/3.png"]);
  });

  it("3-77 shows sender, time and position", async () => {
    await openThree();
    const gallery = await openedAt(2);
    expect(gallery.textContent).toContain("You");
    expect(gallery.querySelector("time")?.dateTime).toBe(new Date(NOON - 3_600_000 + 4000).toISOString());
    expect(await screen.findByText("3 of 3")).toBeTruthy();
  });

  it("3-77 moves by the arrow keys, and Escape closes it and restores the focus", async () => {
    await openThree();
    screen.getAllByRole("button", { name: "Open photo" })[1]?.focus();
    const before = document.activeElement;
    const gallery = await openedAt(1);
    await screen.findByText("2 of 3");
    fireEvent.keyDown(gallery, { key: "ArrowRight" });
    expect(await screen.findByText("3 of 3")).toBeTruthy();
    fireEvent.keyDown(gallery, { key: "ArrowRight" });
    fireEvent.keyDown(gallery, { key: "ArrowLeft" });
    expect(await screen.findByText("2 of 3")).toBeTruthy();
    fireEvent.keyDown(gallery, { key: "Escape" });
    await expect.poll(() => screen.queryByRole("dialog")).toBeNull();
    await expect.poll(() => document.activeElement).toBe(before);
  });

  it("11-24 3-77 closes by Back, and the chat stays", async () => {
    const { ports, does } = await openThree();
    await openedAt(0);
    await does(() => ports.browserBack());
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(ports.address.current.path).toBe("/chat");
  });

  it("3-77 saves a picture under a name with its time; another host's opens outside the app", async () => {
    await openThree();
    await openedAt(0);
    const save = await screen.findByRole<HTMLAnchorElement>("link", { name: "Save" });
    expect([save.href, save.target, save.rel]).toEqual([
      "https://im.example/1.png",
      "_blank",
      "noopener noreferrer",
    ]);
    expect(save.download).toMatch(/^Parley 20\d\d-\d\d-\d\d \d\d\.\d\d\.\d\d\.png$/);
  });

  it("3-77 of a merged history shows only that history's pictures", async () => {
    const inner = [pictured(21), aMessage({ seq: 22 }), pictured(23)].map((message) => ({
      ...message,
      senderNickname: "Cleo",
    }));
    const content = { type: "merge" as const, merged: { title: "Earlier", lines: ["x"], messages: inner } };
    const { ports } = await openChat(aWorld({ messages: [pictured(1), aMessage({ seq: 2, content })] }));
    await press("button", "Open chat history: Earlier");
    await screen.findByRole("dialog", { name: "Earlier" });
    const before = ports.sent("im.loadOlder").length;
    const gallery = await openedAt(1);
    expect(await screen.findByText("1 of 2")).toBeTruthy();
    expect(gallery.textContent).toContain("Cleo");
    expect(screen.queryByRole("button", { name: "Show in chat" })).toBeNull();
    expect(ports.sent("im.loadOlder")).toHaveLength(before);
    fireEvent.keyDown(gallery, { key: "Escape" });
    await expect.poll(() => screen.queryByRole("dialog", { name: "Photos and videos" })).toBeNull();
    expect(screen.getByRole("dialog", { name: "Earlier" })).toBeTruthy();
  });

  it("3-77 shows an unsent picture alone", async () => {
    const { ports } = await openChat(
      aWorld({ messages: [pictured(1), pictured(2, { sendID: ME, status: "failed", seq: 0 })] }),
    );
    await openedAt(0);
    expect(ports.sent("im.loadNewer")).toEqual([]);
    expect(screen.queryByRole("button", { name: "Previous" })).toBeNull();
  });

  it("3-77 leads to its message in the chat below", async () => {
    await openThree();
    await openedAt(0);
    await press("button", "Show in chat");
    await expect.poll(() => screen.queryByRole("dialog")).toBeNull();
    expect(document.querySelector("article[data-found]")).not.toBeNull();
  });

  it("8-23 3-77 a failed load of the neighbours shows a message, and Retry loads them", async () => {
    const { ports } = await openChat(aWorld({ messages: [pictured(1), pictured(2)] }));
    const refuse = () => Promise.reject(new Failure("network"));
    ports.answer("im.loadNewer", refuse);
    ports.answer("im.loadOlder", refuse);
    const gallery = await openedAt(1);
    expect(await screen.findByText("Couldn't load the others")).toBeTruthy();
    expect(large(gallery)?.src).toBe("https://im.example/2.png");
    ports.answer("im.loadNewer", ({ cursor }) => ({ messages: [], cursor, isEnd: true }));
    ports.answer("im.loadOlder", ({ cursor }) => ({ messages: [pictured(1)], cursor, isEnd: true }));
    await press("button", "Retry");
    expect(await screen.findByText("2 of 2")).toBeTruthy();
    expect(screen.queryByText("Couldn't load the others")).toBeNull();
  });

  it("3-77 1-15 has Chinese labels in a Chinese browser", async () => {
    await openChat(aWorld({ messages: [pictured(1), pictured(2)] }), { browserLanguage: "zh-CN" });
    fireEvent.click(screen.getAllByRole("button", { name: /^查看图片/ })[0] ?? document.body);
    await screen.findByRole("dialog", { name: "图片和视频" });
    expect(await screen.findByText("第 1 张，共 2 张")).toBeTruthy();
    for (const name of ["关闭", "下一张", "在聊天中查看"])
      expect(screen.getByRole("button", { name })).toBeTruthy();
    expect(screen.getByRole("link", { name: "保存" })).toBeTruthy();
  });
});

describe("the gallery forwards what it shows", () => {
  const openTwo = () =>
    openChat(aWorld({ conversations: [aConversation()], messages: [pictured(1), pictured(2)] }));
  const sheet = () => screen.queryByRole("dialog", { name: "Forward to" });
  const openSheet = async () => {
    await press("button", "Forward");
    return screen.findByRole("dialog", { name: "Forward to" });
  };

  it("3-77 to the picked chats, and stays open", async () => {
    const { ports } = await openTwo();
    const gallery = await openedAt(1);
    await openSheet();
    await press("checkbox", "Anna");
    await press("button", "Next (1)");
    await press("button", "Send");
    const source = { conversationID: CHAT, clientMsgID: "message-2" };
    expect(ports.sent("im.createMessage").map(({ enclosure }) => enclosure)).toEqual([
      { type: "forward", source, from: "Anna" },
    ]);
    expect(await screen.findByText("Forwarded")).toBeTruthy();
    await expect.poll(() => screen.queryByRole("dialog", { name: "Forward" })).toBeNull();
    expect(large(gallery)?.src).toBe("https://im.example/2.png");
  });

  it("3-77 a video stops while its chats are chosen", async () => {
    const paused = vi.spyOn(HTMLMediaElement.prototype, "pause").mockImplementation(() => {});
    const url = "https://im.example/v";
    const video = { url: `${url}.mp4`, poster: `${url}.jpg`, width: 640, height: 480, seconds: 9 };
    await openChat(
      aWorld({
        conversations: [aConversation()],
        messages: [aMessage({ seq: 1, content: { type: "video", video } })],
      }),
    );
    await press("button", /^Play video/);
    const gallery = await dialog();
    expect(paused).not.toHaveBeenCalled();
    await openSheet();
    expect(paused.mock.contexts).toEqual([gallery.querySelector("video")]);
  });

  it("3-77 11-24 Back and Escape return from the choice of chats to the picture and its button", async () => {
    const { ports, does } = await openTwo();
    const gallery = await openedAt(1);
    for (const leave of [
      () => ports.browserBack(),
      () => void fireEvent.keyDown(document.activeElement ?? document.body, { key: "Escape" }),
    ]) {
      within(gallery).getByRole("button", { name: "Forward" }).focus();
      await openSheet();
      await expect.poll(() => sheet()?.contains(document.activeElement)).toBe(true);
      await does(leave);
      await expect.poll(sheet).toBeNull();
      expect(large(gallery)?.src).toBe("https://im.example/2.png");
      await expect.poll(() => document.activeElement?.getAttribute("aria-label")).toBe("Forward");
    }
  });

  it("3-77 11-24 Back goes from the preview to the choice of chats, and then to the picture", async () => {
    const { ports, does } = await openTwo();
    const gallery = await openedAt(1);
    await openSheet();
    await press("checkbox", "Anna");
    await press("button", "Next (1)");
    await screen.findByRole("dialog", { name: "Forward" });
    await does(() => ports.browserBack());
    expect(sheet()).not.toBeNull();
    await does(() => ports.browserBack());
    await expect.poll(sheet).toBeNull();
    expect(large(gallery)?.src).toBe("https://im.example/2.png");
    expect(gallery.isConnected).toBe(true);
    await does(() => ports.browserBack());
    await expect.poll(() => screen.queryByRole("dialog")).toBeNull();
    expect(ports.address.current.path).toBe("/chat");
  });

  it("3-77 a plus in the search for chats does not zoom the picture", async () => {
    await openTwo();
    const gallery = await openedAt(1);
    const search = within(await openSheet()).getByRole("searchbox");
    fireEvent.keyDown(search, { key: "+" });
    expect(gallery.querySelector<HTMLElement>("[data-frame=shown]")?.style.transform).toBe("");
  });

  it("3-77 a picture that is recalled meanwhile is not forwarded; the gallery shows its neighbour", async () => {
    const { ports, does } = await openTwo();
    const gallery = await openedAt(1);
    await screen.findByText("2 of 2");
    await openSheet();
    await does(() => ports.emit.messages(aRecall("message-2")));
    await expect.poll(sheet).toBeNull();
    expect(screen.getByText("The message was recalled")).toBeTruthy();
    expect(large(gallery)?.src).toBe("https://im.example/1.png");
  });

  it("3-77 if the only picture is recalled meanwhile, the gallery closes too and says why", async () => {
    const { ports, does } = await openChat(aWorld({ messages: [pictured(1)] }));
    await openedAt(0);
    await openSheet();
    await does(() => ports.emit.messages(aRecall("message-1")));
    await expect.poll(() => screen.queryByRole("dialog")).toBeNull();
    expect(screen.getByText("The message was recalled")).toBeTruthy();
  });

  it.each<[string, Partial<Message>]>([
    ["a disappearing one", { burn: { seconds: 30, readAt: null } }],
    ["an unsent one", { sendID: ME, status: "failed", seq: 0 }],
  ])("3-77 but not %s", async (_, changes) => {
    await openChat(aWorld({ messages: [pictured(1, changes)] }));
    await openedAt(0);
    expect(screen.queryByRole("button", { name: "Forward" })).toBeNull();
  });

  it("3-77 but not one of a merged history", async () => {
    const merged = { title: "Earlier", lines: ["x"], messages: [pictured(21)] };
    const content = { type: "merge" as const, merged };
    await openChat(aWorld({ messages: [aMessage({ seq: 2, content })] }));
    await press("button", "Open chat history: Earlier");
    await screen.findByRole("dialog", { name: "Earlier" });
    await openedAt(0);
    expect(screen.queryByRole("button", { name: "Forward" })).toBeNull();
  });
});

describe("the gallery closes when its message is gone", () => {
  const emptied = (conversationID: string, latestMsg: Message | null, cleared?: readonly string[]) => ({
    type: "im.conversations" as const,
    conversations: [aConversation({ conversationID, latestMsg })],
    ...(cleared && { cleared }),
  });

  it.each([
    ["clears the chat", emptied(CHAT, pictured(9), [CHAT])],
    ["empties the chat", emptied(CHAT, null)],
  ])("4-64 3-77 because another device %s", async (_, event) => {
    const { ports, does } = await openThree();
    await openedAt(1);
    await does(() => ports.emit.conversations(emptied("si_other", null, ["si_other"])));
    await does(() => ports.emit.conversations({ ...event, conversations: [], cleared: [] }));
    expect(screen.getByRole("dialog")).toBeTruthy();
    await does(() => ports.emit.conversations(event));
    await expect.poll(() => screen.queryByRole("dialog")).toBeNull();
  });

  it("3-77 because it is deleted on another device, or shows the next one", async () => {
    const { ports, does } = await openThree();
    const gallery = await openedAt(1);
    await screen.findByText("2 of 3");
    for (const [id, next] of [
      ["message-3", "4"],
      ["message-4", "1"],
    ] as const) {
      await does(() => ports.emit.messages({ type: "im.deleted", clientMsgID: id }));
      expect(large(gallery)?.src).toBe(`https://im.example/${next}.png`);
    }
    await does(() => ports.emit.messages({ type: "im.deleted", clientMsgID: "message-1" }));
    await expect.poll(() => screen.queryByRole("dialog")).toBeNull();
  });

  it("3-77 stays when another user recalls a message that has the same id", async () => {
    const { ports, does } = await openChat(aWorld({ messages: [pictured(1, { sendID: ANNA })] }));
    const gallery = await openedAt(0);
    const ben = { userID: BEN, nickname: "Ben" };
    await does(() =>
      ports.emit.messages({ type: "im.revoked", clientMsgID: "message-1", revoker: ben, sender: ben }),
    );
    expect(screen.queryByRole("dialog")).toBe(gallery);
  });

  it("3-77 although the picture was still being sent when it opened", async () => {
    const { ports, does } = await openChat(
      aWorld({ messages: [pictured(0, { sendID: ME, status: "sending" })] }),
    );
    await openedAt(0);
    await does(() => ports.emit.messages({ type: "im.deleted", clientMsgID: "message-0" }));
    await expect.poll(() => screen.queryByRole("dialog")).toBeNull();
  });
});
