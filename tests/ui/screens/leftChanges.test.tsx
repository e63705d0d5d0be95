import { act, fireEvent, screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { OWNER } from "../../../machines/domain/group.ts";
import { changeNamePath } from "../../../src/screens/changeName/origin.ts";
import { groupPath } from "../../../src/screens/group/place.ts";
import type { CallName } from "../../fakes/calls.ts";
import { aConversation, aFriend, aGroup, aMember, aWorld, BEN, ME, TEAM } from "../../fakes/world.ts";
import { openPage, press } from "../shell/stage.tsx";

const REMARK_PAGE = `/changeNameOrRemark?${new URLSearchParams({ friendInfo: JSON.stringify(aFriend()) })}`;
const LOST = "Your last change wasn't saved: No connection, please try again";

const NOT_ASKED = "Your request wasn't sent: No connection, please try again";
const NOT_CREATED = "The new group wasn't created: No connection, please try again";
const askAt = (query: string) => `/sendApplication?${query}`;
const FRIEND_REQUEST = askAt(`isGroup=false&sourceID=${BEN}`);

const flip = async (name: string) => {
  const control = await screen.findByRole("switch", { name });
  await act(async () => void fireEvent.click(control));
};

const save = (name: string) => async () => {
  const field = await screen.findByRole("textbox", { name });
  await act(async () => void fireEvent.change(field, { target: { value: "Sis" } }));
  await press("button", "Save");
};

const send = () => press("button", "Send");

async function createGroup() {
  const field = await screen.findByRole("textbox", { name: "Group name" });
  await act(async () => void fireEvent.change(field, { target: { value: "Trip" } }));
  await press("checkbox", "Anna");
  await press("button", "Create (1)");
}

const CHANGES: readonly [
  id: string,
  what: string,
  path: string,
  call: CallName,
  make: () => Promise<void>,
  words?: string,
][] = [
  ["6-09", "blocking", `/userCardSetting?userID=${BEN}`, "im.block", () => flip("Block")],
  ["2-79", "a remark", REMARK_PAGE, "im.setRemark", save("Remark")],
  [
    "2-79",
    "the own name",
    changeNamePath({ userID: ME, nickname: "Mia" }),
    "account.updateProfile",
    save("Name"),
  ],
  ["2-50", "muting a group", groupPath("groupManage", TEAM), "im.changeGroup", () => flip("Mute all")],
  ["2-82", "a friend request", FRIEND_REQUEST, "im.addFriend", send, NOT_ASKED],
  [
    "2-82 6-07",
    "a friend request before its check",
    FRIEND_REQUEST,
    "account.loadPersonDetails",
    send,
    NOT_ASKED,
  ],
  ["2-82", "a request to join a group", askAt("isGroup=true&sourceID=7"), "im.joinGroup", send, NOT_ASKED],
  ["2-83", "a new group", "/createGroup", "im.createGroup", createGroup, NOT_CREATED],
];

/** Makes the change and leaves its page before the answer. */
async function changeAndLeave(path: string, call: CallName, make: () => Promise<void>) {
  const world = aWorld({
    friends: [aFriend()],
    conversations: [aConversation()],
    groups: [aGroup({ ownerUserID: ME })],
    members: [aMember({ roleLevel: OWNER })],
  });
  const page = await openPage({ world });
  await page.does(() => page.ports.visit(path));
  page.ports.hold(call);
  await make();
  expect(page.ports.pending(call)).toHaveLength(1);
  await page.does(() => page.ports.visit("/conversation"));
  return page;
}

describe("a change whose page is left before the answer", () => {
  it.each(CHANGES)(
    "%s %s: a failure is told in the list of chats",
    async (_id, _what, path, call, make, words = LOST) => {
      const { ports, does } = await changeAndLeave(path, call, make);
      expect(screen.queryByRole("alert")).toBeNull();
      await does(() => ports.reject(call, "network"));
      expect(screen.getByRole("alert").textContent).toBe(words);
    },
  );

  it("2-82 a friend request whose page is left while it is checked is sent", async () => {
    const { ports, does } = await changeAndLeave(FRIEND_REQUEST, "account.loadPersonDetails", send);
    expect(ports.sent("im.addFriend")).toEqual([]);
    await does(() => ports.resolve("account.loadPersonDetails", { mayBeAdded: true }));
    expect(ports.sent("im.addFriend")).toEqual([{ userID: BEN, greeting: expect.any(String) }]);
    expect(screen.queryByRole("alert")).toBeNull();
  });

  it("6-08 a refused friend request is told in the list of chats", async () => {
    const { ports, does } = await changeAndLeave(FRIEND_REQUEST, "account.loadPersonDetails", send);
    await does(() => ports.resolve("account.loadPersonDetails", { mayBeAdded: false }));
    expect(ports.sent("im.addFriend")).toEqual([]);
    expect(screen.getByRole("alert").textContent).toBe(
      "Your request wasn't sent: This person doesn't accept friend requests",
    );
  });

  it("6-09 a success needs no word", async () => {
    const { ports, does } = await changeAndLeave(`/userCardSetting?userID=${BEN}`, "im.block", () =>
      flip("Block"),
    );
    await does(() => ports.resolve("im.block"));
    expect(screen.queryByRole("alert")).toBeNull();
    expect(ports.sent("im.block")).toEqual([{ userID: BEN }]);
  });

  it("4-14 a failure after the sign-out is not told", async () => {
    const { app, ports, does } = await changeAndLeave(`/userCardSetting?userID=${BEN}`, "im.block", () =>
      flip("Block"),
    );
    await does(() => app.getSnapshot().children.session?.send({ type: "user.signOut" }));
    await does(() => ports.reject("im.block", "network"));
    expect(screen.queryByText(LOST)).toBeNull();
  });
});
