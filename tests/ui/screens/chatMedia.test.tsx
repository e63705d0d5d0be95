import { act, fireEvent, screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { Failure } from "../../../machines/domain/failure.ts";
import type { Message } from "../../../machines/domain/message.ts";
import { sharedMediaPath } from "../../../machines/media/shared-items.ts";
import {
  ANNA,
  aConversation,
  aFriend,
  aGroup,
  aGroupConversation,
  aMember,
  aMessage,
  aWorld,
  BEN,
  groupChatID,
  ME,
  singleChatID,
  TEAM,
} from "../../fakes/world.ts";
import { openPage, press } from "../shell/stage.tsx";

const CHAT = singleChatID(ANNA);
const picture = {
  url: "https://im.example/a.png",
  thumbnail: "https://im.example/b.png",
  width: 4,
  height: 3,
};
const pictured = (seq: number, changes: Partial<Message> = {}) =>
  aMessage({ seq, content: { type: "picture", picture }, ...changes });
const world = (...messages: Message[]) =>
  aWorld({ messages, conversations: [aConversation()], friends: [aFriend()] });

async function open(shown = world(), path = sharedMediaPath(CHAT)) {
  const page = await openPage({ world: shown });
  await page.does(() => page.ports.visit(path));
  return page;
}
const choose = (name: string) => act(async () => void fireEvent.click(screen.getByRole("radio", { name })));

describe("the files of a chat", () => {
  it("3-77 pictures and videos are grouped by month, the newest first, and open the gallery", async () => {
    const video = { url: "https://im.example/v.mp4", poster: "", width: 4, height: 3, seconds: 65 };
    await open(
      world(
        pictured(1, { sendTime: new Date(2026, 4, 3, 12).getTime() }),
        aMessage({ seq: 2, content: { type: "video", video }, sendTime: new Date(2026, 5, 4, 12).getTime() }),
      ),
    );
    const months = await screen.findAllByRole("heading", { level: 2 });
    expect(months.map(({ textContent }) => textContent)).toEqual(["June 2026", "May 2026"]);
    expect(screen.getByText("01:05")).toBeTruthy();
    fireEvent.click(screen.getByRole("button", { name: /^Photo from Anna/ }));
    expect(await screen.findByText("1 of 2")).toBeTruthy();
  });

  it("4-64 3-77 leave the page when another device clears the chat", async () => {
    const { ports, does } = await open(world(pictured(1)));
    expect(await screen.findByRole("button", { name: /^Photo from Anna/ })).toBeTruthy();
    ports.answer("im.loadOlder", ({ cursor }) => ({ messages: [], cursor, isEnd: true }));
    await does(() =>
      ports.emit.conversations({
        type: "im.conversations",
        conversations: [aConversation({ latestMsg: null })],
        cleared: [CHAT],
      }),
    );
    expect(screen.queryByRole("button", { name: /^Photo from Anna/ })).toBeNull();
    expect(await screen.findByText("No photos or videos yet")).toBeTruthy();
  });

  it("3-77 a long press on a picture leads to its message", async () => {
    const { ports } = await open(world(pictured(1)));
    await act(
      async () => void fireEvent.contextMenu(await screen.findByRole("button", { name: /^Photo from/ })),
    );
    await expect.poll(() => ports.address.current.path).toBe("/chat");
  });

  it("9-31 9-32 9-33 a message's links are listed once each, and open outside the app", async () => {
    const text = "http://a.example/x, www.b.example。javascript:alert(1) http://a.example/x";
    await open(world(aMessage({ seq: 1, text }), aMessage({ seq: 2, text: "no link" })));
    await choose("Links");
    const links = await screen.findAllByRole<HTMLAnchorElement>("link");
    expect(links.map(({ href, target, rel }) => [href, target, rel])).toEqual([
      ["http://a.example/x", "_blank", "noopener noreferrer"],
      ["https://www.b.example/", "_blank", "noopener noreferrer"],
    ]);
  });

  it("3-77 files can be saved, and lead to their message", async () => {
    const file = { url: "https://im.example/plan", bytes: 2048 };
    const content = { type: "file" as const, fileName: "plan.html", file };
    const { ports } = await open(world(aMessage({ seq: 1, content, sendID: ME })));
    await choose("Files");
    expect((await screen.findByRole<HTMLAnchorElement>("link")).download).toBe("plan.html");
    await press("button", /^Show in chat: message from You/);
    expect(ports.address.current.path).toBe("/chat");
  });

  it("each empty list says so", async () => {
    await open();
    expect(await screen.findByText("No photos or videos yet")).toBeTruthy();
    await choose("Files");
    expect(screen.getByText("No files yet")).toBeTruthy();
    await choose("Links");
    expect(screen.getByText("No links yet")).toBeTruthy();
  });

  it("8-22 8-23 a failed load shows a message and offers a retry", async () => {
    const page = await openPage({ world: world(pictured(1)) });
    page.ports.answer("im.loadOlder", () => {
      throw new Failure("network");
    });
    await page.does(() => page.ports.visit(sharedMediaPath(CHAT)));
    expect(await screen.findByText("Couldn't load the list")).toBeTruthy();
    page.ports.answer("im.loadOlder", ({ cursor }) => ({ messages: [pictured(1)], cursor, isEnd: true }));
    await press("button", "Retry");
    expect(await screen.findByRole("button", { name: /^Photo from/ })).toBeTruthy();
  });

  it("2-50 2-49 opens from the details of a single chat and of a group", async () => {
    const group = aWorld({
      conversations: [aConversation(), aGroupConversation()],
      friends: [aFriend()],
      groups: [aGroup()],
      members: [aMember({ userID: ME }), aMember({ userID: BEN })],
    });
    const page = await open(group, `/groupSetting?groupID=${TEAM}`);
    await press("button", "Chat files");
    expect(page.ports.address.current).toEqual({
      path: "/chatMedia",
      search: new URLSearchParams({ conversationID: groupChatID(TEAM) }).toString(),
    });
    await page.does(() => page.ports.visit(`/singleSetting?conversationID=${CHAT}`));
    await press("button", "Chat files");
    expect(page.ports.address.current.search).toContain(CHAT);
  });

  it("1-15 an address without a chat shows an empty page, in either language", async () => {
    const page = await openPage({ world: world(), browserLanguage: "zh-CN" });
    await page.does(() => page.ports.visit("/chatMedia"));
    expect(await screen.findByText("暂无图片和视频")).toBeTruthy();
    expect(screen.getByRole("heading", { name: "聊天文件" })).toBeTruthy();
  });
});
