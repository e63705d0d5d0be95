import { screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { FakePorts } from "../../fakes/ports.ts";
import {
  ANNA,
  aConversation,
  aGroupConversation,
  aWorld,
  BEN,
  groupChatID,
  ME,
  singleChatID,
  TEAM,
} from "../../fakes/world.ts";
import { CHAT, openChat } from "../chat/stage.tsx";
import { openPage } from "../shell/stage.tsx";

const came = (userID: string) => ({ type: "im.presence", userID, isOnline: true }) as const;
const left = (userID: string) => ({ type: "im.presence", userID, isOnline: false }) as const;

async function openAt(path: string, world = aWorld({ online: [ANNA, BEN, ME] })) {
  const page = await openPage({ world });
  await page.does(() => page.ports.visit(path));
  return page;
}

/** The requests after the first one, which the list of chats makes. */
const askedLater = (ports: FakePorts) => ports.sent("im.loadPresence").slice(1);

/** Whether a visible element has this text: a hidden screen keeps its texts. */
function shown(words: string): boolean {
  return screen.queryAllByText(words).some((element) => !element.closest('[style*="display: none"]'));
}

describe("online", () => {
  it("a single chat shows under the name that the peer is online, until they leave", async () => {
    const { ports, does } = await openChat(aWorld({ online: [ANNA] }));
    expect(askedLater(ports)).toEqual([{ userIDs: [ANNA] }]);
    expect(within(screen.getByRole("banner")).getByText("online")).toBeTruthy();
    await does(() => ports.emit.presence(left(ANNA)));
    expect(shown("online")).toBe(false);
    await does(() => ports.emit.presence(came(ANNA)));
    expect(shown("online")).toBe(true);
  });

  it("typing replaces it as long as it lasts", async () => {
    const { ports, does } = await openChat(aWorld({ online: [ANNA] }));
    const types = (typing: boolean) =>
      does(() => ports.emit.messages({ type: "im.typing", conversationID: CHAT, userID: ANNA, typing }));
    await types(true);
    expect(screen.getByText("typing…")).toBeTruthy();
    expect(shown("online")).toBe(false);
    await types(false);
    expect(shown("online")).toBe(true);
  });

  it("an offline peer, or a failed request, shows nothing", async () => {
    const { ports, does } = await openChat(aWorld(), {
      prepare: (ports) => ports.hold("im.loadPresence"),
    });
    expect(shown("online")).toBe(false);
    expect(shown("offline")).toBe(false);
    await does(() => ports.reject("im.loadPresence", "network"));
    expect(shown("online")).toBe(false);
    expect(shown("offline")).toBe(false);
    expect(screen.queryByRole("alert")).toBeNull();
  });

  it("has a Chinese label", async () => {
    await openChat(aWorld({ online: [ANNA] }), { storedLanguage: "zh" });
    expect(screen.getByText("在线")).toBeTruthy();
  });

  it("a group shows the number of members and requests no status", async () => {
    const world = aWorld({ conversations: [aConversation(), aGroupConversation()], online: [ANNA] });
    const { ports } = await openChat(world, { conversationID: groupChatID(TEAM) });
    expect(await screen.findByText("3 members")).toBeTruthy();
    expect(askedLater(ports)).toEqual([]);
  });

  it("the card shows it too, also for a user who is no friend", async () => {
    const { ports, does } = await openAt(`/userCard?userID=${BEN}`);
    expect(shown("online")).toBe(true);
    await does(() => ports.emit.presence(left(BEN)));
    expect(shown("online")).toBe(false);
  });

  it("the user's own card requests no status", async () => {
    const { ports } = await openAt(`/userCard?userID=${ME}`);
    expect(screen.getByRole("heading", { name: "Mia" })).toBeTruthy();
    expect(askedLater(ports)).toEqual([]);
    expect(shown("online")).toBe(false);
  });

  it("the card shows the chat's status while it asks again", async () => {
    const { ports, does } = await openChat(aWorld({ online: [ANNA] }));
    ports.hold("im.loadPresence");
    await does(() => ports.visit(`/userCard?userID=${ANNA}`));
    expect(shown("online")).toBe(true);
    expect(ports.listeners("presence")).toBe(1);
    await does(() => ports.reject("im.loadPresence", "network"));
    expect(shown("online")).toBe(false);
  });

  it("a chat behind another screen does not ask again", async () => {
    const { ports, does, waits } = await openChat(aWorld({ online: [ANNA] }));
    await does(() => ports.visit("/contact"));
    await waits(31_000);
    expect(askedLater(ports)).toHaveLength(1);
  });

  it("without pushed changes it is polled every half minute, and a peer who left is not shown", async () => {
    const world = aWorld({ online: [ANNA] });
    const { ports, waits } = await openChat(world);
    world.online = [];
    await waits(29_000);
    expect(shown("online")).toBe(true);
    await waits(1000);
    expect(askedLater(ports)).toEqual([{ userIDs: [ANNA] }, { userIDs: [ANNA] }]);
    expect(shown("online")).toBe(false);
  });

  it("an offline user sees no user online, and the status loads again once connected", async () => {
    const { ports, does } = await openChat(aWorld({ online: [ANNA] }));
    await does(() => ports.emit.connection({ type: "im.connecting" }));
    expect(shown("online")).toBe(false);
    await does(() => ports.emit.connection({ type: "im.connected" }));
    expect(shown("online")).toBe(true);
  });

  it("11-21 the row of a peer who is online has a dot; one request asks for all visible rows", async () => {
    const { ports, does } = await openPage({
      world: aWorld({
        online: [ANNA],
        conversations: [
          aConversation(),
          aConversation({ conversationID: singleChatID(BEN), userID: BEN, showName: "Ben" }),
          aGroupConversation(),
        ],
      }),
    });
    const dotOf = (name: string) =>
      within(screen.getByRole("listitem", { name })).queryByRole("img", { name: "Online" });
    await screen.findByRole("listitem", { name: "Ben" });
    expect(ports.sent("im.loadPresence").map(({ userIDs }) => [...userIDs].sort())).toEqual([[ANNA, BEN]]);
    expect([dotOf("Anna"), dotOf("Ben"), dotOf("Team")].map((dot) => dot !== null)).toEqual([
      true,
      false,
      false,
    ]);
    await does(() => ports.emit.presence(came(BEN)));
    await does(() => ports.emit.presence(left(ANNA)));
    expect([dotOf("Anna"), dotOf("Ben")].map((dot) => dot !== null)).toEqual([false, true]);
    // The chat replaces the list on a phone, so that only its peer is asked for.
    await does(() => ports.visit(`/chat?conversationID=${singleChatID(BEN)}`));
    expect(ports.sent("im.loadPresence").at(-1)).toEqual({ userIDs: [BEN] });
  });
});
