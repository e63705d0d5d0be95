/** What users do in a meeting, on the whole page. */
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { Failure } from "../../../machines/domain/failure.ts";
import { signedInChart } from "../../../src/wiring/signed-in.ts";
import type { Answers } from "../../fakes/calls.ts";
import { ANNA, aConversation, aFriend, aMessage, aWorld, BEN, ME, singleChatID } from "../../fakes/world.ts";
import { openPage, type Page, press } from "../shell/stage.tsx";
import { inLobby, inMeeting, LINK, MEETING, noted } from "./stage.tsx";

const dialog = () => screen.getByRole("dialog", { name: "Meeting" });
const queryDialog = () => screen.queryByRole("dialog", { name: "Meeting" });
const packet = (content: object, ...to: string[]) => ({ type: "packet.send", packet: content, to });
const END = packet({ kind: "end" });

describe("11-41 a meeting is not called a call", () => {
  it.each([undefined, "two" as const])(
    "by the buttons that lead back to it, in a window of width %s",
    async (width) => {
      const page = await inMeeting({ world: aWorld(), ...(width && { width }) });
      await press("button", "Minimise");
      expect(screen.queryByRole("button", { name: "Return to call" })).toBeNull();
      // On its page, and on the badge or small window.
      const buttons = screen.getAllByRole("button", { name: "Return to meeting" });
      expect(buttons).toHaveLength(2);
      await page.does(() => buttons[0]?.click());
      expect(dialog()).toBeTruthy();
    },
  );

  it("by the names of its dialog, column and small window for a screen reader", async () => {
    const page = await inMeeting({ world: aWorld(), width: "three" });
    expect(dialog()).toBeTruthy();
    await press("button", "Show beside the chat");
    expect(screen.getByRole("region", { name: "Meeting" })).toBeTruthy();
    await press("button", "Minimise");
    expect(screen.getByRole("region", { name: "Meeting" })).toBeTruthy();
    expect(screen.queryByRole("region", { name: "Call" })).toBeNull();
    await page.does(() => screen.getByRole("button", { name: "Hang up" }).click());
    expect(screen.queryByRole("region", { name: "Meeting" })).toBeNull();
  });

  it("by the screen that is shown instead where the meeting cannot be shown", async () => {
    const quiet = vi.spyOn(console, "error").mockImplementation(() => {});
    const page = await openPage({ world: aWorld() }, ({ media }) => {
      media.canShareScreen = () => {
        throw new Error("the screen of the meeting cannot be drawn");
      };
    });
    await page.does(() => page.ports.visit(`/meeting?roomID=${MEETING}`));
    expect(await screen.findByRole("alertdialog", { name: "Meeting" })).toBeTruthy();
    await press("button", "Hang up");
    expect(screen.queryByRole("alertdialog")).toBeNull();
    quiet.mockRestore();
  });

  it("by the hints about a missing microphone and camera", async () => {
    const page = await inMeeting();
    await page.does(() => page.ports.emit.room({ type: "device.lost", source: "microphone" }));
    await press("button", "Camera on");
    await page.does(() =>
      page.ports.emit.room({ type: "device.failed", source: "camera", cause: "missing" }),
    );
    const hints = within(dialog());
    expect(
      hints.getByText("No microphone found. You can hear others, but nobody can hear you."),
    ).toBeTruthy();
    expect(hints.getByText("No camera found. Nobody can see you.")).toBeTruthy();
  });

  it("by its empty chat", async () => {
    await inMeeting();
    await press("button", "Chat");
    const log = await screen.findByRole("log", { name: "Messages to everyone" });
    expect(log.textContent).toBe("No messages yet. Only people who are here see them, and nothing is kept.");
  });
});

describe("the host of a meeting", () => {
  const ASK = packet({ kind: "ask", what: "mute" }, ANNA);
  const host = (answers: Partial<Answers> = {}) =>
    inMeeting({ world: aWorld(), answers: { "media.roomInfo": () => ({ madeBy: ME }), ...answers } });

  it("11-43 mutes a person at the server", async () => {
    const page = await host();
    await press("button", "More about Anna");
    await press("menuitem", "Mute Anna");
    expect(page.ports.sent("media.moderate")).toEqual([{ roomID: MEETING, userID: ANNA, what: "mute" }]);
    expect(noted(page, "media.command")).not.toContainEqual(ASK);
  });

  it("11-43 asks a person to mute where the server cannot", async () => {
    const page = await host({ "media.moderate": () => Promise.reject(new Failure("unknown")) });
    await press("button", "More about Anna");
    await press("menuitem", "Mute Anna");
    expect(noted(page, "media.command")).toContainEqual(ASK);
  });

  it("11-43 removes a person after a question", async () => {
    const page = await host();
    await press("button", "More about Anna");
    await press("menuitem", "Remove Anna");
    expect(page.ports.sent("media.moderate")).toEqual([]);
    await press("button", "Remove");
    expect(page.ports.sent("media.moderate")).toEqual([{ roomID: MEETING, userID: ANNA, what: "remove" }]);
    await page.does(() => page.ports.emit.room({ type: "room.memberLeft", userID: ANNA, isDropped: false }));
    expect(within(dialog()).getByText("2 people")).toBeTruthy();
  });

  it("11-41 mutes all others", async () => {
    const page = await host();
    await press("button", "More");
    await press("menuitem", "Mute all");
    expect(page.ports.sent("media.moderate").map(({ userID, what }) => `${what} ${userID}`)).toEqual([
      `mute ${ANNA}`,
      `mute ${BEN}`,
    ]);
  });

  it("11-41 ends the meeting for all after a question", async () => {
    const page = await host();
    await press("button", "More");
    await press("menuitem", "End for all");
    expect(noted(page, "media.command")).not.toContainEqual(END);
    await press("button", "End for all");
    expect(noted(page, "media.command")).toContainEqual(END);
    await page.waits(500);
    expect(queryDialog()).toBeNull();
    expect(page.ports.held.rooms).toEqual([]);
  });

  it("11-43 is unknown if the server does not name the creator of the room", async () => {
    await inMeeting();
    expect(screen.queryByRole("button", { name: /^More about/ })).toBeNull();
    await press("button", "More");
    expect(await screen.findByRole("menuitem", { name: "Raise hand" })).toBeTruthy();
    expect(screen.queryByRole("menuitem", { name: /Mute all|End for all/ })).toBeNull();
  });
});

describe("a shared screen", () => {
  const sharing = () => inMeeting({ world: aWorld(), canShareScreen: true });
  const set = (on: boolean) => ({ type: "device.set", source: "screen", on });
  const shares = (page: Page) =>
    noted(page, "media.command").filter((one) => JSON.stringify(one).includes('"screen"'));
  const pressInMenu = async (item: string) => {
    await press("button", "More");
    await press("menuitem", item);
  };
  const isShown = () => within(dialog()).queryByText("You share your screen") !== null;

  it("7-40 11-42 is shown as shared once the user has chosen it, and stops by its button", async () => {
    const page = await sharing();
    await pressInMenu("Share screen");
    expect(shares(page)).toEqual([set(true)]);
    expect(isShown()).toBe(false);
    await page.does(() => page.ports.emit.room({ type: "device.on", source: "screen" }));
    expect(isShown()).toBe(true);
    await press("button", "Stop sharing");
    expect(shares(page)).toEqual([set(true), set(false)]);
    await page.does(() => page.ports.emit.room({ type: "device.off", source: "screen" }));
    expect(isShown()).toBe(false);
  });

  it("11-42 is not shown if the user chooses no screen", async () => {
    const page = await sharing();
    await pressInMenu("Share screen");
    await page.does(() => page.ports.emit.room({ type: "device.off", source: "screen" }));
    expect(isShown()).toBe(false);
    expect(within(dialog()).queryByRole("alert")).toBeNull();
    await pressInMenu("Share screen");
    expect(shares(page)).toEqual([set(true), set(true)]);
  });

  it("11-42 says that it could not be shared, and can be tried again", async () => {
    const page = await sharing();
    await pressInMenu("Share screen");
    await page.does(() => page.ports.emit.room({ type: "device.failed", source: "screen", cause: "failed" }));
    expect(isShown()).toBe(false);
    expect(within(dialog()).getByRole("alert").textContent).toContain(
      "Your screen couldn't be shared. Nobody can see it.",
    );
    await press("button", "Retry");
    expect(shares(page)).toEqual([set(true), set(true)]);
  });

  it.each([
    [true, ["Share screen"]],
    [false, []],
  ])(
    "7-40 is offered where the browser can share one and the configuration allows it: %s",
    async (can, items) => {
      await inMeeting({ world: aWorld(), canShareScreen: can });
      await press("button", "More");
      expect(await screen.findByRole("menuitem", { name: "Raise hand" })).toBeTruthy();
      const shown = screen
        .queryAllByRole("menuitem", { name: /screen/i })
        .map(({ textContent }) => textContent);
      expect(shown).toEqual(items);
    },
  );
});

describe("the link of a meeting", () => {
  const open = async () => {
    const page = await inMeeting();
    page.ports.hold("platform.copy");
    await press("button", "Invite people");
    expect(await screen.findByRole("img", { name: "Code of this meeting" })).toBeTruthy();
    expect(screen.getByText(LINK)).toBeTruthy();
    await press("button", "Copy link");
    return page;
  };

  it("11-41 is said to be copied once it is on the clipboard", async () => {
    const page = await open();
    expect(page.ports.sent("platform.copy")).toEqual([LINK]);
    expect(screen.queryByRole("button", { name: "Link copied" })).toBeNull();
    await page.does(() => page.ports.resolve("platform.copy"));
    expect(screen.getByRole("button", { name: "Link copied" })).toBeTruthy();
    expect(screen.queryByText("Copied")).toBeNull();
    expect(screen.queryByRole("alert")).toBeNull();
  });

  it("8-24 says that copying failed", async () => {
    const page = await open();
    await page.does(() => page.ports.pending("platform.copy")[0]?.reject("unknown"));
    expect(screen.getByRole("alert").textContent).toBe(
      "Couldn't copy the link. Select it above and copy it yourself.",
    );
    expect(screen.queryByRole("button", { name: "Link copied" })).toBeNull();
  });
});

describe("the card of a meeting", () => {
  const pick = async () => {
    await press("button", "Send to a chat");
    await press("checkbox", "Anna");
    await press("button", "Next (1)");
    expect(await screen.findByText("[Meeting] Mia's meeting")).toBeTruthy();
  };
  const send = async (page: Page) => {
    await pick();
    await press("button", "Send");
    expect(await screen.findByText("Sent")).toBeTruthy();
    expect(page.ports.sent("im.createMessage").map(({ enclosure }) => enclosure)).toEqual([
      { type: "meeting", meeting: { roomID: MEETING, subject: "Mia's meeting", extra: {} } },
    ]);
  };
  const world = () => aWorld({ friends: [aFriend()] });
  const sheet = () => within(screen.getByRole("dialog", { name: "Send to a chat" }));
  const querySheet = () => screen.queryByRole("dialog", { name: "Send to a chat" });
  const says = (words: string) => within(dialog()).queryByText(words) !== null;
  const online = (page: Page) => page.does(() => page.ports.emit.connection({ type: "im.connected" }));

  it("1-10 is sent to a chat from the lobby", async () => {
    await send(await inLobby({ world: world() }));
  });

  it("1-10 is sent to a chat from the link's sheet", async () => {
    const page = await inMeeting({ world: world() });
    await press("button", "Invite people");
    await send(page);
  });

  it("1-10 is shown in the chat as a card that leads to the meeting", async () => {
    const page = await inLobby({ world: world() });
    await send(page);
    await press("button", "Back");
    await page.does(() => page.ports.visit(`/chat?conversationID=${singleChatID(ANNA)}`));
    await press("button", "Mia's meeting, join");
    expect(page.ports.address.current).toEqual({ path: "/meeting", search: `roomID=${MEETING}` });
  });

  it("1-10 is said to be sent when the server has it, and for a moment", async () => {
    const page = await inLobby({ world: world() });
    await online(page);
    page.ports.hold("im.sendMessage");
    await pick();
    await press("button", "Send");
    expect([says("Sending"), says("Sent")]).toEqual([true, false]);
    await page.does(() => page.ports.resolve("im.sendMessage", aMessage()));
    expect([says("Sending"), says("Sent"), says("Forwarded")]).toEqual([false, true, false]);
    expect(screen.queryByText("Forwarded")).toBeNull();
    await page.waits(5000);
    expect(says("Sent")).toBe(false);
  });

  it("1-10 waits for the connection, and says so", async () => {
    const page = await inLobby({ world: world() });
    await page.does(() => page.ports.emit.connection({ type: "im.connectFailed", code: 0 }));
    page.ports.hold("im.sendMessage");
    await pick();
    await press("button", "Send");
    expect([says("The card is sent when you are online again"), says("Sent")]).toEqual([true, false]);
    await page.waits(60_000);
    expect(says("The card is sent when you are online again")).toBe(true);
    await online(page);
    await page.does(() => page.ports.resolve("im.sendMessage", aMessage()));
    expect([says("The card is sent when you are online again"), says("Sent")]).toEqual([false, true]);
    await page.waits(5000);
    expect(says("Sent")).toBe(false);
  });

  it("1-10 8-36 says that it did not reach a chat, and is sent again", async () => {
    const page = await inLobby({ world: world() });
    page.ports.hold("im.sendMessage");
    await pick();
    await press("button", "Send");
    await page.does(() => page.ports.pending("im.sendMessage")[0]?.reject("unknown"));
    expect(within(dialog()).getByRole("alert").textContent).toBe("The card didn't reach 1 chat");
    expect(says("Sent")).toBe(false);
    await press("button", "Retry");
    expect([within(dialog()).queryByRole("alert"), says("Sent")]).toEqual([null, false]);
    await page.does(() => page.ports.resolve("im.sendMessage", aMessage()));
    expect(says("Sent")).toBe(true);
  });

  it("1-10 says in the sheet that the chats were not found, and can be sent again", async () => {
    const page = await inLobby({ world: world() });
    page.ports.hold("im.findConversation");
    await pick();
    await press("button", "Send");
    await page.does(() => page.ports.pending("im.findConversation")[0]?.reject("network"));
    expect(sheet().getByRole("alert").textContent).toBe(
      "Couldn't send the card: No connection, please try again",
    );
    await press("button", "Send");
    expect(sheet().queryByRole("alert")).toBeNull();
    await page.does(() => page.ports.pending("im.findConversation").at(-1)?.resolve(aConversation()));
    expect(querySheet()).toBeNull();
    expect(page.ports.sent("im.createMessage")).toHaveLength(1);
  });

  it("1-10 says in the sheet that nine chats are the most", async () => {
    const names = Array.from({ length: 10 }, (_, index) => `Friend ${index}`);
    const friends = names.map((nickname, index) => aFriend({ userID: `${2000 + index}`, nickname }));
    await inLobby({ world: aWorld({ friends, conversations: [] }) });
    await press("button", "Send to a chat");
    for (const name of names) await press("checkbox", name);
    expect(sheet().getByRole("alert").textContent).toBe("You can pick up to 9 chats at once");
    await press("checkbox", "Friend 0");
    expect(sheet().queryByRole("alert")).toBeNull();
  });

  it("1-10 stays in its sheet until the chats are found, and is sent once", async () => {
    const page = await inLobby({ world: world() });
    page.ports.hold("im.findConversation");
    await pick();
    await press("button", "Send");
    await page.does(() => fireEvent.keyDown(document.activeElement ?? document.body, { key: "Escape" }));
    expect(querySheet()).not.toBeNull();
    await page.does(() => page.ports.pending("im.findConversation")[0]?.resolve(aConversation()));
    expect(querySheet()).toBeNull();
    expect(page.ports.sent("im.createMessage")).toHaveLength(1);
  });

  it("1-10 is not sent if the meeting ends before the chats are found", async () => {
    const page = await inMeeting({ world: world() });
    await press("button", "Invite people");
    page.ports.hold("im.findConversation");
    await pick();
    await press("button", "Send");
    await page.does(() => page.ports.emit.room({ type: "room.closed", cause: "removed" }));
    await page.waits(1000);
    expect(queryDialog()).toBeNull();
    await page.does(() => page.ports.pending("im.findConversation")[0]?.resolve(aConversation()));
    expect(querySheet()).toBeNull();
    expect(page.ports.sent("im.createMessage")).toEqual([]);
  });
});

describe.each([
  ["the plus menu", "/conversation", () => press("button", "Add"), "menuitem"],
  ["the workbench", "/workbench", async () => {}, "button"],
] as const)("1-10 %s", (_, path, open, role) => {
  const start = async () => {
    const page = await openPage();
    await page.does(() => page.ports.visit(path));
    await open();
    return page;
  };

  it("1-10 starts a new meeting", async () => {
    const page = await start();
    await press(role, "New meeting");
    expect(await screen.findByText("Ready to join?")).toBeTruthy();
    const { path: at, search } = page.ports.address.current;
    expect([at, /^roomID=.+/.test(search)]).toEqual(["/meeting", true]);
    await press("button", "Join");
    expect(page.ports.sent("media.requestAccess").map(({ roomID }) => `roomID=${roomID}`)).toEqual([search]);
  });

  it("1-10 joins a meeting by its id", async () => {
    const page = await start();
    await press(role, "Join meeting");
    const field = await screen.findByRole("textbox", { name: "Meeting ID or link" });
    fireEvent.change(field, { target: { value: MEETING } });
    await press("button", "Join");
    expect(await screen.findByText("Ready to join?")).toBeTruthy();
    await press("button", "Join");
    expect(page.ports.sent("media.requestAccess").map(({ roomID }) => roomID)).toEqual([MEETING]);
  });
});

describe("the lobby of a meeting", () => {
  it("11-41 the page below says nothing about a call until the lobby has opened, and while it is open", async () => {
    const path = `/meeting?roomID=${MEETING}`;
    const page = await openPage({ world: aWorld(), path }, (ports) => ports.hold("program.fetchSignedIn"));
    const said = () => screen.queryByText(/^You are (not )?in/)?.textContent;
    await screen.findByRole("heading", { name: "Meeting" });
    expect(said()).toBeUndefined();
    await page.does(() => page.ports.resolve("program.fetchSignedIn", signedInChart));
    await screen.findByText("Ready to join?");
    expect(said()).toBeUndefined();
    await press("button", "Back");
    expect(said()).toBe("You are not in the meeting");
  });

  it("10-06 keeps the focus when the screen below it takes it late", async () => {
    await inLobby();
    await waitFor(() => expect(dialog().contains(document.activeElement)).toBe(true));
    for (const below of screen.getAllByRole("main", { hidden: true }))
      below.closest<HTMLElement>("[tabindex='-1']")?.focus();
    expect(document.activeElement).toBe(dialog());
  });

  const lit = () => document.querySelectorAll("[data-lit]").length;

  it("11-49 shows how loud the microphone is while it is on, and releases it then", async () => {
    const page = await inLobby();
    const meter = screen.getByRole<HTMLMeterElement>("meter", { name: "Microphone level" });
    expect([page.ports.held.meters, meter.value, lit()]).toEqual([1, 0, 0]);
    await page.does(() => page.ports.hears(0.5));
    expect([meter.value, lit()]).toEqual([0.5, 3]);
    await press("button", "Mute");
    expect([page.ports.held.meters, screen.queryByRole("meter")]).toEqual([0, null]);
    await press("button", "Unmute");
    expect(page.ports.held.meters).toBe(1);
    await press("button", "Join");
    expect(page.ports.held.meters).toBe(0);
  });

  it.each([
    ["Back", (_: Page) => press("button", "Back")],
    ["the browser's Back", (page: Page) => page.does(() => page.ports.browserBack())],
    [
      "Escape",
      (page: Page) =>
        page.does(() => fireEvent.keyDown(document.activeElement ?? document.body, { key: "Escape" })),
    ],
  ])("11-49 releases the microphone and the camera on %s", async (_, leave) => {
    const page = await inLobby();
    await press("button", "Camera on");
    expect([page.ports.held.meters, noted(page, "media.endPreview")]).toEqual([1, []]);
    await leave(page);
    expect(queryDialog()).toBeNull();
    expect([page.ports.held.meters, noted(page, "media.endPreview")]).toEqual([0, [undefined]]);
  });

  it("4-92 says that the microphone cannot be used", async () => {
    const page = await inLobby();
    await page.does(() => page.ports.hears(null));
    expect(within(dialog()).getByText("Parley can't use the microphone")).toBeTruthy();
  });

  it("11-49 offers the browser's background blur, which can be changed in the meeting", async () => {
    const page = await inMeeting({ world: aWorld(), canBlur: true }, [], async () => {
      const button = screen.getByRole("button", { name: "Blur background" });
      expect(button.getAttribute("aria-pressed")).toBe("false");
      await press("button", "Blur background");
      expect(button.getAttribute("aria-pressed")).toBe("true");
    });
    await press("button", "More");
    await press("menuitem", "Stop blurring");
    expect(noted(page, "media.setBlur")).toEqual([true, false]);
  });

  it("11-49 offers no blur where the camera has none", async () => {
    await inMeeting({ world: aWorld() }, [], () => {
      expect(screen.queryByRole("button", { name: "Blur background" })).toBeNull();
    });
    await press("button", "More");
    expect(await screen.findByRole("menuitem", { name: "Raise hand" })).toBeTruthy();
    expect(screen.queryByRole("menuitem", { name: /blur/i })).toBeNull();
  });
});
