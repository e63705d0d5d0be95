import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { ADMIN, OWNER } from "../../../machines/domain/group.ts";
import type { Message } from "../../../machines/domain/message.ts";
import type { Group, GroupMember } from "../../../machines/domain/people.ts";
import { changeNamePath } from "../../../src/screens/changeName/origin.ts";
import { groupPath, memberCardPath } from "../../../src/screens/group/place.ts";
import {
  ANNA,
  aFriend,
  aGroup,
  aGroupApplication,
  aGroupConversation,
  aMember,
  aMessage,
  aWorld,
  groupChatID,
  ME,
  singleChatID,
  someConversations,
  TEAM,
  type World,
} from "../../fakes/world.ts";
import { aStranger } from "../../fakes/world-people.ts";
import { openPage, type Page, press } from "../shell/stage.tsx";

type Role = "owner" | "admin" | "member" | "outsider";

const LEVELS = { owner: OWNER, admin: ADMIN, member: 20 } as const;
const OLGA = aMember({ userID: "olga", nickname: "Olga", roleLevel: OWNER });
const ADA = aMember({ userID: "ada", nickname: "Ada", roleLevel: ADMIN });
const MAX = aMember({ userID: "max", nickname: "Max" });

const NOT_FOR_YOU = "Only the owner and admins can manage the group";

const inTeam = (seq: number, sendID: string, changes: Partial<Message> = {}) =>
  aMessage({
    clientMsgID: `${sendID}-${seq}`,
    conversationID: groupChatID(TEAM),
    groupID: TEAM,
    recvID: "",
    sendID,
    seq,
    ...changes,
  });

/** A notice with false names. */
const RENAMED = inTeam(3, MAX.userID, {
  content: {
    type: "groupNotice",
    notice: {
      act: "removed",
      by: { userID: OLGA.userID, nickname: "The boss" },
      people: [{ userID: MAX.userID, nickname: "Somebody else" }],
      count: 1,
    },
  },
});

/** The team from the view of a member with that role. Olga owns it, unless the user does. */
function teamOf(role: Role, changes: Partial<Group> = {}): World {
  const others: GroupMember[] = role === "owner" ? [ADA, MAX] : [OLGA, ADA, MAX];
  const members = role === "outsider" ? others : [aMember({ roleLevel: LEVELS[role] }), ...others];
  const ownerUserID = role === "owner" ? ME : OLGA.userID;
  return aWorld({
    groups: [aGroup({ ownerUserID, memberCount: members.length, ...changes })],
    members: [...members].sort((a, b) => b.roleLevel - a.roleLevel),
    strangers: [OLGA, ADA, MAX].map(({ userID, nickname }) => aStranger({ userID, nickname })),
    messages: [
      ...[OLGA, MAX].map(({ userID, nickname }, index) =>
        inTeam(index + 1, userID, { senderNickname: nickname }),
      ),
      RENAMED,
    ],
  });
}

async function openAt(path: string, world: World): Promise<Page> {
  const page = await openPage({ world });
  await page.does(() => page.ports.visit(path));
  return page;
}

const openAs = (role: Role, path: string, changes?: Partial<Group>) => openAt(path, teamOf(role, changes));
const changesIn = ({ ports }: Page) => ports.sent("im.changeGroup").map(({ change }) => change);
const title = () => screen.getByRole("heading", { level: 1 }).textContent;
const button = (name: string | RegExp) => screen.queryByRole("button", { name });
const toggle = (name: string) => screen.queryByRole("switch", { name });

async function flip(name: string) {
  await act(async () => void fireEvent.click(screen.getByRole("switch", { name })));
}

async function tick(name: string) {
  await act(async () => void fireEvent.click(screen.getByRole("checkbox", { name })));
}

async function type(name: string, value: string) {
  const field = screen.getByRole("textbox", { name });
  await act(async () => void fireEvent.change(field, { target: { value } }));
}

async function declineThenAgree(page: Page, ask: string | RegExp, question: string, action: string) {
  await press("button", ask);
  const first = await screen.findByRole("dialog", { name: question });
  await act(async () => void fireEvent.click(within(first).getByRole("button", { name: "Cancel" })));
  expect(changesIn(page)).toEqual([]);
  await press("button", ask);
  const second = await screen.findByRole("dialog", { name: question });
  await act(async () => void fireEvent.click(within(second).getByRole("button", { name: action })));
  await page.does(() => {});
}

describe("pages about a group", () => {
  it.each([
    ["2-28", "groupSetting", "Group details"],
    ["2-29", "groupManage", "Manage group"],
    ["2-36", "groupCard", "Group"],
    ["2-40", "groupMemberList", "Members"],
    ["2-41", "chooseUser", "Add members"],
  ] as const)("%s /%s has the title %j", async (_, path, words) => {
    await openAs("owner", groupPath(path, TEAM));
    expect(title()).toContain(words);
    expect(screen.queryByText("This group does not exist")).toBeNull();
  });
});

describe("the settings of a group", () => {
  const settings = groupPath("groupSetting", TEAM);

  it("2-50 the id can be copied, with a message", async () => {
    const { ports } = await openAs("member", settings);
    await press("button", "Copy group ID");
    expect(ports.sent("platform.copy")).toEqual([TEAM]);
    expect(await screen.findByText(/copied/i)).toBeTruthy();
  });

  it.each([
    ["Add members", "/chooseUser", ""],
    ["Remove members", "/groupMemberList", "remove"],
    [/^Members/, "/groupMemberList", ""],
    ["Group QR code", "/qrCode", ""],
    ["Manage group", "/groupManage", ""],
  ])("2-50 %s leads to %s of this group", async (name, path, mode) => {
    const { ports } = await openAs("admin", settings);
    await press("button", name);
    const query = new URLSearchParams(ports.address.current.search);
    expect([ports.address.current.path, query.get("groupID"), query.get("mode") ?? ""]).toEqual([
      path,
      TEAM,
      mode,
    ]);
  });

  it.each([
    ["owner", true],
    ["admin", true],
    ["member", false],
  ] as const)("2-50 6-02 6-03 managing and removing is offered to the %s: %s", async (role, isThere) => {
    await openAs(role, settings);
    for (const name of ["Manage group", "Remove members", /^Group name/, /^Announcement/]) {
      expect(button(name) !== null, String(name)).toBe(isThere);
    }
    for (const name of ["Add members", "Group QR code", /^My name in this group/]) {
      expect(button(name), String(name)).toBeTruthy();
    }
  });

  it("2-50 6-02 a non-member is offered nothing that members do", async () => {
    await openAs("outsider", settings);
    expect(screen.getByRole("heading", { name: "Team" })).toBeTruthy();
    expect(screen.queryByRole("list", { name: "Members" })).toBeNull();
    for (const name of [/^(Add|Remove) members/, /^Members/, /QR/, /^Manage/, /^(Leave|Dismiss)/, /name/]) {
      expect(button(name), String(name)).toBeNull();
    }
  });

  it.each(["admin", "member"] as const)(
    "2-50 the %s can leave after a question with the name",
    async (role) => {
      const page = await openAs(role, settings);
      expect(button(/^Dismiss/)).toBeNull();
      await declineThenAgree(page, "Leave group", "Leave “Team”?", "Leave group");
      expect(changesIn(page)).toEqual([{ kind: "quit" }]);
    },
  );

  it("2-50 a member who becomes the owner during the question does not dismiss the group with its answer", async () => {
    const page = await openAs("member", settings);
    await press("button", "Leave group");
    await screen.findByRole("dialog", { name: "Leave “Team”?" });
    page.ports.answer("im.lookUpGroup", () => ({
      group: aGroup({ ownerUserID: ME }),
      me: aMember({ roleLevel: OWNER }),
    }));
    await page.does(() => page.ports.emit.groups({ type: "im.memberChanged", groupID: TEAM, userID: ME }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(button("Dismiss group")).toBeTruthy();
    expect(changesIn(page)).toEqual([]);
  });

  it("2-50 the owner can dismiss it after a question with the name, but not leave it", async () => {
    const page = await openAs("owner", settings);
    expect(button(/^Leave/)).toBeNull();
    await declineThenAgree(page, "Dismiss group", "Dismiss “Team”?", "Dismiss group");
    expect(changesIn(page)).toEqual([{ kind: "dismiss" }]);
  });

  it.each(["owner", "member", "outsider"] as const)(
    "2-50 the %s can clear its chat after a question",
    async (role) => {
      const page = await openAs(role, settings);
      await press("button", "Clear chat history");
      const first = await screen.findByRole("dialog", { name: "Clear the chat with Team?" });
      await act(async () => void fireEvent.click(within(first).getByRole("button", { name: "Cancel" })));
      expect(page.ports.sent("im.changeConversation")).toEqual([]);
      await press("button", "Clear chat history");
      const again = await screen.findByRole("dialog", { name: "Clear the chat with Team?" });
      await act(
        async () => void fireEvent.click(within(again).getByRole("button", { name: "Clear chat history" })),
      );
      await page.does(() => {});
      expect(page.ports.sent("im.changeConversation")).toEqual([
        { kind: "clear", conversationID: groupChatID(TEAM) },
      ]);
    },
  );

  it("6-02 an admin renames it, and returns to its settings", async () => {
    const page = await openAs("admin", settings);
    await press("button", /^Group name/);
    await type("Group name", " Crew ");
    await press("button", "Save");
    expect(changesIn(page)).toEqual([{ kind: "name", name: "Crew" }]);
    expect(page.ports.address.current.path).toBe("/groupSetting");
    expect(screen.getByRole("heading", { name: "Crew" })).toBeTruthy();
  });

  it("6-02 the owner sets an announcement, and removes it", async () => {
    const page = await openAs("owner", settings);
    await press("button", /^Announcement/);
    await type("Announcement", "Tea at four");
    await press("button", "Save");
    expect(screen.getByText("Tea at four")).toBeTruthy();
    await press("button", /^Announcement/);
    await type("Announcement", "");
    await press("button", "Save");
    expect(screen.queryByText("Tea at four")).toBeNull();
    expect(changesIn(page)).toEqual([
      { kind: "announcement", text: "Tea at four" },
      { kind: "announcement", text: "" },
    ]);
  });

  it.each([
    ["member", { groupID: TEAM, groupName: "Team" }, NOT_FOR_YOU],
    ["member", { groupID: TEAM, notification: "" }, NOT_FOR_YOU],
    ["outsider", { groupID: TEAM, groupName: "Team" }, NOT_FOR_YOU],
    ["outsider", { groupID: TEAM, nickname: "Mia" }, "Nothing to change here"],
  ] as const)("6-02 the %s finds no field at the address for changing %j", async (role, origin, words) => {
    await openAs(role, changeNamePath(origin));
    expect(screen.getByText(words)).toBeTruthy();
    expect(screen.queryByRole("textbox")).toBeNull();
    expect(button("Save")).toBeNull();
  });
});

describe("the open chat of a group that is not in the loaded pages of the list", () => {
  it("2-50 6-10 is pinned and muted in the settings of the group, and leads to its files", async () => {
    const page = await openPage({
      world: aWorld({ conversations: [...someConversations(20), aGroupConversation()] }),
      answers: {
        "im.loadConversations": ({ offset, count }) =>
          offset === 0 ? someConversations(count) : new Promise(() => {}),
      },
    });
    const conversationID = groupChatID(TEAM);
    await page.does(() => page.ports.visit(`/chat?conversationID=${conversationID}`));
    await page.does(() => page.ports.visit(groupPath("groupSetting", TEAM)));
    await flip("Pin chat");
    await flip("No sound");
    await page.does(() => {});
    expect(page.ports.sent("im.changeConversation")).toEqual([
      { kind: "pin", conversationID, pinned: true },
      { kind: "mute", conversationID, muted: true },
    ]);
    expect(toggle("Pin chat")).toHaveProperty("checked", true);
    expect(toggle("No sound")).toHaveProperty("checked", true);
    expect(button("Chat files")).toBeTruthy();
  });
});

describe("no sound for a chat", () => {
  it.each([
    ["Team", groupPath("groupSetting", TEAM), groupChatID(TEAM)],
    ["Anna", `/singleSetting?conversationID=${singleChatID(ANNA)}`, singleChatID(ANNA)],
  ])("6-10 %s gets no sound, and the list shows it", async (name, path, conversationID) => {
    const page = await openAt(path, aWorld());
    expect(toggle("No sound")).toHaveProperty("checked", false);
    await flip("No sound");
    await page.does(() => {});
    expect(page.ports.sent("im.changeConversation")).toEqual([{ kind: "mute", conversationID, muted: true }]);
    expect(toggle("No sound")).toHaveProperty("checked", true);
    await page.does(() => page.ports.visit("/conversation"));
    const rows = within(screen.getByRole("list", { name: "Chat list" })).getAllByRole("listitem");
    const muted = rows.filter((row) => within(row).queryByRole("img", { name: "No sound" }));
    expect(muted.map((row) => row.getAttribute("aria-label"))).toEqual([name]);
  });
});

describe("managing a group", () => {
  const manage = groupPath("groupManage", TEAM);

  it.each([
    ["owner", true],
    ["admin", true],
    ["member", false],
    ["outsider", false],
  ] as const)(
    "2-51 6-02 6-03 6-06 the %s may manage: %s; only the owner changes roles",
    async (role, may) => {
      await openAs(role, manage);
      for (const name of ["Mute all", "Open each other's profiles", "Add each other as friends"]) {
        expect(toggle(name) !== null, name).toBe(may);
      }
      expect(screen.queryByRole("radiogroup", { name: "Who can join" }) !== null).toBe(may);
      expect(screen.queryByText(NOT_FOR_YOU) !== null).toBe(!may);
      expect(button("Transfer ownership") !== null).toBe(role === "owner");
      expect(button(/^Admins/) !== null).toBe(role === "owner");
    },
  );

  it.each(["owner", "admin"] as const)("2-51 6-03 6-11 the %s mutes all, and unmutes them", async (role) => {
    const page = await openAs(role, manage);
    await flip("Mute all");
    await page.does(() => {});
    expect(toggle("Mute all")).toHaveProperty("checked", true);
    await flip("Mute all");
    await page.does(() => {});
    expect(toggle("Mute all")).toHaveProperty("checked", false);
    expect(changesIn(page)).toEqual([
      { kind: "muteAll", muted: true },
      { kind: "muteAll", muted: false },
    ]);
  });

  it("2-51 an admin changes what members may do, and how others join", async () => {
    const page = await openAs("admin", manage);
    await flip("Open each other's profiles");
    await page.does(() => {});
    await flip("Add each other as friends");
    await page.does(() => {});
    const modes = within(screen.getByRole("radiogroup", { name: "Who can join" })).getAllByRole("radio");
    for (const mode of modes.slice(1)) {
      await act(async () => void fireEvent.click(mode));
      await page.does(() => {});
    }
    expect(changesIn(page)).toEqual([
      { kind: "lookMemberInfo", allowed: false },
      { kind: "applyMemberFriend", allowed: false },
      { kind: "verification", mode: 1 },
      { kind: "verification", mode: 2 },
    ]);
  });

  it.each([
    ["Transfer ownership", "transfer"],
    [/^Admins/, null],
  ])("2-51 %s leads the owner to the members", async (name, mode) => {
    const { ports } = await openAs("owner", manage);
    await press("button", name);
    const query = new URLSearchParams(ports.address.current.search);
    expect([ports.address.current.path, query.get("groupID"), query.get("mode")]).toEqual([
      "/groupMemberList",
      TEAM,
      mode,
    ]);
  });
});

describe("the members of a group", () => {
  const members = groupPath("groupMemberList", TEAM);
  const removing = groupPath("groupMemberList", TEAM, { mode: "remove" });
  const transferring = groupPath("groupMemberList", TEAM, { mode: "transfer" });
  const row = async (name: string) => {
    const list = await screen.findByRole("list", { name: "Members" });
    const item = within(list).getByText(name).closest("li");
    if (!item) throw new Error(`${name} is in no row`);
    return within(item);
  };
  const selectable = () =>
    screen
      .getAllByRole("checkbox")
      .filter((box) => !box.hasAttribute("disabled"))
      .map((box) => box.getAttribute("aria-label"));

  it("6-01 owner and admins have a label, others have none", async () => {
    await openAs("member", members);
    expect((await row("Olga")).getByText("Owner")).toBeTruthy();
    expect((await row("Ada")).getByText("Admin")).toBeTruthy();
    for (const name of ["Max", "Mia"]) expect((await row(name)).queryByText(/Owner|Admin/)).toBeNull();
  });

  it.each([
    ["Olga", "Owner"],
    ["Ada", "Admin"],
    ["Max", "Member"],
  ])("6-01 the card of %s shows the role %s", async (name, role) => {
    await openAs("member", members);
    await press("button", new RegExp(name));
    const facts = await screen.findByRole("region", { name: "In this group" });
    expect(within(facts).getByText(role)).toBeTruthy();
  });

  it("2-40 6-04 a non-member does not see the members", async () => {
    const { ports } = await openAs("outsider", members);
    expect(screen.getByText("Only members can see who is in the group")).toBeTruthy();
    expect(screen.queryByText("Olga")).toBeNull();
    expect(ports.sent("im.loadMembers")).toEqual([]);
  });

  it("6-04 with hidden cards a member opens only their own card", async () => {
    const { ports } = await openAs("member", members, { lookMemberInfo: 1 });
    for (const name of ["Olga", "Ada", "Max"]) {
      const someone = await row(name);
      expect(someone.queryByRole("button")).toBeNull();
      fireEvent.click(someone.getByText(name));
      expect(ports.address.current.path).toBe("/groupMemberList");
    }
    await press("button", /Mia/);
    expect(ports.address.current).toEqual({ path: "/userCard", search: memberCardPath(TEAM, ME).slice(10) });
  });

  it("6-04 with hidden cards the settings open only the member's own card", async () => {
    await openAs("member", groupPath("groupSetting", TEAM), { lookMemberInfo: 1 });
    const faces = within(screen.getByRole("list", { name: "Members" }));
    expect(faces.getByText("Max")).toBeTruthy();
    expect(faces.queryByRole("button", { name: /Max/ })).toBeNull();
    expect(faces.getByRole("button", { name: /Mia/ })).toBeTruthy();
  });

  it.each([
    ["owner", 1],
    ["admin", 1],
    ["member", 0],
  ] as const)("6-05 the %s opens a member's card with lookMemberInfo %i", async (role, lookMemberInfo) => {
    const { ports } = await openAs(role, members, { lookMemberInfo });
    await press("button", /Max/);
    expect(ports.address.current.path).toBe("/userCard");
    expect(new URLSearchParams(ports.address.current.search).get("userID")).toBe("max");
  });

  it("2-61 a search finds a member on a page that is not loaded yet", async () => {
    const world = teamOf("member");
    const crowd = Array.from({ length: 1100 }, (_, index) =>
      aMember({ userID: `crowd${index}`, nickname: `Crowd ${index}` }),
    );
    world.members = [...world.members, ...crowd, aMember({ userID: "zoe", nickname: "Zoe" })];
    const page = await openAt(members, world);
    expect(page.ports.sent("im.loadMembers")).toHaveLength(1);
    await act(async () => void fireEvent.change(screen.getByRole("searchbox"), { target: { value: "zoe" } }));
    expect(await screen.findByText("Zoe")).toBeTruthy();
    expect(page.ports.sent("im.loadMembers").map(({ offset }) => offset)).toEqual([0, 500, 1000]);
    expect(button("Load more")).toBeNull();
  });

  it("2-56 the card of a member on a page that is not loaded shows the membership", async () => {
    const world = teamOf("owner");
    const crowd = Array.from({ length: 1100 }, (_, index) =>
      aMember({ userID: `crowd${index}`, nickname: `Crowd ${index}` }),
    );
    world.members = [...world.members, ...crowd];
    world.strangers = [...world.strangers, aStranger({ userID: "crowd1099", nickname: "Crowd 1099" })];
    await openAt(memberCardPath(TEAM, "crowd1099"), world);
    expect(await screen.findByText("In this group")).toBeTruthy();
    expect(await screen.findByRole("button", { name: /^Mute/ })).toBeTruthy();
  });

  it("2-61 6-06 the owner may remove everyone else, after a question with the number", async () => {
    const page = await openAs("owner", removing);
    expect(selectable()).toEqual(["Ada", "Max"]);
    expect(screen.getByRole("checkbox", { name: "Mia" })).toHaveProperty("disabled", true);
    expect(button("Remove")).toHaveProperty("disabled", true);
    await tick("Ada");
    await tick("Max");
    await tick("Ada");
    await declineThenAgree(page, "Remove (1)", "Remove 1 member?", "Remove");
    expect(changesIn(page)).toEqual([{ kind: "remove", userIDs: ["max"] }]);
  });

  it("6-06 a picked member who leaves meanwhile is neither counted nor removed", async () => {
    const page = await openAs("owner", removing);
    await tick("Ada");
    await tick("Max");
    page.ports.answer("im.loadMembersByID", () => []);
    await page.does(() => page.ports.emit.groups({ type: "im.memberChanged", groupID: TEAM, userID: "max" }));
    await declineThenAgree(page, "Remove (1)", "Remove 1 member?", "Remove");
    expect(changesIn(page)).toEqual([{ kind: "remove", userIDs: ["ada"] }]);
  });

  it("6-06 an admin may remove members, but neither the owner nor an admin", async () => {
    await openAs("admin", removing);
    expect(screen.getAllByRole("checkbox")).toHaveLength(4);
    expect(selectable()).toEqual(["Max"]);
  });

  it.each(["member", "outsider"] as const)("6-02 the %s may remove no member", async (role) => {
    await openAs(role, removing);
    expect(screen.getByText(NOT_FOR_YOU)).toBeTruthy();
    expect(screen.queryByRole("checkbox")).toBeNull();
    expect(button(/^Remove/)).toBeNull();
  });

  it("6-03 6-06 the owner transfers the group after a question with the name", async () => {
    const page = await openAs("owner", transferring);
    expect(button(/Mia/)).toBeNull();
    await declineThenAgree(page, /Max/, "Make Max the owner?", "Transfer");
    expect(changesIn(page)).toEqual([{ kind: "transfer", userID: "max" }]);
  });

  it("6-06 after a transfer the group's settings show, not a page for the owner and admins only", async () => {
    const page = await openAs("owner", groupPath("groupSetting", TEAM));
    await press("button", "Manage group");
    await press("button", /Transfer/);
    await press("button", /Max/);
    await press("button", "Transfer");
    expect(page.ports.address.current).toEqual({ path: "/groupSetting", search: `groupID=${TEAM}` });
    expect(screen.queryByText(NOT_FOR_YOU)).toBeNull();
  });

  it("6-06 after a transfer from a directly opened page the group's settings show", async () => {
    const page = await openAs("owner", transferring);
    await declineThenAgree(page, /Max/, "Make Max the owner?", "Transfer");
    expect(page.ports.address.current).toEqual({ path: "/groupSetting", search: `groupID=${TEAM}` });
  });

  it.each(["admin", "member", "outsider"] as const)("6-03 6-06 the %s cannot transfer it", async (role) => {
    await openAs(role, transferring);
    expect(screen.getByText(NOT_FOR_YOU)).toBeTruthy();
    expect(button(/Max/)).toBeNull();
  });

  it.each([
    // Whether this role may make Max an admin, mute Max, and mute Ada, an admin.
    ["owner", true, true, true],
    ["admin", false, true, false],
    ["member", false, false, false],
  ] as const)(
    "6-03 6-06 6-12 the %s is offered the permitted actions on others",
    async (role, appoints, silences, silencesAdmin) => {
      const page = await openAs(role, members);
      await press("button", /Max/);
      await screen.findByRole("region", { name: "In this group" });
      expect(toggle("Admin") !== null).toBe(appoints);
      expect(button(/^Mute/) !== null).toBe(silences);
      await page.does(() => page.ports.browserBack());
      await press("button", /Ada/);
      await screen.findByRole("region", { name: "In this group" });
      expect(button(/^Mute/) !== null).toBe(silencesAdmin);
    },
  );

  it("6-12 a member is muted for the chosen time, and unmuted", async () => {
    const page = await openAs("admin", members);
    await press("button", /Max/);
    await screen.findByRole("region", { name: "In this group" });
    await press("button", /^Mute/);
    await press("menuitem", "1 hour");
    expect(changesIn(page)).toEqual([{ kind: "mute", userID: "max", seconds: 3600 }]);
    await press("button", /^Mute.*Until/);
    await press("menuitem", "Unmute");
    expect(changesIn(page)[1]).toEqual({ kind: "mute", userID: "max", seconds: 0 });
    expect(screen.getByRole("button", { name: /^Mute/ }).textContent).not.toMatch(/Until/);
  });

  it("6-03 6-06 a new admin gets a label", async () => {
    const page = await openAs("owner", members);
    await press("button", /Max/);
    await screen.findByRole("region", { name: "In this group" });
    await flip("Admin");
    await page.does(() => {});
    expect(changesIn(page)).toEqual([{ kind: "admin", userID: "max", admin: true }]);
    await page.does(() => page.ports.browserBack());
    expect((await row("Max")).getByText("Admin")).toBeTruthy();
  });
});

/** Matches a row of the chat with exactly this text, in any number of elements. */
const isArticle = (words: string) => (_: string, element: Element | null) =>
  element?.tagName === "ARTICLE" && element.textContent === words;

describe("senders in a group", () => {
  const chat = `/chat?conversationID=${groupChatID(TEAM)}`;

  it.each([
    ["6-04", "member", 1, false],
    ["6-05", "admin", 1, true],
    ["6-05", "owner", 1, true],
    ["6-04", "member", 0, true],
  ] as const)("%s the %s opens a sender's card, with lookMemberInfo %i: %s", async (_, role, look, may) => {
    const { ports } = await openAs(role, chat, { lookMemberInfo: look });
    const log = await screen.findByRole("log", { name: "Messages" });
    await within(log).findByText("Text 2");
    const card = within(log).queryByRole("button", { name: "Profile of Max" });
    expect(card !== null).toBe(may);
    if (!card) return;
    await act(async () => void fireEvent.click(card));
    expect(`${ports.address.current.path}?${ports.address.current.search}`).toBe(memberCardPath(TEAM, "max"));
  });

  it.each([
    ["member", 1, false],
    ["admin", 1, true],
    ["member", 0, true],
  ] as const)(
    "3-76 6-04 the %s opens the card of a user in a notice, with lookMemberInfo %i: %s",
    async (role, look, may) => {
      const { ports } = await openAs(role, chat, { lookMemberInfo: look });
      const log = await screen.findByRole("log", { name: "Messages" });
      // With the accounts' names, not the notice's.
      const notice = await within(log).findByText(isArticle("Olga removed Max"));
      const name = within(notice).queryByRole("button", { name: "Max" });
      expect(name !== null).toBe(may);
      if (!name) return;
      await act(async () => void fireEvent.click(name));
      expect(`${ports.address.current.path}?${ports.address.current.search}`).toBe(
        memberCardPath(TEAM, "max"),
      );
    },
  );
});

describe("the card of a group", () => {
  const card = groupPath("groupCard", TEAM);

  it.each(["owner", "admin", "member"] as const)(
    "2-57 the %s can send messages to it and see its members",
    async (role) => {
      const page = await openAs(role, card);
      expect(screen.getByText("Created Jan 14, 2025")).toBeTruthy();
      expect(screen.getByText(TEAM)).toBeTruthy();
      expect(button("Request to join")).toBeNull();
      await press("button", /^Members/);
      expect(page.ports.address.current.path).toBe("/groupMemberList");
      await page.does(() => page.ports.browserBack());
      await press("button", "Message");
      expect(page.ports.sent("im.findConversation")).toEqual([{ groupID: TEAM }]);
    },
  );

  it("2-57 a non-member can apply, and sees no members", async () => {
    const { ports } = await openAs("outsider", card);
    expect(screen.getByText("3 members")).toBeTruthy();
    expect(button("Message")).toBeNull();
    expect(button(/^Members/)).toBeNull();
    expect(ports.sent("im.loadMembers")).toEqual([]);
    await press("button", "Request to join");
    expect(ports.address.current.path).toBe("/sendApplication");
    expect(new URLSearchParams(ports.address.current.search).get("sourceID")).toBe(TEAM);
  });

  it("2-57 a group that everyone can join offers to join it, not to ask", async () => {
    const { ports } = await openAs("outsider", card, { needVerification: 2 });
    expect(button("Request to join")).toBeNull();
    await press("button", "Join group");
    expect(new URLSearchParams(ports.address.current.search).get("notNeedVerification")).toBe("true");
    expect(button("Join")).toBeTruthy();
  });

  it("11-55 the page of a request names the group, and its card then says that it waits", async () => {
    const page = await openAs("outsider", card);
    await press("button", "Request to join");
    expect(within(screen.getByRole("main")).getByText("Team")).toBeTruthy();
    await press("button", "Send");
    const application = aGroupApplication({ userID: ME, nickname: "Mia" });
    await page.does(() => page.ports.emit.applications({ type: "im.applicationChanged", application }));
    expect(page.ports.address.current.path).toBe("/groupCard");
    expect(button("Waiting for approval")).toHaveProperty("disabled", true);
  });

  it("4-58 a group that was dismissed meanwhile says so after the attempt to join it", async () => {
    const world = teamOf("outsider", { needVerification: 2 });
    const page = await openAt(card, world);
    await press("button", "Join group");
    world.groups = world.groups.map((group) => ({ ...group, status: 2 }));
    await press("button", "Join");
    expect(within(screen.getByRole("main")).getByText("This group was dismissed")).toBeTruthy();
    expect(button("Join")).toBeNull();
    await page.does(() => page.ports.browserBack());
    expect(page.ports.address.current.path).toBe("/groupCard");
    expect(within(screen.getByRole("main")).getByText("This group was dismissed")).toBeTruthy();
    expect(button("Join group")).toBeNull();
  });
});

describe("changing names", () => {
  const save = () => screen.getByRole("button", { name: "Save" });

  it.each([
    ["Group name", { groupID: TEAM, groupName: "Team" }, { kind: "name", name: "Crew" }],
    ["My name in this group", { groupID: TEAM, nickname: "Mia" }, { kind: "nickname", nickname: "Crew" }],
  ])(
    "2-79 %s is saved if it has changed and is not empty, with sixteen letters at most",
    async (label, origin, made) => {
      const page = await openAs("owner", changeNamePath(origin));
      const before = (screen.getByRole("textbox", { name: label }) as HTMLInputElement).value;
      for (const typed of ["", "   ", ` ${before} `, before]) {
        await type(label, typed);
        expect(save(), JSON.stringify(typed)).toHaveProperty("disabled", true);
      }
      const form = screen.getByRole("textbox", { name: label }).closest("form");
      if (form) fireEvent.submit(form);
      expect(changesIn(page)).toEqual([]);
      await type(label, "n".repeat(20));
      expect(screen.getByRole("textbox", { name: label })).toHaveProperty("value", "n".repeat(16));
      await type(label, "Crew");
      expect(save()).toHaveProperty("disabled", false);
      await press("button", "Save");
      expect(changesIn(page)).toEqual([made]);
      expect(page.ports.address.current.path).not.toBe("/changeName");
    },
  );

  it.each([
    ["Name", { userID: ME, nickname: "Mia" }, "en", "Content cannot be empty"],
    ["Group name", { groupID: TEAM, groupName: "Team" }, "en", "Content cannot be empty"],
    ["我在本群的昵称", { groupID: TEAM, nickname: "Mia" }, "zh", "内容不能为空"],
  ])("5-18 a blank %s is refused with the reason", async (label, origin, browserLanguage, reason) => {
    const page = await openPage({ world: teamOf("owner"), browserLanguage });
    await page.does(() => page.ports.visit(changeNamePath(origin)));
    expect(screen.queryByText(reason)).toBeNull();
    for (const typed of ["", "   ", "\u200b"]) {
      await type(label, "Crew");
      expect(screen.queryByText(reason)).toBeNull();
      await type(label, typed);
      expect(screen.getByText(reason)).toBeTruthy();
      expect(screen.getByRole("textbox", { name: label }).getAttribute("aria-invalid")).toBe("true");
    }
  });

  it("2-79 11-24 a name that is saved late closes its own page only, not the announcement that is written meanwhile", async () => {
    const page = await openAs("owner", groupPath("groupSetting", TEAM));
    await page.does(() => page.ports.visit(changeNamePath({ groupID: TEAM, groupName: "Team" })));
    page.ports.hold("im.changeGroup");
    await type("Group name", "Crew");
    await press("button", "Save");
    await press("button", "Back");
    await page.does(() => page.ports.visit(changeNamePath({ groupID: TEAM, notification: "" })));
    await type("Announcement", "Tea at four");
    await page.does(() => page.ports.resolve("im.changeGroup"));
    expect(page.ports.address.current.path).toBe("/changeName");
    expect(screen.getByRole("textbox", { name: "Announcement" })).toHaveProperty("value", "Tea at four");
    await press("button", "Save");
    await page.does(() => page.ports.resolve("im.changeGroup"));
    expect(page.ports.address.current.path).toBe("/groupSetting");
  });

  it("2-61 11-24 members that are removed late leave the list of members open", async () => {
    const page = await openAs("owner", groupPath("groupSetting", TEAM));
    await page.does(() => page.ports.visit(groupPath("groupMemberList", TEAM, { mode: "remove" })));
    page.ports.hold("im.changeGroup");
    await tick("Max");
    await press("button", "Remove (1)");
    const sheet = await screen.findByRole("dialog", { name: /^Remove/ });
    await act(async () => void fireEvent.click(within(sheet).getByRole("button", { name: "Remove" })));
    await press("button", "Back");
    await page.does(() => page.ports.visit(groupPath("groupMemberList", TEAM)));
    await page.does(() => page.ports.resolve("im.changeGroup"));
    expect(title()).toContain("Members");
  });

  it("2-79 an announcement is saved if it has changed, and may be empty", async () => {
    await openAs("admin", changeNamePath({ groupID: TEAM, notification: "Tea" }));
    expect(save()).toHaveProperty("disabled", true);
    await type("Announcement", "");
    expect(save()).toHaveProperty("disabled", false);
    await type("Announcement", " Tea ");
    expect(save()).toHaveProperty("disabled", true);
  });
});

describe("picking members", () => {
  const CARL = aFriend({ userID: "carl", nickname: "Carl" });
  const world = () => ({
    ...teamOf("member"),
    friends: [aFriend(), CARL, aFriend({ userID: "max", nickname: "Max" })],
  });

  it("2-62 excludes the group's members, and needs at least one user", async () => {
    const page = await openAt(groupPath("chooseUser", TEAM), world());
    const max = screen.getByRole("checkbox", { name: "Max" });
    expect(max).toHaveProperty("disabled", true);
    expect(max).toHaveProperty("checked", true);
    expect(button("Invite")).toHaveProperty("disabled", true);
    await tick("Carl");
    expect(button("Invite (1)")).toHaveProperty("disabled", false);
    await press("button", "Remove Carl");
    expect(button("Invite")).toHaveProperty("disabled", true);
    await tick("Carl");
    await tick("Anna");
    await press("button", "Invite (2)");
    expect(changesIn(page)).toEqual([{ kind: "invite", userIDs: ["carl", ANNA] }]);
  });

  it("2-62 going back invites no user", async () => {
    const page = await openAt(groupPath("chooseUser", TEAM), world());
    await tick("Carl");
    await press("button", "Back");
    expect(changesIn(page)).toEqual([]);
    expect(page.ports.address.current.path).toBe("/conversation");
  });

  it("2-62 a non-member can invite no user into it", async () => {
    await openAs("outsider", groupPath("chooseUser", TEAM));
    expect(screen.queryByRole("checkbox")).toBeNull();
    expect(button(/^Invite/)).toBeNull();
  });

  it("5-18 a blank name of a new group is refused with the reason", async () => {
    await openAt("/createGroup", world());
    await tick("Carl");
    expect(screen.queryByText("Content cannot be empty")).toBeNull();
    await type("Group name", " \u200b ");
    expect(screen.getByText("Content cannot be empty")).toBeTruthy();
    expect(button("Create (1)")).toHaveProperty("disabled", true);
    await type("Group name", "Crew");
    expect(screen.queryByText("Content cannot be empty")).toBeNull();
  });

  it("2-83 a new group needs a name of at most sixteen letters and another member, and opens", async () => {
    const page = await openAt("/createGroup", world());
    expect(button("Create")).toHaveProperty("disabled", true);
    await tick("Carl");
    expect(button("Create (1)")).toHaveProperty("disabled", true);
    await type("Group name", "   ");
    expect(button("Create (1)")).toHaveProperty("disabled", true);
    await type("Group name", "n".repeat(20));
    expect(screen.getByRole("textbox", { name: "Group name" })).toHaveProperty("value", "n".repeat(16));
    expect(button("Create (1)")).toHaveProperty("disabled", false);
    await tick("Carl");
    expect(button("Create")).toHaveProperty("disabled", true);
    await tick("Carl");
    await type("Group name", "Crew");
    await press("button", "Create (1)");
    expect(page.ports.sent("im.createGroup")).toEqual([{ name: "Crew", groupType: 0, userIDs: ["carl"] }]);
    expect(page.ports.address.current.path).toBe("/chat");
  });
});
