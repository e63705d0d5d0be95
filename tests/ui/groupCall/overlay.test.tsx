/** Group calls and meetings on the whole page, with real charts. */
import { fireEvent, screen, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { Secret } from "../../../machines/domain/secret.ts";
import { inspected } from "../../fakes/inspected.ts";
import { anInvite, aRoomMember } from "../../fakes/signals.ts";
import {
  ANNA,
  aFriend,
  aGroup,
  aGroupConversation,
  aMember,
  aMessage,
  aWorld,
  BEN,
  groupChatID,
  ME,
  NOON,
  TEAM,
  type World,
} from "../../fakes/world.ts";
import { openChat } from "../chat/stage.tsx";
import { openPage, type Page, press } from "../shell/stage.tsx";
// Preloads lazy parts, so that they show at once.
import "../../../src/components/SheetPanel.tsx";
import "../../../src/screens/call/CallOverlay.tsx";

const MEETING = "0123456789abcdef0123456789abcdef";
const dialog = () => screen.getByRole("dialog", { name: /^(Call|Meeting)$/ });
const queryDialog = () => screen.queryByRole("dialog", { name: /^(Call|Meeting)$/ });
const said = (page: Page) => page.ports.sent("im.sendSignal").map(({ to, signal }) => `${signal.kind} ${to}`);

function team(changes: Partial<World> = {}): World {
  return aWorld({
    friends: [aFriend()],
    groups: [aGroup()],
    conversations: [aGroupConversation()],
    members: [
      aMember(),
      aMember({ userID: ANNA, nickname: "Anna" }),
      aMember({ userID: BEN, nickname: "Ben" }),
    ],
    ...changes,
  });
}

const openTeam = (world = team()) => openChat(world, { conversationID: groupChatID(TEAM) });

/** Anna invites Mia and Ben. */
const TO_TEAM = {
  invitation: { sessionType: "group", groupID: TEAM, mediaType: "video", inviteeUserIDList: [ME, BEN] },
} as const;

async function ringing(world = team(), width: "phone" | "two" = "phone"): Promise<Page> {
  const page = await openPage({ world, width });
  await page.does(() => page.ports.emit.signals(anInvite(TO_TEAM)));
  await screen.findByRole("button", { name: "Accept" });
  return page;
}

describe("starting a group call", () => {
  it("11-40 rings the chosen members, and shows who rings", async () => {
    const page = await openTeam();
    await press("button", "Call");
    await press("menuitem", "Video call");
    expect(await screen.findByRole("heading", { name: "Who to call" })).toBeTruthy();
    expect(screen.getAllByRole("checkbox").map((box) => box.getAttribute("aria-label"))).toEqual([
      "Anna",
      "Ben",
    ]);
    expect(screen.getByRole<HTMLButtonElement>("button", { name: "Call" }).disabled).toBe(true);
    await press("button", "Choose all");
    await press("button", "Call 2");
    await screen.findByRole("dialog", { name: "Call" });
    await page.does(() => page.ports.emit.room({ type: "room.connected", members: [] }));
    expect(said(page).sort()).toEqual([`invite ${ANNA}`, `invite ${BEN}`]);
    expect(within(dialog()).getByRole("heading", { name: "Team" })).toBeTruthy();
    expect(within(dialog()).getAllByText("Ringing")).toHaveLength(2);
    expect(page.ports.address.current.path).toBe("/chat");
  });

  it("11-40 4-110 while nobody is in, the camera can be switched, and a lost connection shows", async () => {
    const page = await openTeam();
    await press("button", "Call");
    await press("menuitem", "Video call");
    await press("button", "Choose all");
    await press("button", "Call 2");
    await screen.findByRole("dialog", { name: "Call" });
    await page.does(() => page.ports.emit.room({ type: "room.connected", members: [] }));
    await page.does(() => page.ports.emit.room({ type: "device.on", source: "camera", facing: "user" }));
    await press("button", "Camera off");
    expect(page.ports.wire.at(-1)).toEqual({
      call: "media.command",
      input: { type: "device.set", source: "camera", on: false, facing: "user" },
    });
    await page.does(() => page.ports.emit.room({ type: "room.reconnecting" }));
    await page.waits(1000);
    expect(within(dialog()).getByText("Reconnecting")).toBeTruthy();
  });

  it("11-40 is in the sheet of the composer too", async () => {
    await openTeam();
    await press("button", "More");
    await press("menuitem", "Voice call");
    expect(await screen.findByRole("heading", { name: "Who to call" })).toBeTruthy();
  });

  it.each([
    ["a member who is muted", { members: [aMember({ muteEndTime: NOON + 60_000 })] }],
    ["a user who left", { members: [aMember({ userID: ANNA })] }],
  ] as const)("6-13 6-18 is not offered to %s", async (_, changes) => {
    await openTeam(team({ members: [...changes.members] }));
    expect(screen.queryByRole("button", { name: "Call" })).toBeNull();
  });
});

describe("a group call that rings here", () => {
  it("11-21 floats in a wide window with the group, the inviter and the invited members, and fills it once accepted", async () => {
    await ringing(team(), "two");
    expect(queryDialog()).toBeNull();
    const region = within(screen.getByRole("region", { name: "Call" }));
    expect(region.getByRole("alert").textContent).toBe("TeamAnna invites you to a group video call");
    expect(
      within(region.getByRole("list", { name: "Also invited" })).getByRole("img", { name: "Ben" }),
    ).toBeTruthy();
    await press("button", "Accept");
    expect(within(dialog()).getByText("Connecting")).toBeTruthy();
    expect(screen.queryByRole("region", { name: "Call" })).toBeNull();
  });

  it("11-21 is declined in a wide window", async () => {
    const page = await ringing(team(), "two");
    await press("button", "Hang up");
    expect(said(page)).toEqual([`reject ${ANNA}`]);
    expect(screen.queryByRole("region", { name: "Call" })).toBeNull();
  });

  it("8-35 says who calls where its screen cannot be shown, and can be declined", async () => {
    const quiet = vi.spyOn(console, "error").mockImplementation(() => {});
    const page = await openPage({ world: team() }, ({ media }) => {
      media.canShareScreen = () => {
        throw new Error("the screen of the call cannot be drawn");
      };
    });
    await page.does(() => page.ports.emit.signals(anInvite(TO_TEAM)));
    const failure = within(screen.getByRole("alertdialog", { name: "Call" }));
    expect(failure.getByText("Team · Anna invites you to a group video call")).toBeTruthy();
    await press("button", "Hang up");
    expect(said(page)).toEqual([`reject ${ANNA}`]);
    expect(screen.queryByRole("alertdialog")).toBeNull();
    quiet.mockRestore();
  });

  it("11-40 shows who calls and which group, and can be accepted", async () => {
    const page = await ringing();
    expect(within(dialog()).getByText("Anna invites you to a group video call")).toBeTruthy();
    expect(within(dialog()).getByRole("heading", { name: "Team" })).toBeTruthy();
    await press("button", "Accept");
    await page.does(() =>
      page.ports.emit.room({
        type: "room.connected",
        members: [aRoomMember(), aRoomMember({ userID: BEN })],
      }),
    );
    expect(within(dialog()).getByText("3 people")).toBeTruthy();
    expect(within(dialog()).getByText("Ben")).toBeTruthy();
    expect(within(dialog()).getByRole("timer")).toBeTruthy();
  });

  it("11-40 the controls move the devices of the room", async () => {
    const page = await ringing();
    await press("button", "Accept");
    await page.does(() => page.ports.emit.room({ type: "room.connected", members: [aRoomMember()] }));
    await page.does(() => page.ports.emit.room({ type: "device.on", source: "microphone" }));
    await press("button", "Mute");
    expect(page.ports.wire.at(-1)).toEqual({
      call: "media.command",
      input: { type: "device.set", source: "microphone", on: false },
    });
    await page.does(() => page.ports.emit.room({ type: "room.speakers", userIDs: [ANNA] }));
    expect(within(dialog()).getByText("Speaking")).toBeTruthy();
    await press("button", "Pin Anna");
    expect(await screen.findByRole("button", { name: "Unpin Anna" })).toBeTruthy();
    await page.does(() => page.ports.emit.room({ type: "room.reconnecting" }));
    await page.waits(1000);
    expect(within(dialog()).getByText("Reconnecting")).toBeTruthy();
  });

  it("2-118 minimises to a badge with the number of people", async () => {
    const page = await ringing();
    await press("button", "Accept");
    await page.does(() => page.ports.emit.room({ type: "room.connected", members: [aRoomMember()] }));
    await press("button", "Minimise");
    const badge = screen.getByRole("button", { name: "Return to call" });
    expect(badge.textContent).toContain("2 people");
    await press("button", "Return to call");
    expect(dialog()).toBeTruthy();
    await press("button", "Leave");
    expect(queryDialog()).toBeNull();
    expect(page.ports.held.rooms).toEqual([]);
  });

  it("11-40 keeps what the user writes to the others while the call is a badge", async () => {
    const page = await ringing();
    await press("button", "Accept");
    await page.does(() => page.ports.emit.room({ type: "room.connected", members: [aRoomMember()] }));
    const field = async () => {
      await press("button", "Chat");
      return screen.findByRole<HTMLInputElement>("textbox", { name: "Message to everyone" });
    };
    const written = await field();
    await page.does(() => fireEvent.change(written, { target: { value: "Half a sen" } }));
    await page.does(() => page.ports.browserBack());
    await vi.waitFor(() => expect(screen.queryByRole("textbox", { name: "Message to everyone" })).toBeNull());
    await press("button", "Minimise");
    await press("button", "Return to call");
    expect((await field()).value).toBe("Half a sen");
  });

  it("11-43 counts messages as unread after the chat went away with its window", async () => {
    const page = await openPage({ world: team(), width: "three" });
    await page.does(() => page.ports.emit.signals(anInvite(TO_TEAM)));
    await press("button", "Accept");
    await page.does(() => page.ports.emit.room({ type: "room.connected", members: [aRoomMember()] }));
    await press("button", "Show beside the chat");
    await page.does(() => page.ports.visit(`/chat?conversationID=${groupChatID(TEAM)}`));
    const column = async () => within(await screen.findByRole("region", { name: "Call" }));
    const openLines = async () => {
      const button = (await column()).getByRole("button", { name: /Chat/ });
      await page.does(() => void fireEvent.click(button));
      return screen.findByRole("textbox", { name: "Message to everyone" });
    };
    await openLines();
    await page.does(() => page.ports.emit.window({ type: "window.resized", width: "two" }));
    const line = { kind: "chat", id: "1", text: "Hello", at: NOON } as const;
    await page.does(() => page.ports.emit.room({ type: "room.packet", userID: ANNA, packet: line }));
    await page.does(() => page.ports.emit.window({ type: "window.resized", width: "three" }));
    expect((await column()).getByRole("img", { name: "1 unread" })).toBeTruthy();
    await openLines();
    expect(screen.getByText("Hello")).toBeTruthy();
    expect((await column()).queryByRole("img", { name: "1 unread" })).toBeNull();
  });

  it("11-40 adds members who are not in the call", async () => {
    const page = await ringing();
    await press("button", "Accept");
    await page.does(() => page.ports.emit.room({ type: "room.connected", members: [aRoomMember()] }));
    await press("button", "Add people");
    expect(await screen.findByRole("heading", { name: "Who to call" })).toBeTruthy();
    const anna = screen.getByRole<HTMLInputElement>("checkbox", { name: "Anna" });
    expect([anna.checked, anna.disabled]).toEqual([true, true]);
    await page.does(() => page.ports.browserBack());
    expect(screen.getByRole("button", { name: "Return to call" })).toBeTruthy();
  });
});

describe("the choice of more members to ring", () => {
  const others = Array.from({ length: 16 }, (_, index) =>
    aMember({ userID: `user-${index}`, nickname: `User ${index}` }),
  );
  const choose = (page: Page) =>
    page.does(() => page.ports.visit(`/groupMemberList?groupID=${TEAM}&mode=call&media=voice`));
  const button = (name: string) => screen.getByRole<HTMLButtonElement>("button", { name });

  it("11-40 adds no member while the call rings here, and says why", async () => {
    const page = await ringing(
      team({ members: [aMember(), aMember({ userID: ANNA, nickname: "Anna" }), ...others.slice(0, 2)] }),
    );
    await press("button", "Minimise");
    await choose(page);
    await press("checkbox", "User 0");
    const hint = "You can add people once you are in the call";
    expect([button("Add 1 to call").disabled, screen.queryByText(hint)]).toEqual([true, expect.anything()]);
    await press("button", "Return to call");
    await press("button", "Accept");
    await page.does(() => page.ports.emit.room({ type: "room.connected", members: [aRoomMember()] }));
    await press("button", "Minimise");
    expect(screen.queryByText(hint)).toBeNull();
    await press("button", "Add 1 to call");
    expect(said(page)).toContain("invite user-0");
  });

  it("11-40 lets only so many be chosen that fifteen ring at once", async () => {
    const page = await openTeam(team({ members: [aMember(), ...others] }));
    await choose(page);
    for (const { nickname } of others.slice(0, 14)) await press("checkbox", nickname);
    await press("button", "Call 14");
    await screen.findByRole("dialog", { name: "Call" });
    await page.does(() => page.ports.emit.room({ type: "room.connected", members: [] }));
    await press("button", "Minimise");
    await choose(page);
    const full = "At most 15 people can be called at once";
    expect(screen.queryByText(full)).toBeNull();
    await press("checkbox", "User 14");
    expect(screen.getByText(full)).toBeTruthy();
    expect(screen.getByRole<HTMLInputElement>("checkbox", { name: "User 15" }).disabled).toBe(true);
    await press("button", "Add 1 to call");
    expect(said(page)).toContain("invite user-14");
  });
});

describe("rows of group calls and meetings in the chat", () => {
  const row = (seq: number, content: Parameters<typeof aMessage>[0] & object) =>
    aMessage({
      clientMsgID: `call-${seq}`,
      conversationID: groupChatID(TEAM),
      groupID: TEAM,
      recvID: "",
      sendID: ANNA,
      seq,
      sendTime: NOON - 60_000 + seq,
      ...content,
    });
  const on = row(1, {
    content: { type: "groupCall", call: { roomID: "room-1", mediaType: "video", state: "on", invited: 2 } },
  });
  const over = row(2, {
    content: {
      type: "groupCall",
      call: { roomID: "room-1", mediaType: "video", state: "over", durationSeconds: 75 },
    },
  });

  it("11-40 offers to join a call that is on", async () => {
    const page = await openTeam(team({ messages: [on] }));
    expect(screen.getByText("Group video call")).toBeTruthy();
    expect(screen.getByText(/Anna started a call/)).toBeTruthy();
    await press("button", "Group video call, join");
    await screen.findByRole("dialog", { name: "Call" });
    expect(page.ports.sent("media.requestAccess").map(({ roomID }) => roomID)).toEqual(["room-1"]);
  });

  it("11-40 a user who joined late can ring the user who started the call and left", async () => {
    const page = await openTeam(team({ messages: [on] }));
    await press("button", "Group video call, join");
    await screen.findByRole("dialog", { name: "Call" });
    await page.does(() =>
      page.ports.emit.room({ type: "room.connected", members: [aRoomMember({ userID: BEN })] }),
    );
    await press("button", "People");
    await press("button", "Ring Anna again");
    expect(said(page)).toEqual([`invite ${ANNA}`]);
  });

  it("11-40 does not say that the user who started the call left before the room says who is in", async () => {
    await openTeam(team({ messages: [on] }));
    await press("button", "Group video call, join");
    await screen.findByRole("dialog", { name: "Call" });
    expect(within(dialog()).getByText("Connecting")).toBeTruthy();
    expect(within(dialog()).queryByText("Left")).toBeNull();
  });

  it("2-123 shows the letter of the user's own name, not that of the word You", async () => {
    const page = await openTeam(team({ messages: [on] }));
    await press("button", "Group video call, join");
    await screen.findByRole("dialog", { name: "Call" });
    await page.does(() =>
      page.ports.emit.room({ type: "room.connected", members: [aRoomMember({ userID: ANNA })] }),
    );
    const own = within(within(dialog()).getByRole("list", { name: "People" }))
      .getAllByRole("listitem")
      .find((item) => within(item).queryByText("You"));
    expect(own?.querySelector("[data-face=letter]")?.textContent).toBe("a");
  });

  it("11-40 leads a member of the call back to it", async () => {
    const page = await openTeam(team({ messages: [on] }));
    await press("button", "Group video call, join");
    await page.does(() => page.ports.emit.room({ type: "room.connected", members: [aRoomMember()] }));
    await press("button", "Minimise");
    expect(queryDialog()).toBeNull();
    await press("button", "Group video call, return to it");
    expect(await screen.findByRole("dialog", { name: "Call" })).toBeTruthy();
    expect(page.ports.sent("media.requestAccess")).toHaveLength(1);
  });

  it("11-40 does not say that a user is in a call that still rings here", async () => {
    const page = await openTeam(team({ messages: [on] }));
    const { does, ports } = page;
    const invitation = { roomID: "room-1", sessionType: "group", groupID: TEAM, mediaType: "video" } as const;
    await does(() =>
      ports.emit.signals(anInvite({ invitation: { ...invitation, inviteeUserIDList: [ME] } })),
    );
    await screen.findByRole("dialog", { name: "Call" });
    await press("button", "Minimise");
    expect(screen.queryByRole("button", { name: "Group video call, return to it" })).toBeNull();
    await press("button", "Group video call, join");
    await press("button", "Accept");
    await does(() => ports.emit.room({ type: "room.connected", members: [aRoomMember()] }));
    await press("button", "Minimise");
    expect(screen.getByRole("button", { name: "Group video call, return to it" })).toBeTruthy();
  });

  it("11-40 does not offer a call that is over, and says how long it took", async () => {
    const { does, ports } = await openTeam(team({ messages: [on] }));
    expect(screen.getByRole("button", { name: "Group video call, join" })).toBeTruthy();
    await does(() => ports.emit.messages({ type: "im.messages", messages: [over] }));
    expect(screen.queryByRole("button", { name: "Group video call, join" })).toBeNull();
    expect(screen.getByText("Group call ended, 01:15")).toBeTruthy();
  });

  it("11-40 does not offer a call of four hours ago", async () => {
    await openTeam(team({ messages: [{ ...on, sendTime: NOON - 4 * 3_600_000 }] }));
    expect(screen.getByText("Group video call")).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Group video call, join" })).toBeNull();
  });

  it("11-41 a meeting's card leads to its lobby", async () => {
    const card = row(3, {
      content: { type: "meeting", meeting: { roomID: MEETING, subject: "Plan", extra: {} } },
    });
    const page = await openTeam(team({ messages: [card] }));
    await press("button", "Plan, join");
    expect(page.ports.address.current).toEqual({ path: "/meeting", search: `roomID=${MEETING}` });
    expect(await screen.findByText("Ready to join?")).toBeTruthy();
  });
});

describe("a meeting", () => {
  const openLobby = async () => {
    const page = await openPage({ world: team() });
    await page.does(() => page.ports.visit(`/meeting?roomID=${MEETING}`));
    await screen.findByText("Ready to join?");
    return page;
  };

  it("11-41 opens its lobby by its link, and joins", async () => {
    const page = await openLobby();
    expect(within(dialog()).getByText("You join as Mia")).toBeTruthy();
    expect(page.ports.sent("media.requestAccess")).toEqual([]);
    await press("button", "Join");
    await page.does(() => page.ports.emit.room({ type: "room.connected", members: [aRoomMember()] }));
    expect(within(dialog()).getByRole("heading", { name: "Meeting" })).toBeTruthy();
    expect(within(dialog()).getByText("2 people")).toBeTruthy();
    expect(within(dialog()).getByText("Anna")).toBeTruthy();
  });

  it("11-41 its link opens the lobby from outside the app", async () => {
    await openPage({ world: team(), path: `/meeting?roomID=${MEETING}` });
    expect(await screen.findByText("Ready to join?")).toBeTruthy();
  });

  it("11-41 its link survives the sign-in", async () => {
    const mia = { nickname: "Mia", areaCode: "+86", phoneNumber: "13800000001", faceURL: "" };
    const demoPeople = [{ ...mia, password: new Secret("parley2026") }];
    const page = await openPage({
      world: team({ signedIn: false, demoPeople }),
      path: `/meeting?roomID=${MEETING}`,
    });
    await press("button", "Sign in as Mia");
    expect(await screen.findByText("Ready to join?")).toBeTruthy();
    expect(page.ports.address.current).toEqual({ path: "/meeting", search: `roomID=${MEETING}` });
  });

  it("11-41 after leaving it offers to rejoin and to go back", async () => {
    const page = await openLobby();
    await press("button", "Join");
    await page.does(() => page.ports.emit.room({ type: "room.connected", members: [] }));
    await press("button", "Leave");
    expect(queryDialog()).toBeNull();
    expect(screen.getByText("You are not in the meeting")).toBeTruthy();
    await press("button", "Rejoin");
    expect(await screen.findByText("Ready to join?")).toBeTruthy();
  });

  it("11-43 a member whose host ended the meeting reads it, and not that it may still be on", async () => {
    const page = await openLobby();
    page.ports.answer("media.roomInfo", () => ({ madeBy: ANNA }));
    await press("button", "Join");
    await page.does(() => page.ports.emit.room({ type: "room.connected", members: [aRoomMember()] }));
    await page.does(() =>
      page.ports.emit.room({ type: "room.packet", userID: ANNA, packet: { kind: "end" } }),
    );
    expect(await screen.findByText("The host ended the meeting")).toBeTruthy();
    expect(screen.getByText("The meeting is over")).toBeTruthy();
    expect(screen.queryByText("The meeting may still be on.")).toBeNull();
    await press("button", "Rejoin");
    expect(await screen.findByText("Ready to join?")).toBeTruthy();
  });

  it("11-41 Escape leaves the lobby, and releases the camera", async () => {
    const page = await openLobby();
    await press("button", "Camera on");
    expect(page.ports.wire.filter(({ call }) => call === "media.preview")).toHaveLength(1);
    await page.does(() => {
      fireEvent.keyDown(document.activeElement ?? document.body, { key: "Escape" });
    });
    await vi.waitFor(() => expect(queryDialog()).toBeNull());
    expect(page.ports.wire.filter(({ call }) => call === "media.endPreview")).toHaveLength(1);
    expect(screen.getByRole("button", { name: "Join" })).toBeTruthy();
  });

  it("11-41 a new meeting gets an address that leads others to it", async () => {
    const page = await openPage({ world: team() });
    await page.does(() => page.ports.visit("/workbench"));
    await press("button", "New meeting");
    expect(await screen.findByText("Ready to join?")).toBeTruthy();
    const { path, search } = page.ports.address.current;
    expect([path, /^roomID=.+/.test(search)]).toEqual(["/meeting", true]);
  });

  it("11-41 is joined by its id or its link, and refuses anything else", async () => {
    const page = await openPage({ world: team() });
    await page.does(() => page.ports.visit("/workbench"));
    await press("button", "Join meeting");
    const field = await screen.findByRole("textbox", { name: "Meeting ID or link" });
    fireEvent.change(field, { target: { value: "hello" } });
    await press("button", "Join");
    expect(screen.getByText("This is not a meeting ID or link")).toBeTruthy();
    fireEvent.change(field, { target: { value: `https://parley.example/meeting?roomID=${MEETING}` } });
    await press("button", "Join");
    expect(page.ports.address.current).toEqual({ path: "/meeting", search: `roomID=${MEETING}` });
    expect(await screen.findByText("Ready to join?")).toBeTruthy();
  });

  const KEY = "A-z_09A-z_09A-z_09A-z_";
  const WHOLE_LINK = `https://parley.example/meeting?roomID=${MEETING}#${KEY}`;
  const wireOf = ({ ports }: Page) => JSON.stringify([ports.wire, ports.address.current]);

  it("11-44 is encrypted if the whole link is pasted, and passes on the whole link", async () => {
    const page = await openPage({ world: team() });
    const shown = inspected(page.app);
    await page.does(() => page.ports.visit("/workbench"));
    await press("button", "Join meeting");
    const field = await screen.findByRole("textbox", { name: "Meeting ID or link" });
    fireEvent.change(field, { target: { value: WHOLE_LINK.slice(0, -1) } });
    await press("button", "Join");
    expect(screen.getByText("This is not a meeting ID or link")).toBeTruthy();
    fireEvent.change(field, { target: { value: WHOLE_LINK } });
    await press("button", "Join");
    expect(await screen.findByText("End-to-end encrypted")).toBeTruthy();
    expect(page.ports.address.current).toEqual({ path: "/meeting", search: `roomID=${MEETING}` });
    await press("button", "Join");
    await page.does(() => page.ports.emit.room({ type: "room.connected", members: [] }));
    expect(within(dialog()).getByRole("img", { name: "End-to-end encrypted" })).toBeTruthy();
    await press("button", "Invite people");
    expect(await screen.findByText(WHOLE_LINK)).toBeTruthy();
    // A card is a stored message, so it would lead to the meeting without the key.
    expect(screen.queryByRole("button", { name: "Send to a chat" })).toBeNull();
    expect(wireOf(page)).not.toContain(KEY);
    await press("button", "Copy link");
    expect(page.ports.sent("platform.copy")).toEqual([WHOLE_LINK]);
    expect(shown()).toContain("user.copyMeetingLink");
    expect(shown()).not.toContain(KEY);
  });

  it("11-44 its key survives the sign-in without being anywhere else", async () => {
    const mia = { nickname: "Mia", areaCode: "+86", phoneNumber: "13800000001", faceURL: "" };
    const page = await openPage({
      world: team({ signedIn: false, demoPeople: [{ ...mia, password: new Secret("parley2026") }] }),
      path: `/meeting?roomID=${MEETING}`,
    });
    const shown = inspected(page.app);
    page.ports.meetingKeys.take(WHOLE_LINK);
    await press("button", "Sign in as Mia");
    expect(await screen.findByText("End-to-end encrypted")).toBeTruthy();
    expect(`${shown()} ${wireOf(page)}`).not.toContain(KEY);
  });

  it("11-44 says that the whole link is needed while the others encrypt with another key", async () => {
    const page = await openLobby();
    await press("button", "Join");
    await page.does(() => page.ports.emit.room({ type: "room.connected", members: [aRoomMember()] }));
    await page.does(() => page.ports.emit.room({ type: "room.unreadable" }));
    expect(within(dialog()).getByText("This meeting is encrypted. Open the whole link.")).toBeTruthy();
    await page.does(() => page.ports.emit.room({ type: "room.readable" }));
    expect(within(dialog()).queryByText(/encrypted/)).toBeNull();
  });

  it("2-78 a link without a valid id leads nowhere", async () => {
    const page = await openPage({ world: team() });
    await page.does(() => page.ports.visit("/meeting?roomID=7"));
    expect(await screen.findByText("This link leads to no meeting")).toBeTruthy();
    expect(queryDialog()).toBeNull();
  });
});
