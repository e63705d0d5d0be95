import { screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import {
  ANNA,
  aConversation,
  aGroupConversation,
  aWorld,
  BEN,
  groupChatID,
  ME,
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

/** In front: a page behind another one keeps what it said. */
function shown(words: string): boolean {
  return screen.queryAllByText(words).some((element) => !element.closest('[style*="display: none"]'));
}

describe("online", () => {
  it("the chat of two says under the name that the other is there, and nothing once they left", async () => {
    const { ports, does } = await openChat(aWorld({ online: [ANNA] }));
    expect(ports.sent("im.loadPresence")).toEqual([{ userIDs: [ANNA] }]);
    expect(within(screen.getByRole("banner")).getByText("online")).toBeTruthy();
    await does(() => ports.emit.presence(left(ANNA)));
    expect(shown("online")).toBe(false);
    await does(() => ports.emit.presence(came(ANNA)));
    expect(shown("online")).toBe(true);
  });

  it("typing is said instead, as long as it lasts", async () => {
    const { ports, does } = await openChat(aWorld({ online: [ANNA] }));
    const types = (typing: boolean) =>
      does(() => ports.emit.messages({ type: "im.typing", conversationID: CHAT, userID: ANNA, typing }));
    await types(true);
    expect(screen.getByText("typing…")).toBeTruthy();
    expect(shown("online")).toBe(false);
    await types(false);
    expect(shown("online")).toBe(true);
  });

  it("nothing is said of somebody who is not there, or whom the server did not tell of", async () => {
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

  it("in Chinese it is 在线", async () => {
    await openChat(aWorld({ online: [ANNA] }), { storedLanguage: "zh" });
    expect(screen.getByText("在线")).toBeTruthy();
  });

  it("a group says how many they are, and asks for nobody", async () => {
    const world = aWorld({ conversations: [aConversation(), aGroupConversation()], online: [ANNA] });
    const { ports } = await openChat(world, { conversationID: groupChatID(TEAM) });
    expect(await screen.findByText("3 members")).toBeTruthy();
    expect(ports.sent("im.loadPresence")).toEqual([]);
  });

  it("the card says it, too, also of somebody who is no friend", async () => {
    const { ports, does } = await openAt(`/userCard?userID=${BEN}`);
    expect(shown("online")).toBe(true);
    await does(() => ports.emit.presence(left(BEN)));
    expect(shown("online")).toBe(false);
  });

  it("of oneself nobody is asked", async () => {
    const { ports } = await openAt(`/userCard?userID=${ME}`);
    expect(screen.getByRole("heading", { name: "Mia" })).toBeTruthy();
    expect(ports.sent("im.loadPresence")).toEqual([]);
    expect(shown("online")).toBe(false);
  });

  it("from the chat to the card, what is known goes along while it is asked for anew", async () => {
    const { ports, does } = await openChat(aWorld({ online: [ANNA] }));
    ports.hold("im.loadPresence");
    await does(() => ports.visit(`/userCard?userID=${ANNA}`));
    expect(shown("online")).toBe(true);
    expect(ports.listeners("presence")).toBe(1);
    await does(() => ports.reject("im.loadPresence", "network"));
    expect(shown("online")).toBe(false);
  });

  it("a chat behind another page asks for nobody: when it gets old, nothing is asked", async () => {
    const { ports, does, waits } = await openChat(aWorld({ online: [ANNA] }));
    await does(() => ports.visit("/contact"));
    await waits(31_000);
    expect(ports.sent("im.loadPresence")).toHaveLength(1);
  });

  it("a server that tells no change is asked every half minute, and who left is shown no more", async () => {
    const world = aWorld({ online: [ANNA] });
    const { ports, waits } = await openChat(world);
    world.online = [];
    await waits(29_000);
    expect(shown("online")).toBe(true);
    await waits(1000);
    expect(ports.sent("im.loadPresence")).toEqual([{ userIDs: [ANNA] }, { userIDs: [ANNA] }]);
    expect(shown("online")).toBe(false);
  });

  it("whoever is offline sees nobody as online, and asks anew once connected", async () => {
    const { ports, does } = await openChat(aWorld({ online: [ANNA] }));
    await does(() => ports.emit.connection({ type: "im.connecting" }));
    expect(shown("online")).toBe(false);
    await does(() => ports.emit.connection({ type: "im.connected" }));
    expect(shown("online")).toBe(true);
  });
});
