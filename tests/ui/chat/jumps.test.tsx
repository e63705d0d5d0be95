import { fireEvent, screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { Message } from "../../../machines/domain/message.ts";
import { aMessage, aWorld, someMessages, type World } from "../../fakes/world.ts";
import { press } from "../shell/stage.tsx";
import { article, CHAT, layOutLog, openChat } from "./stage.tsx";

/** A reply to the message of that number. */
function aReply(seq: number, text: string, to: number): Message {
  const quoted = {
    clientMsgID: `message-${to}`,
    sendID: "1000000002",
    senderNickname: "Anna",
    content: { type: "text", text: `Quote of ${to}` },
  } as const;
  return aMessage({ seq, content: { type: "quote", text, quoted } });
}

/** The newest of sixty answers the thirtieth, which answers the first; only the newest pages are loaded. */
function aChain(): World {
  const messages = [
    ...someMessages(29),
    aReply(30, "Halfway", 1),
    ...someMessages(29, 31),
    aReply(60, "At last", 30),
  ];
  return aWorld({ messages });
}

/** Scrolled to where nothing is at its end. */
const AMID = { height: 600, content: 1200, top: 0 };

const wayBack = () => screen.queryByRole("button", { name: "Back to where I was" });

async function follow(text: string) {
  await within(screen.getByRole("log")).findByText(text);
  fireEvent.click(within(article(text)).getByRole("button", { name: /^Anna/ }));
  await screen.findByRole("button", { name: "Back to where I was" });
}

/** It is brought into view, and shows that it is the one. */
async function isFound(text: string) {
  const line = await within(screen.getByRole("log")).findByText(text);
  await expect.poll(() => line.closest("article")?.dataset.found).toBe("true");
}

describe("back to where one was", () => {
  it("who jumped twice comes back twice, to the messages they jumped from, and then needs no way", async () => {
    const { ports, log } = await openChat(aChain());
    // All that is loaded is in sight here: no further pages, so that it is not everything.
    ports.hold("im.loadOlder", "im.loadNewer");
    expect(wayBack()).toBeNull();
    await follow("At last");
    await isFound("Halfway");
    layOutLog(log, AMID);
    await follow("Halfway");
    await isFound("Text 1");
    await press("button", "Back to where I was");
    await isFound("Halfway");
    await press("button", "Back to where I was");
    await isFound("At last");
    await expect.poll(wayBack).toBeNull();
  });

  it("who has it in sight again, having scrolled there, needs no way any more", async () => {
    const { log } = await openChat(aChain());
    await follow("At last");
    await isFound("Halfway");
    // The newer pages come, and with them where one was.
    layOutLog(log, AMID);
    await within(log).findByText("At last");
    log.scrollTop += 10;
    fireEvent.scroll(log);
    await expect.poll(wayBack).toBeNull();
  });

  it("4-61 the way to the newest message goes there at once, and ends all others", async () => {
    const { log } = await openChat(aChain(), { prepare: ({ hold }) => hold("im.loadNewer") });
    await follow("At last");
    await press("button", "To the newest message");
    expect(await within(log).findByText("At last")).toBeTruthy();
    layOutLog(log, { height: 600, content: 1200, top: 600 });
    await expect.poll(wayBack).toBeNull();
  });

  it("2-63 who comes for a message from another page comes back to where they had been in the chat", async () => {
    const { ports, does, log } = await openChat(aChain());
    // Who leaves before there is anything to see has been nowhere.
    await within(log).findByText("At last");
    ports.hold("im.loadOlder", "im.loadNewer");
    await does(() => ports.visit(`/chatMedia?conversationID=${CHAT}`));
    await does(() => ports.visit(`/chat?conversationID=${CHAT}&clientMsgID=message-1`));
    await isFound("Text 1");
    await press("button", "Back to where I was");
    // All of 41 to 60 was in sight.
    await isFound("Text 51");
    expect(ports.sent("im.loadAround").map(({ cursor }) => cursor)).toEqual(["message-1", "message-51"]);
  });

  it("who comes for a message from the search has been nowhere else in the chat", async () => {
    await openChat(aChain(), { conversationID: `${CHAT}&clientMsgID=message-1` });
    await isFound("Text 1");
    expect(wayBack()).toBeNull();
  });

  it("in Chinese it is 回到刚才的位置", async () => {
    await openChat(aChain(), { storedLanguage: "zh" });
    fireEvent.click(within(article("At last")).getByRole("button", { name: /^Anna/ }));
    expect(await screen.findByRole("button", { name: "回到刚才的位置" })).toBeTruthy();
  });
});
