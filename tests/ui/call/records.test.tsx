import { screen, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import type { CallRecord } from "../../../machines/domain/call.ts";
import type { CallEntry } from "../../../machines/ports/im.ts";
import { ANNA, aConversation, aFriend, aMessage, aWorld, BEN, ME, NOON } from "../../fakes/world.ts";
import { articles, openChat, openMenuOf } from "../chat/stage.tsx";
import { openPage, press } from "../shell/stage.tsx";
import { dialog } from "./stage.tsx";

function aRecord(changes: Partial<CallRecord> = {}): CallRecord {
  return { roomID: "room", mediaType: "voice", result: "completed", durationSeconds: 151, ...changes };
}

function aRecordMessage(record: CallRecord, isOwn: boolean, seq = 1) {
  return aMessage({
    seq,
    sendID: isOwn ? ME : ANNA,
    recvID: isOwn ? ANNA : ME,
    contentType: 110,
    content: { type: "callRecord", record },
  });
}

function worldOf(record: CallRecord, isOwn: boolean) {
  const latestMsg = aRecordMessage(record, isOwn);
  return aWorld({ messages: [latestMsg], conversations: [aConversation({ latestMsg })] });
}

const SIDES = [
  ["completed", {}, "Voice call 02:31", "Voice call 02:31", "[Voice call] 02:31", "[Voice call] 02:31"],
  [
    "completed",
    { durationSeconds: 3661, mediaType: "video" },
    "Video call 1:01:01",
    "Video call 1:01:01",
    "[Video call] 1:01:01",
    "[Video call] 1:01:01",
  ],
  [
    "noAnswer",
    { mediaType: "video" },
    "No answer",
    "Missed video call",
    "[Video call] No answer",
    "[Video call] Missed",
  ],
  ["cancelled", {}, "Cancelled", "Missed voice call", "[Voice call] Cancelled", "[Voice call] Missed"],
  ["busy", {}, "Line busy", "Missed voice call", "[Voice call] Line busy", "[Voice call] Missed"],
  ["declined", {}, "Declined", "Declined", "[Voice call] Declined", "[Voice call] Declined"],
  [
    "failed",
    {},
    "Not connected",
    "Not connected",
    "[Voice call] Not connected",
    "[Voice call] Not connected",
  ],
] as const;

describe("the record of a call in the chat", () => {
  it.each(SIDES)(
    "2-97 %s %o reads %s for the caller and %s for the callee",
    async (result, changes, own, other) => {
      const { does, ports } = await openChat(worldOf(aRecord({ ...changes, result }), true));
      expect(articles().map((one) => within(one).queryByText(own) !== null)).toEqual([true]);
      const received = aRecordMessage(aRecord({ ...changes, result }), false, 2);
      await does(() => ports.emit.messages({ type: "im.messages", messages: [received] }));
      expect(within(articles()[1] as HTMLElement).getByText(other)).toBeTruthy();
    },
  );

  it.each(SIDES)(
    "2-97 %s %o shows in the list: %s, %s",
    async (result, changes, _own, _other, own, other) => {
      const { does, ports } = await openPage({ world: worldOf(aRecord({ ...changes, result }), true) });
      expect(await screen.findByText(own)).toBeTruthy();
      const latestMsg = aRecordMessage(aRecord({ ...changes, result }), false, 2);
      await does(() =>
        ports.emit.conversations({ type: "im.conversations", conversations: [aConversation({ latestMsg })] }),
      );
      expect(await screen.findByText(other)).toBeTruthy();
    },
  );

  it("2-97 a tap calls back, by voice or video as before", async () => {
    const { ports } = await openChat(worldOf(aRecord({ mediaType: "video", result: "noAnswer" }), false));
    await press("button", /^Missed video call.*Tap to call back/);
    expect(within(dialog()).getByText("Anna")).toBeTruthy();
    expect(ports.sent("media.requestAccess")).toHaveLength(1);
    expect(ports.wire.some(({ call }) => call === "platform.unlockSound")).toBe(true);
  });

  it("2-97 has the menu of a message, and can be deleted", async () => {
    const { ports } = await openChat(worldOf(aRecord(), true));
    openMenuOf("Voice call 02:31");
    await press("menuitem", "Delete");
    await press("menuitem", "Delete");
    expect(ports.sent("im.deleteMessage")).toHaveLength(1);
  });

  it("R21 a missed call recorded by the callee shows as the caller's: no status, no retry, no recall", async () => {
    const missed = aRecord({ result: "noAnswer", durationSeconds: 0, isByCallee: true });
    const words = aMessage({ seq: 1, sendID: ME, recvID: ANNA, sendTime: NOON - 60_000 });
    const written = { ...aRecordMessage(missed, true, 2), sendTime: NOON - 1000, status: "failed" as const };
    await openChat(
      aWorld({ messages: [words, written], conversations: [aConversation({ latestMsg: written })] }),
    );
    const [mine, call] = articles() as [HTMLElement, HTMLElement];
    expect([mine.dataset.own, call.dataset.own, call.dataset.first]).toEqual(["true", undefined, "true"]);
    expect(call.getAttribute("aria-label")).toMatch(/^Anna/);
    expect(within(call).getByText("Missed voice call")).toBeTruthy();
    expect(within(call).queryByRole("button", { name: /Retry|Not sent/ })).toBeNull();
    expect(within(call).queryByRole("img")).toBeNull();
    openMenuOf("Missed voice call");
    const items = await screen.findAllByRole("menuitem");
    expect(items.map(({ textContent }) => textContent)).toEqual(["Select", "Delete"]);
  });

  it("R21 a call recorded by the callee shows on the caller's side, and the caller cannot recall it", async () => {
    await openChat(worldOf(aRecord({ result: "noAnswer", isByCallee: true }), false));
    const [call] = articles() as [HTMLElement];
    expect(call.dataset.own).toBe("true");
    expect(within(call).getByText("No answer")).toBeTruthy();
    openMenuOf("No answer");
    await screen.findByRole("menuitem", { name: "Delete" });
    expect(screen.queryByRole("menuitem", { name: "Recall" })).toBeNull();
  });

  it.each([true, false])("11-25 is no missed call while it still rings (own: %s)", async (isOwn) => {
    const written = aRecordMessage(
      aRecord({ result: "noAnswer", durationSeconds: 0, ringSeconds: 30 }),
      isOwn,
    );
    const latestMsg = { ...written, sendTime: NOON - 10_000 };
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    const { ports, does } = await openChat(
      aWorld({ messages: [latestMsg], conversations: [aConversation({ latestMsg })] }),
    );
    const [call] = articles() as [HTMLElement];
    expect(within(call).getByText("Voice call")).toBeTruthy();
    ports.passTime(19_000);
    await does(() => vi.advanceTimersByTime(1000));
    expect(within(call).queryByText(/Missed|No answer/)).toBeNull();
    ports.passTime(1000);
    await does(() => vi.advanceTimersByTime(1000));
    expect(within(call).getByText(isOwn ? "No answer" : "Missed voice call")).toBeTruthy();
  });

  it("11-25 is shown once after a call that rang at a closed tab", async () => {
    const rang = aRecordMessage(aRecord({ result: "noAnswer", durationSeconds: 0, ringSeconds: 30 }), false);
    const latestMsg = aRecordMessage(aRecord(), false, 2);
    await openChat(aWorld({ messages: [rang, latestMsg], conversations: [aConversation({ latestMsg })] }));
    expect(articles().map((one) => within(one).queryByText("Voice call 02:31") !== null)).toEqual([true]);
  });

  it("2-97 has Chinese labels", async () => {
    await openChat(worldOf(aRecord({ result: "cancelled" }), false), { storedLanguage: "zh" });
    expect(screen.getByText("未接语音通话")).toBeTruthy();
  });
});

function anEntry(id: string, changes: Partial<CallEntry> = {}): CallEntry {
  return {
    clientMsgID: id,
    conversationID: "si_1_2",
    peer: { userID: ANNA, nickname: "Anna", faceURL: "" },
    isOutgoing: true,
    record: aRecord(),
    endedAt: NOON - 60_000,
    ...changes,
  };
}

const CALLS: CallEntry[] = [
  anEntry("1"),
  anEntry("2", {
    peer: { userID: "7", nickname: "Ben", faceURL: "" },
    isOutgoing: false,
    record: aRecord({ mediaType: "video", result: "noAnswer", durationSeconds: 0 }),
    endedAt: NOON - 26 * 3_600_000,
  }),
];

async function openCalls(calls: CallEntry[] = CALLS) {
  const page = await openPage({ world: aWorld({ calls }) });
  await page.does(() => page.ports.visit("/callRecord"));
  await screen.findByRole("heading", { name: "Call record" });
  return page;
}

const rows = () => within(screen.getByRole("list", { name: "Call record" })).getAllByRole("listitem");

describe("the list of calls", () => {
  it("2-97 shows peer, direction, kind, outcome, duration and time", async () => {
    await openCalls();
    expect(rows().map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/Anna.*1 min.*Outgoing voice call · 02:31/),
      expect.stringMatching(/Ben.*Yesterday.*Missed video call/),
    ]);
  });

  it("2-97 shows all calls, or only the missed ones", async () => {
    await openCalls();
    await press("radio", "Missed");
    expect(rows().map(({ textContent }) => textContent)).toEqual([expect.stringContaining("Ben")]);
    await press("radio", "All");
    expect(rows()).toHaveLength(2);
  });

  it("2-97 calls back by a tap", async () => {
    await openCalls();
    await press("button", /Ben/);
    expect(within(dialog()).getByText("Ben")).toBeTruthy();
  });

  it("2-97 says when no call was missed", async () => {
    await openCalls([anEntry("1")]);
    await press("radio", "Missed");
    expect(screen.getByText("No missed calls")).toBeTruthy();
  });

  it("2-97 says when there are no calls", async () => {
    await openCalls([]);
    expect(screen.getByText("No calls yet")).toBeTruthy();
  });

  it("2-97 shows that it loads, and loads again after a failure", async () => {
    const page = await openPage({ world: aWorld({ calls: CALLS }) });
    page.ports.hold("im.loadCalls");
    await page.does(() => page.ports.visit("/callRecord"));
    expect(screen.getByText("Loading")).toBeTruthy();
    await page.does(() => page.ports.reject("im.loadCalls", "network"));
    expect(screen.getByText("Couldn't load your calls")).toBeTruthy();
    await press("button", "Retry");
    await page.does(() => page.ports.resolve("im.loadCalls", CALLS));
    expect(rows()).toHaveLength(2);
  });

  it("2-97 on a new device shows the local calls, and the others once they are fetched", async () => {
    const page = await openPage({ world: aWorld({ calls: CALLS.slice(0, 1) }) });
    page.ports.hold("im.fetchCalls");
    await page.does(() => page.ports.visit("/callRecord"));
    expect(rows()).toHaveLength(1);
    await press("radio", "Missed");
    expect(screen.getByText("Loading")).toBeTruthy();
    expect(screen.queryByText("No missed calls")).toBeNull();
    await press("radio", "All");
    page.ports.hold("im.loadCalls");
    await page.does(() => page.ports.resolve("im.fetchCalls", true));
    expect(rows()).toHaveLength(1);
    await page.does(() => page.ports.resolve("im.loadCalls", CALLS));
    expect(rows()).toHaveLength(2);
  });

  it.each(["/workbench", "/profile"])("2-97 opens from %s, and Back returns there", async (path) => {
    const page = await openPage();
    await page.does(() => page.ports.visit(path));
    await press("button", "Call record");
    expect(page.ports.address.current.path).toBe("/callRecord");
    await press("button", "Back");
    expect(page.ports.address.current.path).toBe(path);
  });
});

describe("starting calls", () => {
  it("6-19 a single chat offers voice and video calls", async () => {
    await openChat();
    await press("button", "More");
    const items = screen.getAllByRole("menuitem").map(({ textContent }) => textContent);
    expect(items.filter((item) => item?.endsWith("call"))).toEqual(["Voice call", "Video call"]);
  });

  it("11-40 a group offers voice and video calls", async () => {
    await openChat(aWorld(), { conversationID: "sg_2000000001" });
    await press("button", "More");
    await screen.findByRole("menuitem", { name: "Location" });
    const items = screen.getAllByRole("menuitem", { name: /call$/ }).map(({ textContent }) => textContent);
    expect(items).toEqual(["Voice call", "Video call"]);
  });

  it("2-35 2-56 the peer in the chat's details leads to their card", async () => {
    const { ports } = await openChat();
    await press("button", "Details");
    expect(ports.address.current.path).toBe("/singleSetting");
    await press("button", /^Anna/);
    expect(ports.address.current).toEqual({ path: "/userCard", search: `userID=${ANNA}` });
    expect(screen.getByRole("heading", { name: "Profile" })).toBeTruthy();
    expect(screen.getByRole("heading", { name: "Anna" })).toBeTruthy();
    await press("button", "Back");
    await press("button", "Back");
    expect(ports.address.current.path).toBe("/chat");
  });
});

describe("a user's card", () => {
  async function openCard(userID: string, world = aWorld()) {
    const page = await openPage({ world });
    await page.does(() => page.ports.visit(`/userCard?userID=${userID}`));
    return page;
  }

  it("2-56 calls a friend and copies their id", async () => {
    const { ports } = await openCard(ANNA);
    await press("button", "Copy user ID");
    expect(ports.sent("platform.copy")).toEqual([ANNA]);
    await press("button", "Video call");
    expect(within(dialog()).getByText("Anna")).toBeTruthy();
  });

  it("2-56 leads to the chat", async () => {
    const { ports } = await openCard(ANNA);
    await press("button", "Message");
    expect(ports.address.current.path).toBe("/chat");
  });

  it("2-56 shows the remark of a friend, and their own name too", async () => {
    await openCard(ANNA, aWorld({ friends: [aFriend({ nickname: "Anna", remark: "Sis" })] }));
    expect(screen.getByRole("heading", { name: "Sis" })).toBeTruthy();
    expect(screen.getByText("Name Anna")).toBeTruthy();
  });

  it("2-56 a stranger can be sent messages, but not called", async () => {
    await openCard(BEN);
    expect(screen.getByRole("heading", { name: "Ben" })).toBeTruthy();
    expect(screen.getByRole("button", { name: "Message" })).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Voice call" })).toBeNull();
  });

  it("2-56 the user's own card offers neither messages nor calls", async () => {
    await openCard(ME);
    expect(screen.getByRole("heading", { name: "Mia" })).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Message" })).toBeNull();
    expect(screen.queryByRole("button", { name: "Voice call" })).toBeNull();
  });

  it("2-12 a card without a user leads to page not found", async () => {
    const page = await openPage();
    await page.does(() => page.ports.visit("/userCard"));
    expect(screen.getByRole("heading", { name: "Page not found" })).toBeTruthy();
  });
});
