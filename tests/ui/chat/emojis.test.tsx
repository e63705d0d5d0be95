import { act, fireEvent, screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { aMessage, aWorld } from "../../fakes/world.ts";
import { press } from "../shell/stage.tsx";
import { article, CHAT, field, openChat, type } from "./stage.tsx";
import "../../../src/screens/chat/emoji/EmojiPanel.tsx";

const panel = () => screen.getByRole("group", { name: "Emoji panel" });
const search = (query: string) =>
  act(async () => {
    fireEvent.change(screen.getByRole("searchbox", { name: "Search emoji" }), { target: { value: query } });
  });

describe("the emoji panel", () => {
  it("inserts emoji at the caret, stays open, and deletes one whole emoji at a time", async () => {
    const { does, ports } = await openChat();
    await does(() => type("ab"));
    field().setSelectionRange(1, 1);
    await press("button", "Emoji");
    await press("button", "grinning face");
    await press("tab", "Flags");
    await press("button", "flag: China");
    expect(field().value).toBe("a😀🇨🇳b");
    expect(field().selectionStart).toBe("a😀🇨🇳".length);
    await press("button", "Delete character");
    expect(field().value).toBe("a😀b");
    await press("button", "Delete character");
    await press("button", "Delete character");
    expect([field().value, field().selectionStart]).toEqual(["b", 0]);
    await press("button", "Delete character");
    expect(field().value).toBe("b");
    expect(panel()).toBeTruthy();
    await press("button", "Send");
    expect(ports.sent("im.createMessage").map(({ text }) => text)).toEqual(["b"]);
  });

  it("finds emoji in both languages, and says when there is none", async () => {
    await openChat();
    await press("button", "Emoji");
    await search("猫头鹰");
    expect(within(panel()).getByRole("button", { name: "owl" }).textContent).toBe("🦉");
    await search("owl");
    expect(within(panel()).getByRole("button", { name: "owl" })).toBeTruthy();
    await search("qqqq");
    expect(screen.getByText("No emoji found")).toBeTruthy();
  });

  it("offers skin tones where there are some, and remembers the chosen one", async () => {
    const { does, ports } = await openChat();
    await press("button", "Emoji");
    await press("tab", "People and body");
    await does(() => void fireEvent.contextMenu(screen.getByRole("button", { name: "waving hand" })));
    await press("button", "Medium skin tone");
    expect(field().value).toBe("👋🏽");
    expect(screen.queryByRole("group", { name: "Skin tone" })).toBeNull();
    await press("button", "raised hand");
    expect(field().value).toBe("👋🏽✋🏽");
    expect(ports.sent("storage.writeEmojis").at(-1)?.memory).toEqual({
      recent: ["✋🏽", "👋🏽"],
      tone: 3,
      stickers: [],
    });
    await press("tab", "Animals and nature");
    await does(() => void fireEvent.contextMenu(screen.getByRole("button", { name: "owl" })));
    expect(screen.queryByRole("group", { name: "Skin tone" })).toBeNull();
  });

  it("opens with the recent emoji, and arrow keys move through them", async () => {
    await openChat(aWorld(), {
      answers: { "storage.readEmojis": () => ({ recent: ["🦉", "🌳"], tone: 0, stickers: [] }) },
    });
    await press("button", "Emoji");
    const owl = within(panel()).getByRole("button", { name: "owl" });
    act(() => owl.focus());
    fireEvent.keyDown(owl, { key: "ArrowRight" });
    expect(document.activeElement?.textContent).toBe("🌳");
    fireEvent.keyDown(document.activeElement ?? owl, { key: "Home" });
    expect(document.activeElement).toBe(owl);
  });

  it("11-24 closes by Escape and by Back, and the chat stays", async () => {
    const { does, ports } = await openChat();
    await press("button", "Emoji");
    await does(() => void fireEvent.keyDown(panel(), { key: "Escape" }));
    expect(screen.queryByRole("group", { name: "Emoji panel" })).toBeNull();
    expect(document.activeElement).toBe(field());
    await press("button", "Emoji");
    await does(() => ports.browserBack());
    expect(screen.queryByRole("group", { name: "Emoji panel" })).toBeNull();
    expect(ports.address.current.path).toBe("/chat");
  });

  it("4-15 forgets recent emoji at sign-out", async () => {
    const { does, ports } = await openChat();
    await does(() => ports.visit("/profile"));
    await press("button", "Sign out");
    await act(async () => {
      fireEvent.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Sign out" }));
    });
    expect(ports.wire.map(({ call }) => call)).toContain("storage.forgetEmojis");
  });
});

describe("stickers", () => {
  const names = () =>
    within(screen.getByRole("toolbar", { name: "Stickers" }))
      .getAllByRole("button")
      .map(({ textContent }) => textContent);

  it("3-50 are sent by a tap, drawn large without a bubble, and come first the next time", async () => {
    const { ports } = await openChat();
    await press("button", "Emoji");
    await press("tab", "Stickers");
    expect(names()).toHaveLength(16);
    expect(names()[0]).toBe("Hello");
    await press("button", "Good night");
    expect(ports.sent("im.createMessage").at(-1)?.enclosure).toEqual({ type: "face", sticker: "goodNight" });
    expect(ports.sent("storage.writeEmojis").at(-1)?.memory.stickers).toEqual(["goodNight"]);
    const shown = await screen.findByRole("img", { name: "Sticker: Good night" });
    expect(shown.closest<HTMLElement>("[data-look]")?.dataset.look).toBe("bare");
    expect(names()[0]).toBe("Hello");
    await press("button", "Emoji");
    await press("button", "Emoji");
    await press("tab", "Stickers");
    expect(names().slice(0, 2)).toEqual(["Good night", "Hello"]);
    expect(field().value).toBe("");
  });

  it("3-50 10-06 the arrow keys lead to the stickers and back, and the tabs keep the focus", async () => {
    await openChat();
    await press("button", "Emoji");
    const tab = (name: string) => screen.getByRole("tab", { name });
    const arrow = (key: string) =>
      act(async () => void fireEvent.keyDown(document.activeElement ?? document, { key }));
    await screen.findByRole("tab", { name: "Stickers" });
    act(() => tab("Emoji").focus());
    await arrow("ArrowRight");
    expect(names()).toHaveLength(16);
    expect(document.activeElement).toBe(tab("Stickers"));
    await arrow("ArrowLeft");
    expect(screen.queryByRole("toolbar", { name: "Stickers" })).toBeNull();
    expect(document.activeElement).toBe(tab("Emoji"));
  });

  it("3-50 without data show as text, and a known one loads no picture", async () => {
    const contents = [{ type: "face" }, { type: "face", face: { sticker: "love" } }] as const;
    const messages = contents.map((content, index) => aMessage({ seq: index + 1, content }));
    const { container } = await openChat(aWorld({ messages }), { browserLanguage: "zh-CN" });
    expect(article("[表情]")).toBeDefined();
    expect(await screen.findByRole("img", { name: "贴纸：喜欢" })).toBeDefined();
    expect(container.querySelectorAll("[role=log] img[src]")).toHaveLength(0);
  });

  it("8-36 an unsent sticker shows again after a reload", async () => {
    const unsent = {
      clientMsgID: "left",
      conversationID: CHAT,
      text: "",
      replyTo: null,
      enclosure: { type: "face", sticker: "coffee" } as const,
    };
    await openChat(aWorld({ unsent: [unsent] }));
    expect(await screen.findByRole("img", { name: "Sticker: Coffee break" })).toBeDefined();
  });
});

describe("a message of only emoji", () => {
  it("is drawn large up to three emoji, and a text is not", async () => {
    const said = ["🎉", "👍🏽 👨‍👩‍👧‍👦 🇨🇳", "😀😀😀😀", "12"];
    const messages = said.map((text, index) => aMessage({ seq: index + 1, text }));
    await openChat(aWorld({ messages }));
    expect(said.map((text) => article(text).dataset.emojis)).toEqual(["1", "3", undefined, undefined]);
  });
});
