import { act, fireEvent, screen, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { Failure } from "../../../machines/domain/failure.ts";
import {
  ANNA,
  aFriend,
  aFriendApplication,
  aGroup,
  aWorld,
  BEN,
  ME,
  singleChatID,
  someApplications,
  type World,
} from "../../fakes/world.ts";
import { openPage, press } from "../shell/stage.tsx";

async function openAt(path: string, world: World = aWorld()) {
  const page = await openPage({ world });
  await page.does(() => page.ports.visit(path));
  return page;
}

async function type(role: "textbox" | "searchbox", name: string, value: string) {
  const field = await screen.findByRole(role, { name });
  await act(async () => void fireEvent.change(field, { target: { value } }));
}

const remarkOf = (info: unknown) =>
  `/changeNameOrRemark?${new URLSearchParams({ friendInfo: typeof info === "string" ? info : JSON.stringify(info) })}`;

describe("finding new people", () => {
  it("2-39 2-60 leads from the page for adding over the search to the card of a found user", async () => {
    const { ports } = await openAt("/contactAdd");
    await press("button", /^Add friend/);
    expect(ports.address.current).toEqual({ path: "/searchToJoin", search: "isGroup=false" });
    await type("searchbox", "Search", " Ben ");
    await press("button", "Search");
    await press("button", /^Ben/);
    expect(ports.address.current).toEqual({ path: "/userCard", search: `userID=${BEN}` });
    await press("button", "Back");
    expect(screen.getByRole("searchbox", { name: "Search" })).toHaveProperty("value", " Ben ");
    expect(screen.getByRole("list", { name: "Results" })).toBeTruthy();
  });

  it.each([
    [/^Add friend/, "/searchToJoin", "isGroup=false"],
    [/^Join group/, "/searchToJoin", "isGroup=true"],
    ["New group", "/createGroup", ""],
    ["Scan a QR code", "/scan", ""],
  ])("2-60 the page for adding leads by %s to %s?%s", async (name, path, search) => {
    const { ports } = await openAt("/contactAdd");
    await press("button", name);
    expect(ports.address.current).toEqual({ path, search });
  });

  it("2-81 all found users are listed, and new input drops them", async () => {
    const page = await openAt("/searchToJoin?isGroup=false");
    const found = ["Ben", "Benno", "Bente"].map((nickname) => ({ userID: nickname, nickname, faceURL: "" }));
    page.ports.answer("account.searchUsers", () => found);
    await type("searchbox", "Search", "ben");
    await press("button", "Search");
    const results = within(screen.getByRole("list", { name: "Results" })).getAllByRole("listitem");
    expect(results.map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining("Ben"),
      expect.stringContaining("Benno"),
      expect.stringContaining("Bente"),
    ]);
    await type("searchbox", "Search", "bent");
    expect(screen.queryByRole("list", { name: "Results" })).toBeNull();
  });

  it("2-81 the word that nobody is found goes with new input, and a failed search says why", async () => {
    const page = await openAt("/searchToJoin?isGroup=false");
    page.ports.answer("account.searchUsers", () => []);
    await type("searchbox", "Search", "ben");
    await press("button", "Search");
    expect(screen.getByText("Nobody found")).toBeTruthy();
    await type("searchbox", "Search", "bent");
    expect(screen.queryByText("Nobody found")).toBeNull();
    page.ports.answer("account.searchUsers", () => {
      throw new Failure("network");
    });
    await press("button", "Search");
    expect(screen.getByRole("alert").textContent).toContain("No connection, please try again");
    await type("searchbox", "Search", "ben");
    expect(screen.queryByRole("alert")).toBeNull();
  });

  it.each(["Messages", "Contacts"])("11-55 the menu for adding in %s leads to the search", async (tab) => {
    const { ports } = await openPage();
    await press("link", tab);
    await press("button", "Add");
    await press("menuitem", "Add friend");
    expect(ports.address.current.path).toBe("/searchToJoin");
  });

  it.each([
    ["isGroup=true", "Join group"],
    ["isGroup=TRUE", "Add friend"],
    ["isGroup=1", "Add friend"],
    ["", "Add friend"],
  ])("2-72 a search with %s has the title %s", async (query, title) => {
    await openAt(`/searchToJoin?${query}`);
    expect(screen.getByRole("heading", { level: 1, name: title })).toBeTruthy();
  });
});

describe("sending a friend request", () => {
  const asking = `/sendApplication?isGroup=false&sourceID=${BEN}`;

  it("2-74 2-82 sends a greeting of at most 255 letters, says so, and goes back", async () => {
    const page = await openAt(`/userCard?userID=${BEN}`);
    await press("button", "Add to contacts");
    await type("textbox", "Greeting", "Hi from Mia");
    expect(screen.getByRole("textbox", { name: "Greeting" }).getAttribute("maxlength")).toBe("255");
    expect(screen.getByText("11/255")).toBeTruthy();
    await press("button", "Send");
    expect(page.ports.sent("im.addFriend")).toEqual([{ userID: BEN, greeting: "Hi from Mia" }]);
    expect(screen.getByText("Request sent")).toBeTruthy();
    expect(page.ports.address.current.path).toBe("/userCard");
  });

  it("2-82 is sent once, however often Send is pressed", async () => {
    const page = await openAt(asking);
    page.ports.hold("im.addFriend");
    await press("button", "Send");
    const send = screen.getByRole("button", { name: "Send" });
    expect(send.getAttribute("aria-busy")).toBe("true");
    await act(async () => void fireEvent.click(send));
    expect(page.ports.sent("im.addFriend")).toHaveLength(1);
  });

  it("11-55 the card says that a request was sent, and offers it again after it was declined", async () => {
    const page = await openAt(`/userCard?userID=${BEN}`);
    const told = (handleResult: number) =>
      page.does(() =>
        page.ports.emit.applications({
          type: "im.applicationChanged",
          application: aFriendApplication({ fromUserID: ME, toUserID: BEN, handleResult }),
        }),
      );
    await told(0);
    expect(screen.getByRole("button", { name: "Request sent" })).toHaveProperty("disabled", true);
    await told(-1);
    expect(screen.getByRole("button", { name: "Add to contacts" })).toHaveProperty("disabled", false);
  });

  it("11-55 the card of a user who has asked leads to the request", async () => {
    const world = aWorld({ applications: someApplications({ receivedFriends: [aFriendApplication()] }) });
    const { ports } = await openAt(`/userCard?userID=${BEN}`, world);
    expect(screen.getByText("Wants to be your friend")).toBeTruthy();
    await press("button", "Answer request");
    expect(ports.address.current.path).toBe("/applicationDetails");
    expect(screen.getByRole("button", { name: "Accept" })).toBeTruthy();
  });

  it("11-55 of two requests in opposite directions, the card leads to the one that can be answered", async () => {
    const applications = someApplications({
      receivedFriends: [aFriendApplication()],
      sentFriends: [aFriendApplication({ fromUserID: ME, toUserID: BEN })],
    });
    const { ports } = await openAt(`/userCard?userID=${BEN}`, aWorld({ applications }));
    expect(screen.queryByRole("button", { name: "Request sent" })).toBeNull();
    await press("button", "Answer request");
    expect(ports.address.current.path).toBe("/applicationDetails");
    expect(screen.getByRole("button", { name: "Accept" })).toBeTruthy();
  });

  it("6-07 6-08 a user who refuses requests gets none, and the page says so", async () => {
    const page = await openPage();
    page.ports.answer("account.loadPersonDetails", () => ({ mayBeAdded: false }));
    await page.does(() => page.ports.visit(asking));
    expect(screen.getByText("This person doesn't accept friend requests")).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Send" })).toBeNull();
  });

  it.each([
    [ME, "You can't add yourself"],
    [ANNA, "You're already friends"],
  ])("2-56 a request to %s is refused: %s", async (userID, words) => {
    await openAt(`/sendApplication?isGroup=false&sourceID=${userID}`);
    expect(screen.getByText(words)).toBeTruthy();
    expect(screen.queryByRole("textbox", { name: "Greeting" })).toBeNull();
  });

  it.each([
    ["2-73", "isGroup=true&isScan=true&notNeedVerification=true", "Join group", "Join"],
    ["2-73", "isGroup=false&isScan=maybe&notNeedVerification={", "Add friend", "Send"],
    ["2-75", "sessionType=3", "Join group", "Send"],
    ["2-75", "sessionType=1", "Add friend", "Send"],
  ])("%s an address with %s: %s", async (_, query, title, button) => {
    await openAt(`/sendApplication?${query}&sourceID=4711`);
    expect(screen.getByRole("heading", { level: 1, name: title })).toBeTruthy();
    expect(screen.getByRole("button", { name: button })).toBeTruthy();
  });

  it("2-78 an address without a user says so and leads back", async () => {
    await openAt("/sendApplication?isGroup=[");
    expect(screen.getByText("Person not found")).toBeTruthy();
    await press("button", "Go back");
    expect(screen.getByRole("heading", { level: 1, name: "Messages" })).toBeTruthy();
  });
});

describe("a contact's settings", () => {
  it("2-37 2-58 2-79 a remark of at most sixteen letters is saved if it has changed", async () => {
    const page = await openAt(`/userCardSetting?userID=${ANNA}`);
    await press("button", /^Remark/);
    const save = () => screen.getByRole("button", { name: "Save" });
    expect(save()).toHaveProperty("disabled", true);
    await type("textbox", "Remark", " Sis ");
    expect(screen.getByRole("textbox", { name: "Remark" }).getAttribute("maxlength")).toBe("16");
    await press("button", "Save");
    expect(page.ports.sent("im.setRemark")).toEqual([{ userID: ANNA, remark: "Sis" }]);
    expect(page.ports.address.current.path).toBe("/userCardSetting");
    expect(screen.getByRole("button", { name: /Remark\s*Sis/ })).toBeTruthy();
    await press("button", /Remark/);
    expect(screen.getByRole("textbox", { name: "Remark" })).toHaveProperty("value", "Sis");
    expect(save()).toHaveProperty("disabled", true);
  });

  it.each([
    ["(hover: hover) and (pointer: fine)", true],
    ["(pointer: coarse)", false],
  ])("10-03 the field of a remark takes the focus on a device of %s: %s", async (device, takesFocus) => {
    vi.stubGlobal("matchMedia", (query: string) => ({
      matches: query === device,
      addEventListener: () => {},
      removeEventListener: () => {},
    }));
    await openAt(remarkOf({ ...aFriend(), remark: "Sis" }));
    const remark = screen.getByRole("textbox", { name: "Remark" });
    expect(document.activeElement === remark).toBe(takesFocus);
  });

  it("2-79 a remark of which nothing is visible cannot be saved", async () => {
    await openAt(remarkOf(aFriend()));
    await type("textbox", "Remark", "\u200b\u2060");
    expect(screen.getByRole("button", { name: "Save" })).toHaveProperty("disabled", true);
  });

  it.each(["", "  "])(
    "5-18 the blank remark %j removes the remark, and the name shows again",
    async (blank) => {
      const world = aWorld({ friends: [aFriend({ remark: "Sis" })] });
      const page = await openAt(`/userCardSetting?userID=${ANNA}`, world);
      await press("button", /^Remark/);
      await type("textbox", "Remark", blank);
      await press("button", "Save");
      expect(page.ports.sent("im.setRemark")).toEqual([{ userID: ANNA, remark: "" }]);
      expect(screen.queryByText("Sis")).toBeNull();
    },
  );

  it("2-79 a remark that could not be saved stays as it was typed", async () => {
    const page = await openAt(remarkOf(aFriend()));
    page.ports.answer("im.setRemark", () => {
      throw new Failure("network");
    });
    await type("textbox", "Remark", "Sis");
    await press("button", "Save");
    expect(screen.getByRole("alert").textContent).toBe("No connection, please try again");
    expect(screen.getByRole("textbox", { name: "Remark" })).toHaveProperty("value", "Sis");
  });

  it.each(["null", "{", "[]", '"x"', '{"userID":7}', '{"userID":""}'])(
    "2-77 2-78 a friend given as %s is unknown, and nothing throws",
    async (info) => {
      await openAt(remarkOf(info));
      expect(screen.getByText("Person not found")).toBeTruthy();
      expect(screen.getByRole("button", { name: "Go back" })).toBeTruthy();
    },
  );

  it("2-58 6-09 the switch goes back when blocking fails, with the reason", async () => {
    const page = await openAt(`/userCardSetting?userID=${BEN}`);
    page.ports.hold("im.block");
    const block = () => screen.getByRole("switch", { name: "Block" });
    await act(async () => void fireEvent.click(block()));
    expect(block()).toHaveProperty("checked", true);
    expect(block().ariaBusy ?? block().getAttribute("aria-busy")).toBe("true");
    await page.does(() => page.ports.reject("im.block", "network"));
    expect(block()).toHaveProperty("checked", false);
    expect(screen.getByRole("alert").textContent).toBe("No connection, please try again");
  });

  it("6-09 the card of a blocked friend offers no call until they are unblocked", async () => {
    const world = aWorld({ blacks: [{ userID: ANNA, nickname: "Anna", faceURL: "" }] });
    const page = await openAt(`/userCard?userID=${ANNA}`, world);
    expect(await screen.findByRole("button", { name: "Message" })).toBeTruthy();
    expect(screen.queryByRole("button", { name: /call$/ })).toBeNull();
    await page.does(() => page.ports.emit.contacts({ type: "im.blackRemoved", userID: ANNA }));
    expect(screen.queryByRole("button", { name: /Unblock/ })).toBeNull();
    expect(screen.getByRole("button", { name: "Voice call" })).toBeTruthy();
    expect(screen.getByRole("button", { name: "Video call" })).toBeTruthy();
  });

  it("6-09 the card of a blocked user says so and unblocks", async () => {
    const world = aWorld({ blacks: [{ userID: BEN, nickname: "Ben", faceURL: "" }] });
    const page = await openAt(`/userCard?userID=${BEN}`, world);
    const unblock = await screen.findByRole("button", { name: /^Unblock/ });
    expect(unblock.textContent).toContain("You blocked this person");
    await act(async () => void fireEvent.click(unblock));
    await page.does(() => {});
    expect(page.ports.sent("im.unblock")).toEqual([{ userID: BEN }]);
    expect(screen.queryByRole("button", { name: /^Unblock/ })).toBeNull();
  });

  it("2-58 deleting a contact asks first with the name, and leaves a stranger", async () => {
    const page = await openAt(`/userCard?userID=${ANNA}`);
    await press("button", "More");
    await press("button", "Delete friend");
    const question = await screen.findByRole("dialog", { name: "Delete Anna?" });
    await act(async () => void fireEvent.click(within(question).getByRole("button", { name: "Cancel" })));
    expect(page.ports.sent("im.unfriend")).toEqual([]);
    await press("button", "Delete friend");
    const again = await screen.findByRole("dialog", { name: "Delete Anna?" });
    await act(async () => void fireEvent.click(within(again).getByRole("button", { name: "Delete friend" })));
    await page.does(() => {});
    expect(page.ports.sent("im.unfriend")).toEqual([{ userID: ANNA }]);
    expect(page.ports.address.current.path).toBe("/userCard");
    expect(await screen.findByRole("button", { name: "Add to contacts" })).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Voice call" })).toBeNull();
  });

  it("2-38 2-59 the details show only known fields", async () => {
    const page = await openPage();
    page.ports.answer("account.loadPersonDetails", () => ({
      mayBeAdded: true,
      gender: 0,
      birth: Date.UTC(1999, 4, 17, 12),
      email: "anna@parley.test",
    }));
    await page.does(() => page.ports.visit(`/userCard?userID=${ANNA}`));
    await press("button", "Details");
    for (const words of ["Gender", "Female", "Birthday", "May 17, 1999", "anna@parley.test"])
      expect(screen.getByText(words)).toBeTruthy();
    expect(screen.queryByText("Phone")).toBeNull();
    expect(screen.queryByText("Remark")).toBeNull();
  });

  it("2-59 a birthday that is no time counts as unknown", async () => {
    const page = await openPage();
    page.ports.answer("account.loadPersonDetails", () => ({
      mayBeAdded: true,
      birth: 9_000_000_000_000_000_000,
      email: "anna@parley.test",
    }));
    await page.does(() => page.ports.visit(`/userCard?userID=${ANNA}`));
    await press("button", "Details");
    expect(screen.getByText("anna@parley.test")).toBeTruthy();
    expect(screen.queryByText("Birthday")).toBeNull();
  });

  it("2-56 8-30 an unknown id says so, and a failed request offers a retry", async () => {
    const page = await openPage();
    await page.does(() => page.ports.visit("/userCard?userID=4711"));
    expect(screen.getByText("Nobody has this ID")).toBeTruthy();
    page.ports.answer("im.loadPerson", () => {
      throw new Failure("network");
    });
    await page.does(() => page.ports.visit(`/userCard?userID=${BEN}`));
    expect(screen.getByText("Failed to get user information")).toBeTruthy();
    page.ports.answer("im.loadPerson", ({ userID }) => ({
      baseInfo: { userID, nickname: "Ben", faceURL: "" },
      friend: null,
      isBlocked: false,
    }));
    await press("button", "Retry");
    expect(screen.getByRole("heading", { name: "Ben" })).toBeTruthy();
  });
});

describe("local search", () => {
  const world = () =>
    aWorld({
      friends: [
        aFriend({ nickname: "Anna", remark: "Sis" }),
        aFriend({ userID: "77001", nickname: "Carl (a+b)", remark: "" }),
      ],
      groups: [aGroup({ groupName: "Sister cities" })],
    });

  it("2-42 2-63 finds friends and groups by remark, name and id, and marks the match", async () => {
    const { ports, waits } = await openPage({ world: world() });
    await press("link", "Search");
    expect(ports.address.current.path).toBe("/searchFriendOrGroup");
    await type("searchbox", "Search", "sis");
    const marks = () => [...document.querySelectorAll("mark")].map(({ textContent }) => textContent);
    expect(marks()).toEqual(["Sis", "Sis"]);
    await type("searchbox", "Search", "ann");
    expect(marks()).toEqual(["Ann"]);
    await type("searchbox", "Search", "7700");
    expect(marks()).toEqual(["7700"]);
    await type("searchbox", "Search", "(A+");
    expect(marks()).toEqual(["(a+"]);
    await type("searchbox", "Search", "nobody");
    await waits(300);
    expect(screen.getByText("Nothing found")).toBeTruthy();
    await type("searchbox", "Search", "Sister");
    await press("button", /^Sister/);
    expect(ports.sent("im.findConversation")).toEqual([{ groupID: aGroup().groupID }]);
  });
});

describe("a single chat", () => {
  const settings = `/singleSetting?conversationID=${singleChatID(ANNA)}`;

  it("2-27 2-49 is pinned and muted at once, and set back when the server refuses", async () => {
    const page = await openAt(settings);
    await act(async () => void fireEvent.click(screen.getByRole("switch", { name: "Pin chat" })));
    await act(async () => void fireEvent.click(screen.getByRole("switch", { name: "No sound" })));
    await page.does(() => {});
    const conversationID = singleChatID(ANNA);
    expect(page.ports.sent("im.changeConversation")).toEqual([
      { kind: "pin", conversationID, pinned: true },
      { kind: "mute", conversationID, muted: true },
    ]);
    expect(screen.getByRole("switch", { name: "Pin chat" })).toHaveProperty("checked", true);
    page.ports.hold("im.changeConversation");
    await act(async () => void fireEvent.click(screen.getByRole("switch", { name: "Pin chat" })));
    expect(screen.getByRole("switch", { name: "Pin chat" })).toHaveProperty("checked", false);
    await page.does(() => page.ports.reject("im.changeConversation", "network"));
    expect(screen.getByRole("switch", { name: "Pin chat" })).toHaveProperty("checked", true);
  });

  it("2-49 a new group starts with this friend, and others can be added", async () => {
    const world = aWorld({ friends: [aFriend(), aFriend({ userID: BEN, nickname: "Ben" })] });
    const page = await openAt(settings, world);
    await press("button", "New group with Anna");
    expect(screen.getByRole("checkbox", { name: "Anna" })).toHaveProperty("checked", true);
    await act(async () => void fireEvent.click(screen.getByRole("checkbox", { name: "Ben" })));
    await type("textbox", "Group name", "Trip");
    await press("button", "Create (2)");
    expect(page.ports.sent("im.createGroup")).toEqual([{ name: "Trip", groupType: 0, userIDs: [ANNA, BEN] }]);
  });

  it("2-49 is cleared after a question, and opens without its old messages", async () => {
    const page = await openAt(`/chat?conversationID=${singleChatID(ANNA)}`);
    expect(await screen.findByText("Text 3")).toBeTruthy();
    await press("button", "Details");
    await press("button", "Clear chat history");
    const question = await screen.findByRole("dialog", { name: "Clear the chat with Anna?" });
    page.ports.answer("im.loadOlder", ({ cursor }) => ({ messages: [], cursor, isEnd: true }));
    await act(
      async () => void fireEvent.click(within(question).getByRole("button", { name: "Clear chat history" })),
    );
    await page.does(() => page.ports.browserBack());
    expect(page.ports.address.current.path).toBe("/chat");
    expect(await screen.findByText("No messages yet")).toBeTruthy();
    expect(screen.queryByText("Text 3")).toBeNull();
  });

  it("6-14 a blocked user cannot be sent messages until they are unblocked", async () => {
    const world = aWorld({ blacks: [{ userID: ANNA, nickname: "Anna", faceURL: "" }] });
    const page = await openAt(`/chat?conversationID=${singleChatID(ANNA)}`, world);
    expect(await screen.findByText("You blocked this person")).toBeTruthy();
    expect(screen.queryByRole("textbox", { name: "Message" })).toBeNull();
    await page.does(() => page.ports.emit.contacts({ type: "im.blackRemoved", userID: ANNA }));
    expect(screen.getByRole("textbox", { name: "Message" })).toBeTruthy();
  });

  it.each(["", "conversationID=sg_1", "conversationID=si_1_2"])(
    "2-78 an address with %j shows page not found",
    async (query) => {
      await openAt(`/singleSetting?${query}`);
      expect(screen.getByRole("heading", { name: "Page not found" })).toBeTruthy();
    },
  );
});
