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

const flip = async (name: string) => {
  const control = await screen.findByRole("switch", { name });
  await act(async () => void fireEvent.click(control));
};

const save = (name: string) => async () => {
  const field = await screen.findByRole("textbox", { name });
  await act(async () => void fireEvent.change(field, { target: { value: "Sis" } }));
  await press("button", "Save");
};

const CHANGES: readonly [
  id: string,
  what: string,
  path: string,
  call: CallName,
  make: () => Promise<void>,
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
];

/** Makes the change and leaves its page before the answer. */
async function changeAndLeave(path: string, call: CallName, make: () => Promise<void>) {
  const world = aWorld({
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
  it.each(CHANGES)("%s %s: a failure is told in the list of chats", async (_id, _what, path, call, make) => {
    const { ports, does } = await changeAndLeave(path, call, make);
    expect(screen.queryByRole("alert")).toBeNull();
    await does(() => ports.reject(call, "network"));
    expect(screen.getByRole("alert").textContent).toBe(LOST);
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
