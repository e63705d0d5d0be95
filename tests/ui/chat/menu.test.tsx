import { screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { Failure } from "../../../machines/domain/failure.ts";
import type { Message } from "../../../machines/domain/message.ts";
import { aMessage, aWorld, ME, NOON } from "../../fakes/world.ts";
import { press } from "../shell/stage.tsx";
import { article, CHAT, openChat, openMenuOf, type } from "./stage.tsx";

const ago = (seconds: number) => NOON - seconds * 1000;
const own = (changes: Partial<Message> & { text?: string }) => aMessage({ sendID: ME, ...changes });

async function choicesOf(text: string): Promise<(string | null)[]> {
  openMenuOf(text);
  await screen.findByRole("menu", { name: "Message actions" });
  return screen.getAllByRole("menuitem").map((item) => item.textContent);
}

describe("the menu of a message", () => {
  it.each([
    [
      "of another user",
      aMessage({ text: "It" }),
      ["Copy", "Select text", "Reply", "Forward", "Select", "Delete"],
    ],
    [
      "just sent",
      own({ text: "It", sendTime: ago(119) }),
      ["Copy", "Select text", "Reply", "Forward", "Select", "Recall", "Delete"],
    ],
    [
      "too old to be recalled",
      own({ text: "It", sendTime: ago(121) }),
      ["Copy", "Select text", "Reply", "Forward", "Select", "Delete"],
    ],
    [
      "that failed",
      own({ text: "It", status: "failed" }),
      ["Retry", "Copy", "Select text", "Select", "Delete"],
    ],
    ["being sent", own({ text: "It", status: "sending" }), ["Copy", "Select text"]],
    ["without text", own({ content: { type: "picture" } }), ["Reply", "Forward", "Select", "Delete"]],
  ] as const)("offers the actions for a message %s", async (_, message, choices) => {
    await openChat(aWorld({ messages: [message] }));
    expect(await choicesOf(message.content.type === "text" ? "It" : "[Photo]")).toEqual(choices);
  });

  it("copies the text as it is shown", async () => {
    const content = {
      type: "at",
      text: `Hi @${ME}`,
      mentions: [{ userID: ME, name: "Mia" }],
    } as const;
    const { ports } = await openChat(aWorld({ messages: [aMessage({ content })] }));
    openMenuOf("@Mia");
    await press("menuitem", "Copy");
    expect(ports.sent("platform.copy")).toEqual(["Hi @Mia"]);
    expect(await screen.findByText("Copied")).toBeTruthy();
  });

  it("8-24 shows a message when copying failed", async () => {
    await openChat(aWorld(), {
      answers: {
        "platform.copy": () => {
          throw new Failure("unknown");
        },
      },
    });
    openMenuOf("Text 1");
    await press("menuitem", "Copy");
    expect(await screen.findByText("Copy failed")).toBeTruthy();
  });

  it("4-62 recalls an own message", async () => {
    const { ports } = await openChat(aWorld({ messages: [own({ text: "Oops", sendTime: ago(5) })] }));
    openMenuOf("Oops");
    await press("menuitem", "Recall");
    expect(ports.sent("im.revokeMessage")).toEqual([{ conversationID: CHAT, clientMsgID: "message-1" }]);
    expect(screen.queryByText("Oops")).toBeNull();
    expect(article("You recalled a message")).toBeTruthy();
  });

  it("asks before it deletes", async () => {
    const { ports } = await openChat();
    openMenuOf("Text 2");
    await press("menuitem", "Delete");
    expect(await screen.findByRole("menu", { name: "Delete this message?" })).toBeTruthy();
    expect(ports.sent("im.deleteMessage")).toEqual([]);
    await press("menuitem", "Delete");
    expect(ports.sent("im.deleteMessage")).toEqual([{ conversationID: CHAT, clientMsgID: "message-2" }]);
    expect(screen.queryByText("Text 2")).toBeNull();
  });

  it("deletes two messages in a row, the second while the first is being deleted", async () => {
    const { ports } = await openChat(aWorld(), { prepare: ({ hold }) => hold("im.deleteMessage") });
    for (const words of ["Text 1", "Text 2"]) {
      openMenuOf(words);
      await press("menuitem", "Delete");
      await screen.findByRole("menu", { name: "Delete this message?" });
      await press("menuitem", "Delete");
    }
    expect(ports.sent("im.deleteMessage").map(({ clientMsgID }) => clientMsgID)).toEqual([
      "message-1",
      "message-2",
    ]);
  });

  it("8-36 retries a failed message", async () => {
    const { ports, does } = await openChat(aWorld(), {
      answers: {
        "im.sendMessage": () => {
          throw new Failure("timeout");
        },
      },
    });
    await does(() => type("Again"));
    await press("button", "Send");
    ports.hold("im.sendMessage");
    openMenuOf("Again");
    await press("menuitem", "Retry");
    expect(ports.sent("im.sendMessage")).toHaveLength(2);
  });
});
