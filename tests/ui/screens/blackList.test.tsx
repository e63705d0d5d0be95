import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { Failure } from "../../../machines/domain/failure.ts";
import type { Answers } from "../../fakes/calls.ts";
import { ANNA, aBlack, aFriend, aWorld, BEN } from "../../fakes/world.ts";
import { openChat } from "../chat/stage.tsx";
import { openPage, press } from "../shell/stage.tsx";

const REMOVE = "Unblock Ben";
const open = (answers: Answers = {}) =>
  openPage({
    world: aWorld({ blacks: [aBlack()] }),
    path: "/blackList",
    answers: { "im.loginStatus": () => "loggedIn", ...answers },
  });

async function removeBen() {
  await press("button", REMOVE);
  const sheet = await screen.findByRole("dialog");
  expect(sheet.textContent).toContain("They can message and call you again.");
  within(sheet).getByRole("button", { name: "Unblock" }).click();
}

describe("the black list", () => {
  it("2-46 2-67 lists blocked users, and removes a user after a question", async () => {
    const { ports, does } = await open();
    await does(() => ports.emit.sync({ type: "im.syncStarted", reinstall: false }));
    await does(() => ports.emit.sync({ type: "im.syncFinished" }));
    await screen.findByRole("list", { name: "Blocked people" });
    await removeBen();
    expect(await screen.findByText("Nobody is blocked")).toBeTruthy();
    expect(ports.sent("im.unblock")).toEqual([{ userID: BEN }]);
  });

  it("2-67 shows the remark of a friend", async () => {
    await openPage({
      world: aWorld({
        blacks: [aBlack()],
        friends: [aFriend({ userID: BEN, nickname: "Ben", remark: "Uncle" })],
      }),
      path: "/blackList",
      answers: { "im.loginStatus": () => "loggedIn" },
    });
    expect(await screen.findByRole("button", { name: "Unblock Uncle" })).toBeTruthy();
    expect(within(screen.getByRole("list", { name: "Blocked people" })).getByText("Uncle")).toBeTruthy();
  });

  it("6-09 a chat with a blocked user offers to unblock, and no call until then", async () => {
    const { ports } = await openChat(aWorld({ blacks: [aBlack({ userID: ANNA, nickname: "Anna" })] }));
    expect(screen.getByText("You blocked this person")).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Voice call" })).toBeNull();
    await press("button", "Unblock");
    expect(ports.sent("im.unblock")).toEqual([{ userID: ANNA }]);
    expect(await screen.findByRole("textbox", { name: "Message" })).toBeTruthy();
    expect(screen.getByRole("button", { name: "Voice call" })).toBeTruthy();
  });

  it("2-67 a failed removal keeps the user and shows why", async () => {
    const unblock = () => {
      throw new Failure("network");
    };
    await open({ "im.unblock": unblock });
    await removeBen();
    expect(await screen.findByText("No connection, please try again")).toBeTruthy();
    expect(screen.getByRole("button", { name: REMOVE }).ariaBusy).not.toBe("true");
  });

  it("2-67 10-06 the focus goes to the next user, and without one to the empty list", async () => {
    const blacks = [aBlack(), aBlack({ userID: "carl", nickname: "Carl" })];
    const { ports, does } = await openPage({
      world: aWorld({ blacks }),
      path: "/blackList",
      answers: { "im.loginStatus": () => "loggedIn" },
    });
    await does(() => ports.emit.sync({ type: "im.syncStarted", reinstall: false }));
    await does(() => ports.emit.sync({ type: "im.syncFinished" }));
    const unblock = async (name: string) => {
      const button = await screen.findByRole("button", { name: `Unblock ${name}` });
      button.focus();
      await press("button", `Unblock ${name}`);
      const confirm = within(await screen.findByRole("dialog")).getByRole("button", { name: "Unblock" });
      await does(() => confirm.click());
    };
    await unblock("Ben");
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole("button", { name: "Unblock Carl" })),
    );
    await unblock("Carl");
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("main")));
    expect(document.activeElement?.textContent).toContain("Nobody is blocked");
  });

  it("4-33 2-67 follows changes while it is open", async () => {
    const { ports, does } = await open();
    const list = await screen.findByRole("list", { name: "Blocked people" });
    const carl = aBlack({ userID: "carl", nickname: "Carl" });
    await does(() => ports.emit.contacts({ type: "im.blackChanged", person: carl }));
    expect(
      within(list)
        .getAllByRole("listitem")
        .map((item) => item.textContent),
    ).toEqual(["nBenUnblock", "lCarlUnblock"]);
    await does(() => ports.emit.contacts({ type: "im.blackRemoved", userID: BEN }));
    expect(screen.queryByRole("button", { name: REMOVE })).toBeNull();
  });
});
