import { act, fireEvent, screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { AnyActorRef } from "xstate";
import { Failure } from "../../../machines/domain/failure.ts";
import { changeNamePath } from "../../../src/screens/changeName/origin.ts";
import type { FakeOptions } from "../../fakes/ports.ts";
import { aConversation, aMessage, aProfile, aWorld, ME, NOON } from "../../fakes/world.ts";
import { openPage, type Page, press } from "../shell/stage.tsx";

async function openAt(path: string, options: FakeOptions = {}): Promise<Page> {
  const page = await openPage({ world: aWorld(), now: NOON, ...options });
  await page.does(() => page.ports.visit(path));
  return page;
}

const flip = (name: string) => act(async () => void fireEvent.click(screen.getByRole("switch", { name })));
const isOn = (name: string) => screen.getByRole("switch", { name }).getAttribute("aria-checked");

async function type(role: "textbox" | "date", name: string, value: string) {
  const field =
    role === "date"
      ? await screen.findByLabelText(name, { selector: "input" })
      : screen.getByRole("textbox", { name });
  await act(async () => void fireEvent.change(field, { target: { value } }));
}

describe("my information", () => {
  it("2-43 2-64 opens from the profile, and shows the known fields", async () => {
    const page = await openAt("/profile");
    await press("button", "My information");
    expect(page.ports.address.current.path).toBe("/selfInfoDetails");
    const shown = within(screen.getByRole("main"));
    for (const words of ["Mia", "Female", "+86 13800000001", "mia@parley.test"])
      expect(shown.getByText(words)).toBeTruthy();
  });

  it("2-64 another gender is chosen in a sheet, shows at once, and goes back on failure", async () => {
    const page = await openAt("/selfInfoDetails");
    page.ports.hold("account.updateProfile");
    await press("button", /^Gender/);
    await press("radio", "Prefer not to say");
    expect(page.ports.sent("account.updateProfile")).toEqual([
      { userID: ME, change: { kind: "gender", gender: 2 } },
    ]);
    expect(await screen.findByRole("button", { name: /^Gender.*Prefer not to say/ })).toBeTruthy();
    await page.does(() => page.ports.reject("account.updateProfile", "network"));
    expect(screen.getByRole("button", { name: /^Gender.*Female/ })).toBeTruthy();
    expect(screen.getByText("No connection, please try again")).toBeTruthy();
  });

  it("10-06 arrow keys reach each gender and choose none, Enter chooses", async () => {
    const page = await openAt("/selfInfoDetails");
    await press("button", /^Gender/);
    const radio = (name: string) => screen.findByRole<HTMLInputElement>("radio", { name });
    const key = (name: string) =>
      act(async () => void fireEvent.keyDown(document.activeElement ?? document.body, { key: name }));
    (await radio("Female")).focus();
    await key("ArrowDown");
    expect(document.activeElement).toBe(await radio("Male"));
    await key("ArrowDown");
    const last = await radio("Prefer not to say");
    expect(document.activeElement).toBe(last);
    expect(fireEvent.keyDown(last, { key: "ArrowUp" })).toBe(false);
    await key("ArrowDown");
    expect(page.ports.sent("account.updateProfile")).toEqual([]);
    await key("Enter");
    expect(page.ports.sent("account.updateProfile")).toEqual([
      { userID: ME, change: { kind: "gender", gender: 2 } },
    ]);
  });

  it("2-64 a birthday is sent in milliseconds as the chosen day, and cannot be tomorrow", async () => {
    const page = await openAt("/selfInfoDetails");
    await press("button", /^Birthday.*Not set/);
    const sheet = await screen.findByRole("dialog", { name: "Birthday" });
    const save = () => within(sheet).getByRole<HTMLButtonElement>("button", { name: "Save" });
    expect(save().disabled).toBe(true);
    await type("date", "Birthday", "2025-01-16");
    expect(save().disabled).toBe(true);
    expect(screen.getByText("Your birthday can't be in the future")).toBeTruthy();
    await type("date", "Birthday", "1990-05-31");
    await act(async () => void fireEvent.click(save()));
    expect(page.ports.sent("account.updateProfile")).toEqual([
      { userID: ME, change: { kind: "birth", birth: Date.UTC(1990, 4, 31, 12) } },
    ]);
    expect(await screen.findByRole("button", { name: /^Birthday.*May 31, 1990/ })).toBeTruthy();
  });

  it("2-79 the name has its own page: at most 16 letters, never empty, never unchanged", async () => {
    const page = await openAt("/selfInfoDetails");
    await press("button", /^Name/);
    const save = () => screen.getByRole<HTMLButtonElement>("button", { name: "Save" });
    expect(save().disabled).toBe(true);
    await type("textbox", "Name", "  ");
    expect(save().disabled).toBe(true);
    await type("textbox", "Name", "A name of more than sixteen letters");
    expect(screen.getByRole<HTMLInputElement>("textbox", { name: "Name" }).value).toHaveLength(16);
    await type("textbox", "Name", " Maria ");
    await press("button", "Save");
    expect(page.ports.sent("account.updateProfile")).toEqual([
      { userID: ME, change: { kind: "nickname", nickname: "Maria" } },
    ]);
    expect(page.ports.address.current.path).toBe("/selfInfoDetails");
    expect(await screen.findByRole("button", { name: /^Name.*Maria/ })).toBeTruthy();
  });

  it("2-79 a name that cannot be saved stays in its field, with the reason", async () => {
    const refuse = () => {
      throw new Failure("timeout");
    };
    await openAt(changeNamePath({ userID: ME, nickname: "Mia" }), {
      answers: { "account.updateProfile": refuse },
    });
    await type("textbox", "Name", "Maria");
    await press("button", "Save");
    expect(screen.getByRole<HTMLInputElement>("textbox", { name: "Name" }).value).toBe("Maria");
    expect(screen.getByText("No answer from the server, please try again")).toBeTruthy();
  });

  it("2-78 an input method may write past the limit of a name until it is done", async () => {
    await openAt(changeNamePath({ userID: ME, nickname: "我们的周末读书会" }));
    const field = screen.getByRole<HTMLInputElement>("textbox", { name: "Name" });
    await act(async () => void fireEvent.compositionStart(field));
    await type("textbox", "Name", "我们的周末读书会huo dong a");
    expect(field.value).toBe("我们的周末读书会huo dong a");
    expect(screen.getByRole<HTMLButtonElement>("button", { name: "Save" }).disabled).toBe(true);
    await type("textbox", "Name", "我们的周末读书会活动啊");
    await act(async () => void fireEvent.compositionEnd(field));
    expect(field.value).toBe("我们的周末读书会活动啊");
    await act(async () => void fireEvent.compositionStart(field));
    await type("textbox", "Name", "我们的周末读书会活动啊一二三四五六");
    await act(async () => void fireEvent.compositionEnd(field));
    expect(field.value).toBe("我们的周末读书会活动啊一二三四五");
  });

  it("2-78 another user's name cannot be changed", async () => {
    await openAt(changeNamePath({ userID: "somebody", nickname: "Ben" }));
    expect(screen.getByText("Nothing to change here")).toBeTruthy();
  });

  it("2-43 a failed load offers a retry", async () => {
    const page = await openAt("/selfInfoDetails", {
      answers: {
        "account.loadOwnDetails": () => {
          throw new Failure("network");
        },
      },
    });
    expect(screen.getByText("Couldn't load your information")).toBeTruthy();
    page.ports.answer("account.loadOwnDetails", () => ({ gender: 1, mayBeAdded: true }));
    await press("button", "Retry");
    expect(screen.getByText("Male")).toBeTruthy();
  });
});

describe("account settings", () => {
  it("2-45 2-66 6-10 no sound follows the IM server", async () => {
    const page = await openAt("/accountSettings");
    expect(isOn("No sound")).toBe("false");
    page.ports.hold("im.setQuiet");
    await flip("No sound");
    expect(isOn("No sound")).toBe("true");
    await page.does(() => page.ports.reject("im.setQuiet", "network"));
    expect(isOn("No sound")).toBe("false");
    expect(screen.getByText("No connection, please try again")).toBeTruthy();
    // Changed by another device.
    await page.does(() =>
      page.ports.emit.connection({ type: "im.profileChanged", profile: aProfile({ globalRecvMsgOpt: 2 }) }),
    );
    expect(isOn("No sound")).toBe("true");
  });

  it("2-66 the sound setting belongs to this device: the next message is announced without sound", async () => {
    const page = await openAt("/accountSettings");
    expect(isOn("Sound on this device")).toBe("true");
    await flip("Sound on this device");
    expect(isOn("Sound on this device")).toBe("false");
    const kept = page.ports.wire.filter(({ call }) => call === "storage.writeAlerts");
    expect(kept.map(({ input }) => input)).toEqual([{ sound: false, notifications: true, previews: true }]);
    const message = aMessage({ text: "Ahoy" });
    await page.does(() => page.ports.emit.messages({ type: "im.messages", messages: [message] }));
    const announced = page.ports.wire.filter(({ call }) => call === "platform.alert");
    expect(announced).toMatchObject([{ input: { body: "Ahoy", isSilent: true } }]);
  });

  it("2-66 the sound setting is restored", async () => {
    await openAt("/accountSettings", { alerts: { sound: false } });
    expect(isOn("Sound on this device")).toBe("false");
  });

  it("2-66 6-07 refusing friend requests is sent to the chat server", async () => {
    const page = await openAt("/accountSettings");
    expect(isOn("Friend requests")).toBe("true");
    await flip("Friend requests");
    expect(page.ports.sent("account.updateProfile")).toEqual([
      { userID: ME, change: { kind: "mayBeAdded", mayBeAdded: false } },
    ]);
    await page.does(() => {});
    expect(isOn("Friend requests")).toBe("false");
  });

  it("2-66 links to the black list, the language and the password", async () => {
    const page = await openAt("/accountSettings");
    await press("button", /^Language/);
    expect(page.ports.address.current.path).toBe("/language");
    await press("button", "Back");
    await press("button", "Blocked people");
    expect(page.ports.address.current.path).toBe("/blackList");
    await press("button", "Back");
    await press("button", "Change password");
    expect(page.ports.address.current.path).toBe("/changePassword");
  });

  it("2-66 clearing all chats asks first, and says when it is done", async () => {
    const page = await openAt("/accountSettings", { world: aWorld({ conversations: [aConversation()] }) });
    await press("button", "Clear all chat history");
    const question = await screen.findByRole("dialog", { name: "Clear all chat history?" });
    expect(within(question).getByText(/removed on every device/)).toBeTruthy();
    await act(async () => void fireEvent.click(within(question).getByRole("button", { name: "Cancel" })));
    expect(page.ports.sent("im.changeConversation")).toEqual([]);
    await press("button", "Clear all chat history");
    const again = await screen.findByRole("dialog", { name: "Clear all chat history?" });
    await act(
      async () => void fireEvent.click(within(again).getByRole("button", { name: "Clear all chat history" })),
    );
    expect(page.ports.sent("im.changeConversation")).toEqual([{ kind: "clearAll", conversationID: null }]);
    expect(await screen.findByText("All chat history was cleared")).toBeTruthy();
  });
});

describe("the password", () => {
  async function fill(current: string, password: string, again = password) {
    const fields = [
      ["Current password", current],
      ["New password", password],
      ["Confirm new password", again],
    ] as const;
    for (const [label, value] of fields)
      await act(async () => void fireEvent.change(screen.getByLabelText(label), { target: { value } }));
    await press("button", "Change password");
  }

  it.each(["ab123", "abcdefgh12345678901234", "12345678", "abcdefgh"])(
    "5-12 %s is not a valid password",
    async (password) => {
      const page = await openAt("/changePassword");
      await fill("parley2026", password);
      expect(screen.getByText("Incorrect password format")).toBeTruthy();
      expect(page.ports.sent("account.changePassword")).toEqual([]);
    },
  );

  it.each(["abc123", "abcdefghij1234567890"])("5-12 %s is a valid password", async (password) => {
    const page = await openAt("/changePassword");
    await fill("parley2026", password);
    expect(page.ports.sent("account.changePassword")).toHaveLength(1);
  });

  it("5-16 2-66 a change leads to the sign-in page, which shows why", async () => {
    const page = await openAt("/changePassword");
    await fill("parley2026", "parley2027");
    expect(await screen.findByRole("button", { name: "Sign in" })).toBeTruthy();
    expect(page.ports.address.current.path).toBe("/login");
    const said = screen.getAllByText("Your password was changed. Please sign in with the new password.");
    expect(said.length).toBeGreaterThan(0);
    expect(page.ports.sent("im.logout")).toEqual([]);
  });

  it.each(["im.kicked", "im.tokenExpired", "im.tokenInvalid"] as const)(
    "5-16 %s before the answer counts as a result of the change",
    async (word) => {
      const page = await openAt("/changePassword");
      page.ports.hold("account.changePassword");
      await fill("parley2026", "parley2027");
      await page.does(() => page.ports.emit.connection({ type: word }));
      expect(await screen.findByRole("button", { name: "Sign in" })).toBeTruthy();
      expect(
        screen.getAllByText("Your password was changed. Please sign in with the new password.").length,
      ).toBeGreaterThan(0);
      expect(
        screen.queryByText("Another device signed in or changed the password. Please sign in again."),
      ).toBeNull();
      expect(screen.queryByText("Login expired, please log in again")).toBeNull();
    },
  );

  it("2-66 a wrong current password shows at its field, and the input stays", async () => {
    const refuse = () => {
      throw new Failure("wrongPassword");
    };
    const page = await openAt("/changePassword", { answers: { "account.changePassword": refuse } });
    await fill("parley2025", "parley2027");
    const field = screen.getByLabelText<HTMLInputElement>("Current password");
    expect(field.getAttribute("aria-invalid")).toBe("true");
    expect(screen.getByText("Password error")).toBeTruthy();
    expect(field.value).toBe("parley2025");
    expect(screen.getByLabelText<HTMLInputElement>("New password").value).toBe("parley2027");
    // From now on a sign-out has another reason.
    await page.does(() => page.ports.emit.connection({ type: "im.kicked" }));
    expect(
      (await screen.findAllByText("Another device signed in or changed the password. Please sign in again."))
        .length,
    ).toBeGreaterThan(0);
  });

  it("4-09 a sign-out long after an unanswered change shows its own reason", async () => {
    const page = await openAt("/changePassword");
    page.ports.hold("account.changePassword");
    await fill("parley2026", "parley2027");
    await page.does(() => page.ports.reject("account.changePassword", "timeout"));
    await page.waits(10_000);
    await page.does(() => page.ports.emit.connection({ type: "im.kicked" }));
    expect(
      (await screen.findAllByText("Another device signed in or changed the password. Please sign in again."))
        .length,
    ).toBeGreaterThan(0);
  });

  it("5-16 neither password is in the address, a snapshot or the call log", async () => {
    const page = await openAt("/changePassword");
    page.ports.hold("account.changePassword");
    await fill("parley2026", "parley2027");
    const everything = JSON.stringify([everyContext(page.app), page.ports.wire, page.ports.address.entries]);
    expect(everything).not.toMatch(/parley202[67]/);
    expect(everything).toContain("[secret]");
  });
});

function everyContext(actor: AnyActorRef): unknown[] {
  const { context, children } = actor.getSnapshot();
  const below = Object.values<AnyActorRef | undefined>(children ?? {});
  return [context, ...below.map((child) => (child ? everyContext(child) : null))];
}
