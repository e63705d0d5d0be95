import { act, fireEvent, screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { Failure } from "../../../machines/domain/failure.ts";
import type { FakeOptions, FakePorts } from "../../fakes/ports.ts";
import { ANNA, aProfile, aWorld, ME, NOON, singleChatID } from "../../fakes/world.ts";
import { openPage, press } from "../shell/stage.tsx";

async function open(options: FakeOptions = { world: aWorld() }) {
  const page = await openPage(options);
  await press("link", "Me");
  return page;
}

/** The inputs of a port's calls, in order. */
function told(ports: FakePorts, call: string): unknown[] {
  return ports.wire.filter((entry) => entry.call === call).map(({ input }) => input);
}

describe("the profile", () => {
  it("2-23 2-24 shows the signed-in user, and follows a new name", async () => {
    const { ports, does } = await open();
    expect(screen.getByRole("heading", { name: "Mia" })).toBeTruthy();
    expect(screen.getByText(ME)).toBeTruthy();
    await does(() =>
      ports.emit.connection({ type: "im.profileChanged", profile: aProfile({ nickname: "Mimi" }) }),
    );
    expect(screen.getByRole("heading", { name: "Mimi" })).toBeTruthy();
  });

  it.each([
    ["My information", "/selfInfoDetails"],
    ["My QR code", "/qrCode"],
    ["Account settings", "/accountSettings"],
    ["About", "/about"],
  ])("2-24 leads by %s to %s", async (name, path) => {
    const { ports } = await open();
    await press("button", name);
    expect(ports.address.current.path).toBe(path);
  });

  it("2-24 shows the user's picture", async () => {
    const { ports, does } = await open();
    const faceURL = `${location.origin}/object/mia.jpg`;
    await does(() => ports.emit.connection({ type: "im.profileChanged", profile: aProfile({ faceURL }) }));
    expect(screen.getByRole("main").querySelector("img")?.src).toBe(faceURL);
  });

  it("2-47 2-68 1-12 the language is one of two, ticked, and changes at once", async () => {
    const { ports } = await open();
    await press("button", "Account settings");
    await press("button", /^Language/);
    expect(ports.address.current.path).toBe("/language");
    const rows = () => within(screen.getByRole("main")).getAllByRole("button");
    expect(rows().map(({ textContent }) => textContent)).toEqual(["简体中文", "English"]);
    expect(rows().map(({ ariaCurrent }) => ariaCurrent)).toEqual([null, "true"]);
    await press("button", "简体中文");
    expect(screen.getByRole("heading", { name: "语言" })).toBeTruthy();
    expect(rows().map(({ ariaCurrent }) => ariaCurrent)).toEqual(["true", null]);
    expect(
      ports.wire.filter(({ call }) => call === "storage.writeLanguage").map(({ input }) => input),
    ).toEqual(["zh"]);
    await press("button", "返回");
    expect(screen.getByRole("heading", { name: "账号设置" })).toBeTruthy();
  });

  it("11-23 theme, text size and wallpaper apply at once, are kept, and do not change each other", async () => {
    const { ports } = await open();
    await press("button", "Account settings");
    await press("button", "Appearance");
    const chosen = (group: string) =>
      within(screen.getByRole("radiogroup", { name: group }))
        .getAllByRole<HTMLInputElement>("radio")
        .filter(({ checked }) => checked)
        .map(({ labels }) => labels?.[0]?.textContent);
    expect([chosen("Theme"), chosen("Text size")]).toEqual([["Same as the system"], ["Standard"]]);
    await press("radio", "Dark");
    await press("radio", "Largest");
    expect([chosen("Theme"), chosen("Text size")]).toEqual([["Dark"], ["Largest"]]);
    await press("radio", "Waves");
    expect(chosen("Wallpaper of chats")).toEqual(["Waves"]);
    const all = [
      { theme: "dark", textSize: "standard", wallpaper: "drawings" },
      { theme: "dark", textSize: "largest", wallpaper: "drawings" },
      { theme: "dark", textSize: "largest", wallpaper: "waves" },
    ];
    expect(told(ports, "storage.writeAppearance")).toEqual(all);
    // The first call shows what was kept.
    expect(told(ports, "platform.showAppearance").slice(1)).toEqual(all);
  });

  it("11-23 the kept theme, text size and wallpaper show when the app starts", async () => {
    const kept = { theme: "light", textSize: "small", wallpaper: "none" } as const;
    const { ports } = await open({ world: aWorld(), appearance: kept });
    expect(told(ports, "platform.showAppearance")).toEqual([kept]);
  });

  it("2-44 2-65 about shows versions and licences", async () => {
    const { ports } = await open();
    await press("button", "About");
    expect(ports.address.current.path).toBe("/about");
    const about = within(screen.getByRole("main"));
    expect(about.getAllByText(/^Version \d+\.\d+\.\d+$/)).toHaveLength(2);
    expect(about.getByText("AGPL-3.0-only")).toBeTruthy();
    expect(about.getByText("OpenIM SDK")).toBeTruthy();
    expect(about.getByText("livekit-client")).toBeTruthy();
    expect(about.getAllByText("Apache-2.0").length).toBeGreaterThan(0);
  });

  it("2-24 the user id can be copied, with a message", async () => {
    const { ports } = await open();
    await press("button", "Copy user ID");
    expect(ports.sent("platform.copy")).toEqual([ME]);
    expect((await screen.findByText("Copied")).closest("[role=status]")).toBeTruthy();
  });

  it("8-24 a failed copy shows a message", async () => {
    const copy = () => {
      throw new Failure("unknown");
    };
    await open({ world: aWorld(), answers: { "platform.copy": copy } });
    await press("button", "Copy user ID");
    expect((await screen.findByRole("alert")).textContent).toBe("Copy failed");
  });

  it("2-24 4-14 signing out asks first, and forgets the user", async () => {
    const { ports } = await open();
    await press("button", "Sign out");
    const question = await screen.findByRole("dialog", { name: "Sign out of Parley?" });
    await act(async () => void fireEvent.click(within(question).getByRole("button", { name: "Cancel" })));
    expect(ports.sent("im.logout")).toEqual([]);
    await press("button", "Sign out");
    const again = await screen.findByRole("dialog", { name: "Sign out of Parley?" });
    await act(async () => void fireEvent.click(within(again).getByRole("button", { name: "Sign out" })));
    expect(await screen.findByRole("button", { name: "Sign in" })).toBeTruthy();
    expect(ports.sent("credentials.forget")).toHaveLength(1);
    expect(ports.address.current.path).toBe("/login");
    expect(screen.queryByText("Mia")).toBeNull();
  });

  const draft = (clientMsgID: string) => ({
    clientMsgID,
    conversationID: singleChatID(ANNA),
    text: "Hi",
    replyTo: null,
  });
  const failed = { failure: "network", sendTime: NOON } as const;

  it.each([
    [[], "Your messages stay on this device."],
    [
      [{ ...draft("a1"), failed }],
      "1 message isn't sent yet. It will be lost. Your other messages stay on this device.",
    ],
    [
      [{ ...draft("a1"), failed }, draft("a2")],
      "2 messages aren't sent yet. They will be lost. Your other messages stay on this device.",
    ],
  ])("2-24 8-36 signing out with the unsent messages %j says: %s", async (unsent, hint) => {
    await open({
      world: aWorld(),
      answers: { "storage.readOutbox": () => unsent, "im.createMessage": () => new Promise(() => {}) },
    });
    await press("button", "Sign out");
    const question = await screen.findByRole("dialog", { name: "Sign out of Parley?" });
    expect(within(question).getByText(hint)).toBeTruthy();
  });

  it("2-24 8-36 signing out before the unsent messages are known says that they are lost", async () => {
    await open({ world: aWorld(), answers: { "storage.readOutbox": () => new Promise(() => {}) } });
    await press("button", "Sign out");
    const question = await screen.findByRole("dialog", { name: "Sign out of Parley?" });
    expect(within(question).getByText(/^Messages that aren't sent yet will be lost\./)).toBeTruthy();
  });

  it("2-21 2-22 the workbench leads to the tools, and embeds no foreign page", async () => {
    const { ports } = await openPage();
    const tools = [
      ["Call record", "/callRecord"],
      ["Scan a QR code", "/scan"],
      ["New group", "/createGroup"],
      ["My QR code", "/qrCode"],
    ] as const;
    for (const [name, path] of tools) {
      await press("link", "Workbench");
      await press("button", name);
      expect(ports.address.current.path).toBe(path);
      await press("button", "Back");
    }
    expect(document.querySelector("iframe")).toBeNull();
  });

  it("2-22 the workbench starts a meeting", async () => {
    const { ports } = await openPage();
    await press("link", "Workbench");
    await press("button", "New meeting");
    expect(ports.address.current.path).toBe("/meeting");
  });

  it("2-22 the workbench asks for the meeting to join", async () => {
    await openPage();
    await press("link", "Workbench");
    await press("button", "Join meeting");
    expect(await screen.findByRole("dialog", { name: "Join meeting" })).toBeTruthy();
    expect(screen.getByRole("textbox", { name: "Meeting ID or link" })).toBeTruthy();
  });
});
