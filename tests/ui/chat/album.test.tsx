import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { Message } from "../../../machines/domain/message.ts";
import { aConversation, aMessage, aRecall, aWorld, ME, NOON } from "../../fakes/world.ts";
import { press } from "../shell/stage.tsx";
import { article, articles, CHAT, openChat } from "./stage.tsx";

const pictured = (seq: number, changes: Partial<Message> = {}) => {
  const picture = { url: `/${seq}.png`, thumbnail: `/${seq}-small.png`, width: 400, height: 300 };
  return aMessage({ seq, content: { type: "picture", picture }, ...changes });
};
const own = (seq: number, changes: Partial<Message> = {}) => pictured(seq, { sendID: ME, ...changes });
const three = () => [pictured(1), pictured(2), pictured(3)];
const see = (messages: Message[], options?: Parameters<typeof openChat>[1]) =>
  openChat(aWorld({ messages }), options);

const images = () => screen.getAllByRole<HTMLImageElement>("img", { name: "Photo" });
const seen = () => images().map(({ src }) => Number(/(\d+)-small/.exec(src)?.[1]));
const picture = (index: number) => {
  const image = images()[index];
  if (!image) throw new Error("There is no such picture");
  return image;
};
const openMenuOf = (index: number) => fireEvent.contextMenu(picture(index));

describe("11-51 an album", () => {
  it("is one message with one time, and each picture opens at its place", async () => {
    await see(three());
    const [album, ...others] = articles();
    expect(others).toEqual([]);
    expect(album?.getAttribute("aria-label")).toMatch(/^Anna, .+, album of 3$/);
    expect(seen()).toEqual([1, 2, 3]);
    expect(album?.querySelectorAll("time")).toHaveLength(1);
    await press("button", "Open photo 2 of 3");
    const gallery = await screen.findByRole("dialog", { name: "Photos and videos" });
    expect(await screen.findByText("2 of 3")).toBeTruthy();
    fireEvent.keyDown(gallery, { key: "ArrowRight" });
    expect(await screen.findByText("3 of 3")).toBeTruthy();
  });

  it("has its whole height before the pictures load", async () => {
    await see(three());
    const mosaic = picture(0).closest<HTMLElement>("[data-part]")?.parentElement;
    expect(mosaic?.style.width).toBe("280px");
    expect(mosaic?.style.aspectRatio).toMatch(/^280 \/ \d+$/);
  });

  it("the menu acts on the pressed picture, and a deleted one leaves the album", async () => {
    const { ports } = await see(three());
    openMenuOf(1);
    await press("menuitem", "Delete");
    await press("menuitem", "Delete");
    await waitFor(() => expect(seen()).toEqual([1, 3]));
    expect(ports.sent("im.deleteMessage").map(({ clientMsgID }) => clientMsgID)).toEqual(["message-2"]);
    expect(articles()).toHaveLength(1);
    openMenuOf(0);
    await press("menuitem", "Delete");
    await press("menuitem", "Delete");
    await waitFor(() => expect(seen()).toEqual([3]));
    expect(articles()[0]?.getAttribute("aria-label")).toMatch(/^Anna, [^,]+$/);
  });

  it("a recalled picture leaves the album, and others before and after it stay together", async () => {
    const { ports, does } = await see([1, 2, 3, 4, 5].map((seq) => pictured(seq)));
    await does(() => ports.emit.messages(aRecall("message-3")));
    await waitFor(() => expect(seen()).toEqual([1, 2, 4, 5]));
    expect(screen.getAllByRole("article", { name: /album of 2$/ })).toHaveLength(2);
  });

  it("the keyboard reaches the menu of every picture", async () => {
    const { log } = await see(three());
    log.focus();
    for (const place of ["3/3", "2/3"]) {
      fireEvent.keyDown(document.activeElement ?? log, { key: "ArrowUp" });
      expect(document.activeElement?.getAttribute("aria-label")).toContain(`[Photo] ${place}`);
    }
    fireEvent.click(document.activeElement ?? log);
    expect(await screen.findByRole("menuitem", { name: "Forward" })).toBeTruthy();
  });

  it("pictures are selected one by one", async () => {
    const { ports } = await see([...three(), aMessage({ seq: 4, sendTime: NOON })]);
    openMenuOf(2);
    await press("menuitem", "Select");
    await screen.findByRole("heading", { name: "1 selected" });
    const boxes = screen.getAllByRole<HTMLInputElement>("checkbox");
    expect(boxes.map(({ checked }) => checked)).toEqual([false, false, true, false]);
    fireEvent.click(boxes[0] ?? document.body);
    await screen.findByRole("heading", { name: "2 selected" });
    expect(picture(0).closest("[inert]")).not.toBeNull();
    await press("button", "Delete");
    await press("menuitem", "Delete");
    await waitFor(() => expect(seen()).toEqual([2]));
    expect(ports.sent("im.deleteMessage").map(({ clientMsgID }) => clientMsgID)).toEqual([
      "message-1",
      "message-3",
    ]);
  });

  it("a failed picture has a retry button, the album shows the lowest status and the reason", async () => {
    const failed = own(3, { status: "failed", clientMsgID: "failed" });
    await see([own(1, { isRead: true }), own(2), failed]);
    const [album] = articles();
    const tile = within(picture(2).closest<HTMLElement>("[data-part]") ?? document.body);
    expect(within(album ?? document.body).getAllByRole("button", { name: "Retry" })).toEqual([
      tile.getByRole("button", { name: "Retry" }),
    ]);
    expect(
      within(album ?? document.body).getAllByRole("img", { name: /^(Read|Sent|Not sent)$/ }),
    ).toHaveLength(1);
    expect(within(album ?? document.body).getByRole("img", { name: "Not sent" })).toBeTruthy();
    expect(within(album ?? document.body).getByText("Not sent")).toBeTruthy();
  });

  it("is read once all its pictures are read", async () => {
    const { ports, does } = await see([own(1), own(2)]);
    const read = (...clientMsgIDs: string[]) =>
      does(() => ports.emit.messages({ type: "im.read", clientMsgIDs }));
    await read("message-1");
    expect(screen.queryByRole("img", { name: "Read" })).toBeNull();
    await read("message-2");
    expect(await screen.findByRole("img", { name: "Read" })).toBeTruthy();
  });

  it("a text with the album's id is its caption, with a menu of its own", async () => {
    const caption = aMessage({ seq: 3, text: "At the lake", albumID: "a" });
    await see([pictured(1, { albumID: "a" }), pictured(2, { albumID: "a" }), caption]);
    expect(articles()).toHaveLength(1);
    expect(within(article("At the lake")).getAllByRole("img", { name: "Photo" })).toHaveLength(2);
    fireEvent.contextMenu(screen.getByText("At the lake"));
    await press("menuitem", "Delete");
    await press("menuitem", "Delete");
    await waitFor(() => expect(screen.queryByText("At the lake")).toBeNull());
    expect(seen()).toEqual([1, 2]);
  });

  it("a jump highlights its target picture", async () => {
    await see(three(), { conversationID: `${CHAT}&clientMsgID=message-2` });
    const found = () => document.querySelector<HTMLElement>("[data-found]");
    await waitFor(() => expect(found()?.dataset.part).toBe("message-2"));
  });

  it("a picture on a foreign host stands alone, because its tile names the host", async () => {
    const url = "https://elsewhere.example/2.png";
    const content = { type: "picture" as const, picture: { url, thumbnail: url, width: 4, height: 3 } };
    await see([pictured(1), aMessage({ seq: 2, content }), pictured(3)]);
    expect(articles()).toHaveLength(3);
  });

  it("the unread line divides it", async () => {
    const { log } = await openChat(
      aWorld({
        messages: three(),
        conversations: [aConversation({ unreadCount: 1, latestMsg: pictured(3) })],
      }),
    );
    await waitFor(() => expect(log.textContent).toContain("Unread messages"));
    expect(articles()).toHaveLength(2);
    expect(within(articles()[0] ?? log).getAllByRole("img", { name: "Photo" })).toHaveLength(2);
  });
});
