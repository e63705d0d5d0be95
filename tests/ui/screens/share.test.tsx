import { fireEvent, screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { IncomingShare } from "../../../machines/domain/incoming-share.ts";
import { Secret } from "../../../machines/domain/secret.ts";
import type { FakeOptions } from "../../fakes/ports.ts";
import {
  ANNA,
  aConversation,
  aFriend,
  aMember,
  aWorld,
  NOON,
  singleChatID,
  someConversations,
  type World,
} from "../../fakes/world.ts";
import { openPage, press } from "../shell/stage.tsx";
// Preloads lazy parts, so that they show at once.
import "../../../src/components/SheetPanel.tsx";

const NOTES = new File(["words"], "notes.txt", { type: "text/plain" });
const PATH = "/share?shareID=one";

const shared = (share: Partial<IncomingShare>): IncomingShare => ({
  text: "",
  files: [],
  leftOut: 0,
  isCut: false,
  ...share,
});

function world(changes: Partial<World> = {}): World {
  return aWorld({ conversations: [aConversation()], friends: [aFriend()], ...changes });
}

const open = (share: IncomingShare | null, { world: given = world(), ...options }: FakeOptions = {}) =>
  openPage({
    path: PATH,
    world: given,
    ...options,
    answers: { "shares.read": () => share, ...options.answers },
  });

const chats = async () => within(await screen.findByRole("list", { name: "Chats" }));
const field = () => screen.findByRole<HTMLTextAreaElement>("textbox", { name: "Message" });

describe("content that another app shared", () => {
  it("11-57 is offered to the chats, also before the SDK runs", async () => {
    const page = await open(shared({ text: "<b>Look</b>" }));
    expect((await screen.findByRole("heading", { level: 1 })).textContent).toBe("Send to");
    expect((await chats()).getByRole("button", { name: /Anna/ })).toBeTruthy();
    expect(screen.getByText("<b>Look</b>")).toBeTruthy();
    expect(page.ports.sent("shares.read")).toEqual([{ shareID: "one" }]);
  });

  it("4-54 11-57 a search finds a chat with a user who is no friend, also beyond the loaded part of the list", async () => {
    const page = await open(shared({ text: "Look" }), {
      world: world({ conversations: someConversations(70) }),
    });
    const search = await screen.findByRole("searchbox", { name: "Search chats" });
    await chats();
    expect(page.ports.sent("im.loadConversations")).toEqual([{ offset: 0, count: 20 }]);
    await page.does(() => fireEvent.change(search, { target: { value: "Person 68" } }));
    expect((await chats()).getAllByRole("button")).toHaveLength(1);
    expect((await chats()).getByRole("button", { name: /Person 68/ })).toBeTruthy();
    expect(screen.queryByRole("status", { name: "Loading" })).toBeNull();
  });

  it("11-57 survives the sign-in", async () => {
    const mia = { nickname: "Mia", areaCode: "+86", phoneNumber: "13800000001", faceURL: "" };
    const demoPeople = [{ ...mia, password: new Secret("parley2026") }];
    const page = await open(shared({ text: "Look" }), { world: world({ signedIn: false, demoPeople }) });
    expect(page.ports.address.current.path).toBe("/login");
    await press("button", "Sign in as Mia");
    expect((await chats()).getByRole("button", { name: /Anna/ })).toBeTruthy();
    expect(page.ports.address.current).toEqual({ path: "/share", search: "shareID=one" });
  });

  it("11-57 is put below the draft of the chosen chat, and nothing is sent", async () => {
    const page = await open(shared({ text: "Look" }), {
      world: world({ conversations: [aConversation({ draftText: "Half a word" })] }),
    });
    await chats();
    await press("button", /Anna/);
    expect((await field()).value).toBe("Half a word\nLook");
    const { current, entries, index } = page.ports.address;
    expect(current).toEqual({ path: "/chat", search: `conversationID=${singleChatID(ANNA)}` });
    // The way back does not offer it again.
    expect(entries.slice(0, index).map(({ path }) => path)).not.toContain("/share");
    expect(page.ports.sent("im.createMessage")).toEqual([]);
    const dropped = page.ports.wire.filter(({ call }) => call === "shares.drop");
    expect(dropped.map(({ input }) => input)).toEqual([{ shareID: "one" }]);
  });

  it("11-57 its files get the same preview as picked files", async () => {
    const page = await open(shared({ text: "Look", files: [NOTES] }));
    await chats();
    await press("button", /Anna/);
    const sheet = within(await screen.findByRole("dialog", { name: "Send 1 item" }));
    expect(sheet.getByText("notes")).toBeTruthy();
    expect(sheet.getByText(".txt")).toBeTruthy();
    expect(page.ports.sent("im.createMessage")).toEqual([]);
    const hidden = { name: "Message", hidden: true };
    expect(screen.getByRole("textbox", hidden)).toHaveProperty("value", "Look");
  });

  it("11-57 groups where the user may not write say so", async () => {
    await open(shared({ text: "Look" }), {
      answers: { "im.loadMemberships": () => [aMember({ muteEndTime: NOON + 60_000 })] },
    });
    const team = (await chats()).getByRole("button", { name: /Team/ });
    expect(team).toHaveProperty("disabled", true);
    expect(team.textContent).toContain("You're muted");
  });

  it("11-57 says which parts were left out", async () => {
    await open(shared({ text: "Look", files: [NOTES, NOTES], leftOut: 2, isCut: true }));
    const section = within(await screen.findByRole("region", { name: "Shared content" }));
    expect(section.getByText("2 files")).toBeTruthy();
    expect(section.getByText("The text is shortened to 10,000 characters.")).toBeTruthy();
    expect(section.getByText(/^2 files are left out/)).toBeTruthy();
  });

  it.each([
    ["is gone", null, PATH, "There is nothing to send here"],
    ["did not arrive", null, "/share", "There is nothing to send here"],
    ["is too large", shared({ leftOut: 1 }), PATH, "The shared files are too large"],
  ])("11-57 that %s is not offered", async (_, share, path, text) => {
    const page = await open(share, { path });
    expect(await screen.findByText(text)).toBeTruthy();
    expect(screen.queryByRole("list", { name: "Chats" })).toBeNull();
    await press("button", "Go to chats");
    expect(page.ports.address.current.path).toBe("/conversation");
  });

  it("4-15 is dropped at sign-out", async () => {
    const page = await open(shared({ text: "Look" }));
    await chats();
    await page.does(() => page.app.getSnapshot().children.session?.send({ type: "user.signOut" }));
    await screen.findByRole("button", { name: "Sign in" });
    expect(page.ports.wire.map(({ call }) => call)).toContain("shares.forget");
  });
});
