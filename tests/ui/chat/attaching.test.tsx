import { act, fireEvent, screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import {
  ANNA,
  aBlack,
  aConversation,
  aGroup,
  aGroupConversation,
  aMember,
  aWorld,
  groupChatID,
  TEAM,
} from "../../fakes/world.ts";
import { openPage, press } from "../shell/stage.tsx";
import { field, openChat } from "./stage.tsx";

const file = (name: string) => new File(["bytes"], name, { type: "text/plain" });

/** The event of a drag. Browsers list the files only at the drop. */
const dragged = (files: readonly File[], types = ["Files"]) => ({
  dataTransfer: { types, files, dropEffect: "" },
});

describe("picked files", () => {
  it("can be pasted; a copied table, which has a text and a picture, is pasted as text", async () => {
    const { does } = await openChat();
    await does(
      () =>
        void fireEvent.paste(field(), {
          clipboardData: { files: [file("table.png")], getData: () => "a\tb" },
        }),
    );
    expect(screen.queryByRole("dialog")).toBeNull();
    await does(
      () => void fireEvent.paste(field(), { clipboardData: { files: [file("cat.txt")], getData: () => "" } }),
    );
    await screen.findByRole("dialog", { name: "Send 1 item" });
  });

  it.each([
    ["its name", "cat.txt"],
    ["the path of each", "/home/anna/cat.txt\n/home/anna/a%20dog.txt\n"],
    ["their addresses", "file:///home/anna/cat.txt\r\nfile:///home/anna/a%20dog.txt"],
  ])("are pasted if the text beside them is only %s", async (_, text) => {
    const { does } = await openChat();
    const files = [file("cat.txt"), file("a dog.txt")].slice(0, text.includes("dog") ? 2 : 1);
    await does(() => void fireEvent.paste(field(), { clipboardData: { files, getData: () => text } }));
    await screen.findByRole("dialog", { name: /^Send [12] items?$/ });
  });

  it("can be pasted while no field has the focus, and beside those that wait for their caption", async () => {
    const { does } = await openChat();
    const paste = (place: Element, name: string) =>
      does(() => void fireEvent.paste(place, { clipboardData: { files: [file(name)], getData: () => "" } }));
    await paste(document.body, "one.txt");
    await screen.findByRole("dialog", { name: "Send 1 item" });
    await paste(screen.getByRole("textbox", { name: "Add a message" }), "two.txt");
    await screen.findByRole("dialog", { name: "Send 2 items" });
  });

  it("of a folder are taken in the order of their names, without hidden ones", async () => {
    const { does } = await openChat();
    const entry = (name: string) => ({
      ...{ name, isFile: true, isDirectory: false },
      file: (take: (one: File) => void) => take(file(name)),
    });
    const folder = (name: string, ...children: readonly { name: string }[]) => ({
      ...{ name, isFile: false, isDirectory: true },
      createReader() {
        const parts = [children, []];
        return { readEntries: (take: (some: unknown) => void) => take(parts.shift()) };
      },
    });
    const dropped = [
      folder("trip", entry("10.txt"), entry("2.txt"), entry(".hidden"), folder("sub", entry("z.txt"))),
    ];
    const items = dropped.map((one) => ({ webkitGetAsEntry: () => one }));
    const transfer = { ...dragged([file("trip")]).dataTransfer, items };
    await does(() => void fireEvent.drop(window, { dataTransfer: transfer }));
    await screen.findByRole("dialog", { name: "Send 3 items" });
    const list = within(screen.getByRole("list", { name: "To be sent" }));
    await expect
      .poll(() => list.getAllByRole("listitem").map((one) => one.textContent?.slice(0, 2)))
      .toEqual(["2.", "10", "z."]);
  });

  it("6-14 are not taken in the chat with a user whom this user has blocked", async () => {
    const { does } = await openChat(aWorld({ blacks: [aBlack({ userID: ANNA, nickname: "Anna" })] }));
    await screen.findByText("You blocked this person");
    await does(() => void fireEvent.dragEnter(window, dragged([])));
    expect(screen.queryByText("Drop here to send")).toBeNull();
    await does(() => void fireEvent.drop(window, dragged([file("notes.txt")])));
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  it("can be dropped anywhere, with a hint during the drag; a drag without files is left to the browser", async () => {
    const { does } = await openChat();
    expect(fireEvent.dragEnter(window, dragged([], ["text/plain"]))).toBe(true);
    expect(screen.queryByText("Drop here to send")).toBeNull();
    await does(() => void fireEvent.dragEnter(window, dragged([])));
    screen.getByText("Drop here to send");
    await does(() => void fireEvent.dragEnter(window, dragged([])));
    await does(() => void fireEvent.dragLeave(window, dragged([])));
    screen.getByText("Drop here to send");
    await does(() => void fireEvent.drop(window, dragged([file("notes.txt"), file("more.txt")])));
    expect(screen.queryByText("Drop here to send")).toBeNull();
    await screen.findByRole("dialog", { name: "Send 2 items" });
  });

  it("11-21 Escape, or a move of the mouse after the drag, hides the hint and leaves the chat open", async () => {
    const { ports, does } = await openChat(aWorld(), { width: "two" });
    for (const end of [
      () => fireEvent.keyDown(field(), { key: "Escape" }),
      () => fireEvent.mouseMove(document.body),
    ]) {
      await does(() => void fireEvent.dragEnter(window, dragged([])));
      screen.getByText("Drop here to send");
      await does(() => void end());
      expect(screen.queryByText("Drop here to send")).toBeNull();
    }
    expect(ports.address.current.path).toBe("/chat");
    await does(() => void fireEvent.dragEnter(window, dragged([])));
    screen.getByText("Drop here to send");
  });

  it("11-21 are taken over the list beside the chat too", async () => {
    const { does } = await openChat(aWorld(), { width: "two" });
    const list = screen.getByRole("list", { name: "Chat list" });
    await does(() => void fireEvent.drop(list, dragged([file("notes.txt")])));
    await screen.findByRole("dialog", { name: "Send 1 item" });
  });

  it("11-21 are refused while no chat is open, and the page stays", async () => {
    await openPage({ world: aWorld(), width: "two" });
    const list = await screen.findByRole("list", { name: "Chat list" });
    expect(fireEvent.dragOver(list, dragged([]))).toBe(false);
    expect(fireEvent.drop(list, dragged([file("notes.txt")]))).toBe(false);
    expect(fireEvent.drop(list, dragged([], ["text/plain"]))).toBe(true);
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  it("6-13 are not taken where sending is forbidden, and the page stays", async () => {
    const { does } = await openChat(
      aWorld({
        conversations: [aConversation(), aGroupConversation()],
        groups: [aGroup({ status: 3 })],
        members: [aMember()],
      }),
      { conversationID: groupChatID(TEAM) },
    );
    await does(() => void fireEvent.dragEnter(window, dragged([])));
    expect(screen.queryByText("Drop here to send")).toBeNull();
    // If the drop were not prevented, the browser would leave the app for the file.
    expect(fireEvent.drop(window, dragged([file("notes.txt")]))).toBe(false);
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  it("3-77 a long name keeps its extension, as in the message", async () => {
    const { does } = await openChat();
    const stem = "Minutes of the meeting about the second half of the year";
    await does(() => void fireEvent.drop(window, dragged([file(`${stem}.pdf`)])));
    const list = within(await screen.findByRole("list", { name: "To be sent" }));
    // The stylesheet cuts the element of the stem only.
    await list.findByText(stem);
    list.getByText(".pdf");
  });

  it("are limited to a hundred, with a message about the rest", async () => {
    const { ports, does } = await openChat();
    const files = Array.from({ length: 103 }, (_, at) => file(`${at}.txt`));
    await does(() => void fireEvent.drop(window, dragged(files)));
    await screen.findByText("You can send up to 100 at a time. The rest was left out.");
    await expect.poll(() => screen.queryByRole("dialog", { name: "Send 100 items" })).not.toBeNull();
    await expect
      .poll(() => screen.getByRole<HTMLButtonElement>("button", { name: "Send" }).disabled)
      .toBe(false);
    await press("button", "Remove 7.txt");
    expect(screen.queryByText("You can send up to 100 at a time. The rest was left out.")).toBeNull();
    await does(() => void fireEvent.drop(window, dragged([file("more.txt")])));
    expect(screen.queryByText("You can send up to 100 at a time. The rest was left out.")).toBeNull();
    await expect
      .poll(() => screen.getByRole<HTMLButtonElement>("button", { name: "Send" }).disabled)
      .toBe(false);
    await press("button", "Send");
    await act(async () => {});
    const uploads = ports.wire.filter(({ call }) => call === "im.upload");
    expect(uploads).toHaveLength(100);
  });
});
