import { act, createEvent, fireEvent, screen, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { Failure } from "../../../machines/domain/failure.ts";
import type { Group, GroupMember } from "../../../machines/domain/people.ts";
import { messageTime } from "../../../src/text/time.ts";
import {
  aConversation,
  aGroup,
  aGroupConversation,
  aMember,
  aMessage,
  aWorld,
  groupChatID,
  NOON,
  TEAM,
} from "../../fakes/world.ts";
import { press } from "../shell/stage.tsx";
import "../../../src/screens/chat/emoji/EmojiPanel.tsx";
import { CHAT, field, minutes, openChat, openMenuOf, type } from "./stage.tsx";

/** A device for which only these media queries are true. */
function device(...queries: string[]): void {
  vi.stubGlobal("matchMedia", (query: string) => ({
    matches: queries.includes(query),
    addEventListener: () => {},
    removeEventListener: () => {},
  }));
}

const PHONE = "(pointer: coarse)";
const DESKTOP = "(hover: hover) and (pointer: fine)";

const inTeam = { conversationID: groupChatID(TEAM) };

describe("writing", () => {
  it("sends the text, empties the field and keeps the focus", async () => {
    const { ports, does } = await openChat();
    expect(screen.queryByRole("button", { name: "Send" })).toBeNull();
    await does(() => type("  Lunch?\nAt noon  "));
    screen.getByRole("button", { name: "Send" }).focus();
    await press("button", "Send");
    expect(ports.sent("im.createMessage").map(({ text }) => text)).toEqual(["Lunch?\nAt noon"]);
    expect(field().value).toBe("");
    expect(document.activeElement).toBe(field());
    expect(screen.queryByRole("button", { name: "Send" })).toBeNull();
  });

  it("an empty field shows a placeholder", async () => {
    const { does } = await openChat();
    expect(field().placeholder).toBe("Message");
    await does(() => type("Lunch?"));
    expect(field().placeholder).toBe("");
    await press("button", "Send");
    expect(field().placeholder).toBe("Message");
  });

  it.each([" \n ", "\u200b\u2060"])("5-18 refuses blank text: %j", async (blank) => {
    const { ports, does } = await openChat();
    await does(() => type(blank));
    await press("button", "Send");
    expect(screen.getByRole("alert").textContent).toBe("Content cannot be empty");
    expect(ports.sent("im.createMessage")).toEqual([]);
    await does(() => type("Now with words"));
    expect(screen.queryByRole("alert")).toBeNull();
  });

  it("a text that is too long stays whole, is not sent, and shows a message", async () => {
    const { ports, does } = await openChat();
    const pasted = "字".repeat(10_012);
    await does(() => type(pasted));
    expect(screen.getByRole("alert").textContent).toBe(
      "A message can have up to 10,000 characters. Shorten it or send it in parts.",
    );
    expect(screen.getByText("12 characters too many")).toBeTruthy();
    await does(() => void fireEvent.keyDown(field(), { key: "Enter" }));
    expect(screen.getByRole<HTMLButtonElement>("button", { name: "Send" }).disabled).toBe(true);
    expect(ports.sent("im.createMessage")).toEqual([]);
    expect(field().value).toBe(pasted);
    await does(() => type(pasted.slice(12)));
    expect(screen.queryByRole("alert")).toBeNull();
    await press("button", "Send");
    expect(ports.sent("im.createMessage").map(({ text }) => text.length)).toEqual([10_000]);
  });

  it("shows the remaining characters near the limit only", async () => {
    const { does } = await openChat();
    await does(() => type("x".repeat(9499)));
    expect(screen.queryByText(/characters left/)).toBeNull();
    await does(() => type("x".repeat(9500)));
    expect(screen.getByText("500 characters left")).toBeTruthy();
    expect(field().getAttribute("aria-describedby")).toBe(
      screen.getByText("500 characters left").parentElement?.id,
    );
  });

  it("4-63 text typed during a save of the draft is saved when the page is hidden", async () => {
    const { ports, does, waits } = await openChat(aWorld(), { prepare: ({ hold }) => hold("im.saveDraft") });
    await does(() => type("Half"));
    await waits(800);
    await does(() => type("Half a word"));
    await does(() => ports.emit.page({ type: "page.hidden" }));
    expect(ports.sent("im.saveDraft").map(({ text }) => text)).toEqual(["Half", "Half a word"]);
  });

  it("Enter sends, Shift and Enter make a new line", async () => {
    const { ports, does } = await openChat();
    await does(() => type("One"));
    const newLine = createEvent.keyDown(field(), { key: "Enter", shiftKey: true });
    await does(() => void fireEvent(field(), newLine));
    expect(newLine.defaultPrevented).toBe(false);
    expect(ports.sent("im.createMessage")).toEqual([]);
    const enter = createEvent.keyDown(field(), { key: "Enter" });
    await does(() => void fireEvent(field(), enter));
    expect(enter.defaultPrevented).toBe(true);
    expect(ports.sent("im.createMessage")).toHaveLength(1);
  });

  it("Enter that confirms a word of an input method sends nothing", async () => {
    const { ports, does } = await openChat();
    await does(() => void fireEvent.compositionStart(field()));
    await does(() => type("ni"));
    await does(() => void fireEvent.keyDown(field(), { key: "Enter", isComposing: true }));
    await does(() => void fireEvent.keyDown(field(), { key: "Enter", keyCode: 229 }));
    expect(ports.sent("im.createMessage")).toEqual([]);
    await does(() => type("你"));
    await does(() => void fireEvent.compositionEnd(field()));
    expect(field().value).toBe("你");
    await does(() => void fireEvent.keyDown(field(), { key: "Enter" }));
    expect(ports.sent("im.createMessage").map(({ text }) => text)).toEqual(["你"]);
  });

  it("keeps the caret while the chart answers", async () => {
    const { does } = await openChat();
    await does(() => type("Helo"));
    field().setSelectionRange(3, 3);
    // As a browser types: the text and the caret change before the event.
    await does(() => {
      field().setRangeText("l", 3, 3, "end");
      fireEvent.input(field());
    });
    expect(field().value).toBe("Hello");
    expect(field().selectionStart).toBe(4);
  });

  it("other events do not change a word that an input method composes", async () => {
    const { ports, does, waits } = await openChat();
    await does(() => type("Lunch "));
    const composeTo = (text: string) =>
      does(() => {
        field().setRangeText(text, "Lunch ".length, field().value.length, "end");
        fireEvent.input(field(), { isComposing: true });
      });
    await does(() => void fireEvent.compositionStart(field()));
    const set = vi.spyOn(field(), "value", "set");
    const select = vi.spyOn(field(), "setSelectionRange");
    await composeTo("zhong");
    // The draft is saved, the typing status ends, and the peer writes.
    await waits(6000);
    await does(() =>
      ports.emit.messages({ type: "im.messages", messages: [aMessage({ clientMsgID: "new" })] }),
    );
    await does(() => ports.emit.page({ type: "page.offline" }));
    await composeTo("zhongwu");
    await composeTo("中午");
    expect([set.mock.calls, select.mock.calls]).toEqual([[], []]);
    await does(() => void fireEvent.compositionEnd(field()));
    await does(() => ports.emit.page({ type: "page.online" }));
    expect(field().value).toBe("Lunch 中午");
  });

  it("a key that deletes an emoji of the panel changes the text", async () => {
    const { does } = await openChat();
    await press("button", "Emoji");
    await press("button", "grinning face");
    expect(screen.getByRole("button", { name: "Send" })).toBeTruthy();
    await does(() => {
      field().setRangeText("", 0, field().value.length, "end");
      fireEvent.input(field());
    });
    expect(screen.queryByRole("button", { name: "Send" })).toBeNull();
  });

  it("4-63 a draft with another device's line breaks stays unchanged", async () => {
    const draftText = "One\r\ntwo";
    const { ports, does } = await openChat(aWorld({ conversations: [aConversation({ draftText })] }));
    expect(field().value).toBe("One\ntwo");
    field().setSelectionRange(2, 2);
    await does(() => ports.emit.page({ type: "page.hidden" }));
    openMenuOf("Text 2");
    await press("menuitem", "Reply");
    expect(field().selectionStart).toBe(2);
    await press("button", "Send");
    expect(ports.sent("im.createMessage").map(({ text }) => text)).toEqual([draftText]);
  });

  it("10-03 on a phone Enter makes a new line, and opening the chat shows no keyboard", async () => {
    device(PHONE);
    const { ports, does } = await openChat();
    expect(document.activeElement).not.toBe(field());
    await does(() => type("One"));
    const enter = createEvent.keyDown(field(), { key: "Enter" });
    await does(() => void fireEvent(field(), enter));
    expect(enter.defaultPrevented).toBe(false);
    expect(ports.sent("im.createMessage")).toEqual([]);
  });

  it("10-03 returning to the chat does not show the keyboard again", async () => {
    device(PHONE);
    await openChat();
    const before = field();
    await act(async () => before.focus());
    await press("button", "Details");
    await screen.findByRole("heading", { name: "Chat details" });
    await press("button", "Back");
    await screen.findByRole("log");
    expect(field()).toBe(before);
    expect(document.activeElement).not.toBe(before);
    expect(before.closest("[tabindex='-1']")).toBe(document.activeElement);
  });

  it("10-03 stays above a keyboard that covers the page", async () => {
    const view = Object.assign(new EventTarget(), { height: innerHeight, offsetTop: 0, scale: 1 });
    vi.stubGlobal("visualViewport", view);
    const { does } = await openChat();
    const inset = () => field().form?.style.getPropertyValue("--keyboard");
    expect(inset()).toBe("0px");
    await does(() => {
      view.height -= 336;
      view.dispatchEvent(new Event("resize"));
    });
    expect(inset()).toBe("336px");
    await does(() => {
      view.scale = 2;
      view.dispatchEvent(new Event("resize"));
    });
    expect(inset()).toBe("0px");
  });

  it("on a desktop the field has the focus at once", async () => {
    device(DESKTOP);
    await openChat();
    expect(document.activeElement).toBe(field());
  });

  it("4-63 a draft is kept when leaving and restored on return", async () => {
    const { ports, does, world } = await openChat();
    await does(() => type("Half a thought"));
    await does(() => ports.browserBack());
    expect(ports.sent("im.saveDraft").at(-1)).toEqual({ conversationID: CHAT, text: "Half a thought" });
    const list = within(await screen.findByRole("list", { name: "Chat list" }));
    expect(list.getByText(/Half a thought/)).toBeTruthy();
    await does(() => ports.visit(`/chat?conversationID=${groupChatID(TEAM)}`));
    expect(field().value).toBe("");
    await does(() => ports.visit(`/chat?conversationID=${CHAT}`));
    expect(world.conversations.find(({ conversationID }) => conversationID === CHAT)?.draftText).toBe(
      "Half a thought",
    );
    expect(field().value).toBe("Half a thought");
  });

  it("a reply shows the message it answers until it is sent or cancelled", async () => {
    const { ports, does } = await openChat();
    const answer = async () => {
      openMenuOf("Text 2");
      await press("menuitem", "Reply");
    };
    await answer();
    expect(screen.getByText("Replying to Anna")).toBeTruthy();
    expect(document.activeElement).toBe(field());
    await press("button", "Cancel reply");
    expect(screen.queryByText("Replying to Anna")).toBeNull();
    await answer();
    await does(() => type("Yes"));
    await press("button", "Send");
    expect(ports.sent("im.createMessage").at(-1)?.replyTo).toBe("message-2");
    expect(screen.queryByText("Replying to Anna")).toBeNull();
  });
});

describe("where writing is not possible", () => {
  const blockedBy = (group: Partial<Group>, member: Partial<GroupMember> | null) =>
    openChat(aWorld({ groups: [aGroup(group)], members: member ? [aMember(member)] : [] }), inTeam);

  const until = messageTime(minutes(30), NOON, "en");
  const cases = [
    ["6-17 a user who left", {}, null, "You're no longer in this group"],
    ["6-16 a dismissed group", { status: 2 }, {}, "This group was dismissed"],
    ["6-15 a banned group", { status: 1 }, {}, "This group was banned"],
    ["6-11 a muted group", { status: 3 }, {}, "Only the owner and admins can write"],
    ["6-13 a muted member", {}, { muteEndTime: minutes(30) }, `You're muted until ${until}`],
  ] as const;

  it.each(cases)("6-18 %s shows one line in place of the composer", async (_, group, member, line) => {
    await blockedBy(group, member);
    expect(await screen.findByText(line)).toBeTruthy();
    expect(screen.queryByRole("textbox")).toBeNull();
    openMenuOf("Text 1");
    expect(await screen.findByRole("menuitem", { name: "Copy" })).toBeTruthy();
    expect(screen.queryByRole("menuitem", { name: "Reply" })).toBeNull();
  });

  it("6-18 an admin can write in a muted group", async () => {
    await blockedBy({ status: 3 }, { roleLevel: 60 });
    expect(field()).toBeTruthy();
  });

  it("6-18 nothing is blocked while the membership loads", async () => {
    await openChat(aWorld({ members: [] }), {
      ...inTeam,
      prepare: (ports) => ports.hold("im.loadMembership"),
    });
    expect(field()).toBeTruthy();
    expect(screen.queryByText("You're no longer in this group")).toBeNull();
  });

  it("6-18 a mute ends by itself, and the draft is still there", async () => {
    const world = aWorld({ conversations: [aConversation(), aGroupConversation({ draftText: "Finally" })] });
    world.members = [aMember({ muteEndTime: minutes(1) })];
    const { waits } = await openChat(world, inTeam);
    expect(await screen.findByText(/You're muted until/)).toBeTruthy();
    await waits(61_000);
    expect(field().value).toBe("Finally");
  });

  it("6-16 6-17 4-63 a draft that can no longer be sent can be copied", async () => {
    const conversations = [aConversation(), aGroupConversation({ draftText: "I meant to say that" })];
    const { ports } = await openChat(aWorld({ conversations, members: [] }), inTeam);
    expect(await screen.findByText("You're no longer in this group")).toBeTruthy();
    await press("button", "Copy draft");
    expect(ports.sent("platform.copy")).toEqual(["I meant to say that"]);
  });

  it.each([
    ["6-16", "that was dismissed", { groups: [aGroup({ status: 2 })] }],
    ["6-17", "that the user left", { members: [] }],
  ])(
    "%s 4-63 a draft copied out of a group %s leaves the list, unless copying fails",
    async (_id, _why, lost) => {
      const latestMsg = aMessage({ conversationID: groupChatID(TEAM), groupID: TEAM, text: "See you" });
      const conversations = [aConversation(), aGroupConversation({ draftText: "I meant to say", latestMsg })];
      const { ports, does } = await openChat(aWorld({ conversations, ...lost }), inTeam);
      const row = async () => {
        await does(() => ports.visit("/conversation"));
        const { textContent } = await screen.findByRole("listitem", { name: "Team" });
        await does(() => ports.visit(`/chat?conversationID=${groupChatID(TEAM)}`));
        return textContent;
      };
      ports.answer("platform.copy", () => {
        throw new Failure("unknown");
      });
      await press("button", "Copy draft");
      expect(screen.getByRole("alert").textContent).toBe("Copy failed");
      expect(await row()).toContain("I meant to say");
      ports.answer("platform.copy", () => {});
      await press("button", "Copy draft");
      expect(screen.queryByRole("button", { name: "Copy draft" })).toBeNull();
      expect(await row()).toContain("See you");
      expect(await row()).not.toContain("I meant to say");
      expect(ports.sent("platform.copy")).toEqual(["I meant to say", "I meant to say"]);
    },
  );

  it("6-13 4-63 the draft of a muted user is still there after it was copied", async () => {
    const conversations = [aConversation(), aGroupConversation({ draftText: "I meant to say" })];
    const world = aWorld({ conversations, members: [aMember({ muteEndTime: minutes(1) })] });
    const { waits } = await openChat(world, inTeam);
    await press("button", "Copy draft");
    expect(screen.getByRole("button", { name: "Copy draft" })).toBeTruthy();
    await waits(61_000);
    expect(field().value).toBe("I meant to say");
  });

  it("6-17 without a draft there is nothing to copy", async () => {
    await blockedBy({}, null);
    expect(await screen.findByText("You're no longer in this group")).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Copy draft" })).toBeNull();
  });

  it("2-48 a system conversation has no composer", async () => {
    const system = aConversation({ conversationID: "sn_1_2", kind: "system", showName: "News" });
    await openChat(aWorld({ conversations: [system] }), { conversationID: "sn_1_2" });
    expect(screen.queryByRole("textbox")).toBeNull();
    expect(screen.getByText("You can't reply in this chat")).toBeTruthy();
  });

  it("a conversation that cannot be loaded offers a retry", async () => {
    const { ports, does } = await openChat(aWorld(), {
      prepare: (ports) => ports.hold("im.loadConversation"),
    });
    await does(() => ports.reject("im.loadConversation", "network"));
    const alert = screen.getByRole("alert");
    expect(alert.textContent).toContain("Couldn't open this chat");
    await does(() => within(alert).getByRole("button", { name: "Retry" }).click());
    await does(() => ports.resolve("im.loadConversation", aConversation()));
    expect(field()).toBeTruthy();
  });

  it("a conversation that cannot be loaded is not called empty", async () => {
    const { ports, does } = await openChat(aWorld({ messages: [] }), {
      prepare: (ports) => ports.hold("im.loadConversation"),
    });
    await does(() => ports.reject("im.loadConversation", "network"));
    expect(screen.queryByText("No messages yet")).toBeNull();
    await press("button", "Retry");
    await does(() => ports.resolve("im.loadConversation", aConversation()));
    expect(screen.getByText("No messages yet")).toBeTruthy();
  });

  it("a lost connection shows a thin bar above the field", async () => {
    const { ports, does } = await openChat();
    await does(() => ports.emit.page({ type: "page.offline" }));
    expect(screen.getByText("No connection. Messages will be sent later.")).toBeTruthy();
    expect(field()).toBeTruthy();
    await does(() => ports.emit.page({ type: "page.online" }));
    await does(() => ports.emit.connection({ type: "im.connected" }));
    expect(screen.queryByText("No connection. Messages will be sent later.")).toBeNull();
  });
});
