import { act, fireEvent, screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { Failure } from "../../../machines/domain/failure.ts";
import type { FakeOptions, FakePorts } from "../../fakes/ports.ts";
import {
  ANNA,
  aBlack,
  aFriendApplication,
  aGroupApplication,
  aWorld,
  BEN,
  ME,
  NOON,
  someApplications,
  TEAM,
} from "../../fakes/world.ts";
import { openPage as openAnywhere, press } from "../shell/stage.tsx";

/** Signed in also for pages that are opened by their address. */
const openPage = (options: FakeOptions, prepare?: (ports: FakePorts) => void) =>
  openAnywhere({ ...options, answers: { "im.loginStatus": () => "loggedIn", ...options.answers } }, prepare);

const CARL = aFriendApplication({ fromUserID: "carl", fromNickname: "Carl", createTime: NOON - 30_000 });
const DONE = aFriendApplication({
  fromUserID: "dora",
  fromNickname: "Dora",
  handleResult: 1,
  createTime: NOON - 1000,
});
const TO_ANNA = aFriendApplication({
  fromUserID: ME,
  toUserID: ANNA,
  toNickname: "Anna",
  handleResult: -1,
  createTime: NOON - 500,
});

function worldWith(...received: ReturnType<typeof aFriendApplication>[]) {
  return aWorld({ applications: someApplications({ receivedFriends: received, sentFriends: [TO_ANNA] }) });
}

const requests = async () =>
  within(await screen.findByRole("list", { name: "Requests" }))
    .getAllByRole("listitem")
    .map((item) => item.textContent ?? "");

function detailsPath(application: unknown, type: number | string): string {
  return `/applicationDetails?${new URLSearchParams({
    application: typeof application === "string" ? application : JSON.stringify(application),
    type: String(type),
  })}`;
}

describe("requests", () => {
  it("0-05 2-19 the tab counts all pending requests; viewed ones still count in the row", async () => {
    const world = worldWith(aFriendApplication(), CARL, DONE);
    world.applications = { ...world.applications, receivedGroups: [aGroupApplication()] };
    const { ports } = await openPage({ world });
    await press("link", "Contacts, 3 pending");
    expect(screen.getByRole("link", { name: "Group requests, 1 pending" })).toBeTruthy();
    await press("link", "New friends, 2 pending");
    await screen.findByRole("list", { name: "Requests" });
    await press("button", "Back");
    expect(screen.getByRole("link", { name: "Contacts, 3 pending" })).toBeTruthy();
    expect(screen.getByRole("link", { name: "New friends, 2 pending" })).toBeTruthy();
    expect(world.viewed).toEqual({
      friend: [`dora_${NOON - 1000}`, `${BEN}_${NOON - 60_000}`, `carl_${NOON - 30_000}`],
      group: [],
    });
    expect(ports.sent("storage.writeViewed")).toHaveLength(1);
  });

  it("3-34 a viewed request that is gone from the list is no longer kept as viewed", async () => {
    const world = worldWith(CARL);
    world.viewed = { friend: ["gone_1", `${BEN}_${NOON - 60_000}`], group: ["gone_2"] };
    await openPage({ world });
    await press("link", "Contacts, 1 pending");
    await press("link", "New friends, 1 pending");
    await screen.findByRole("list", { name: "Requests" });
    expect(world.viewed.friend).toEqual([`carl_${NOON - 30_000}`]);
    expect(world.viewed.group).toEqual(["gone_2"]);
  });

  it("2-20 the tab's badge ends at 99+", async () => {
    const many = Array.from({ length: 120 }, (_, index) => aFriendApplication({ fromUserID: `p${index}` }));
    await openPage({ world: worldWith(...many) });
    expect((await screen.findByRole("link", { name: "Contacts, 120 pending" })).textContent).toContain("99+");
  });

  it("2-20 without pending requests the tab has no badge", async () => {
    await openPage({ world: worldWith(DONE) });
    expect((await screen.findByRole("link", { name: "Contacts" })).textContent).toBe("Contacts");
  });

  it("2-33 2-54 received and sent requests are in one list: pending first, then the newest, with their result", async () => {
    await openPage({ world: worldWith(aFriendApplication(), DONE, CARL), path: "/newFriend" });
    const rows = await requests();
    expect(rows.map((row) => /Carl|Ben|Anna|Dora/.exec(row)?.[0])).toEqual(["Carl", "Ben", "Anna", "Dora"]);
    expect(rows[2]).toContain("Declined");
    expect(rows[3]).toContain("Accepted");
    expect(screen.getAllByRole("button", { name: /^Accept .*'s request$/ })).toHaveLength(2);
  });

  it("11-55 a request is declined in its row", async () => {
    const { ports } = await openPage({ world: worldWith(CARL), path: "/newFriend" });
    await press("button", "Decline Carl's request");
    expect(ports.sent("im.answerApplication").map(({ accept }) => accept)).toEqual([false]);
    expect((await requests())[0]).toContain("Declined");
  });

  it("11-55 after an answer by keyboard the focus is on the row in the place of the answered one", async () => {
    await openPage({ world: worldWith(aFriendApplication(), CARL) });
    await press("link", /^Contacts/);
    await press("link", /^New friends/);
    const accept = await screen.findByRole("button", { name: "Accept Carl's request" });
    act(() => accept.focus());
    await press("button", "Accept Carl's request");
    expect((await requests())[0]).toContain("Ben");
    expect(document.activeElement?.closest("li")?.textContent).toContain("Ben");
  });

  it("11-55 a group request names the group, also beside a greeting", async () => {
    const asked = aGroupApplication({ reqMsg: "It is Ben" });
    const world = aWorld({ applications: someApplications({ receivedGroups: [asked] }) });
    await openPage({ world, path: "/newGroup" });
    expect((await requests())[0]).toContain("Wants to join Team: It is Ben");
  });

  it("2-32 2-54 an empty list says so", async () => {
    await openPage({ world: aWorld(), path: "/newGroup" });
    expect(await screen.findByText("No group requests yet")).toBeTruthy();
  });

  it("2-34 2-55 shows a whole list of one kind, and an unknown kind leads nowhere", async () => {
    const { ports, does } = await openPage({ world: worldWith(CARL, DONE), path: "/applicationList?type=0" });
    await screen.findByRole("heading", { name: "Received friend requests" });
    expect(await requests()).toHaveLength(2);
    for (const search of ["type=9", "type=-1", "type=x", ""]) {
      await does(() => ports.visit(`/applicationList?${search}`));
      expect(await screen.findByRole("link", { name: /home|back|messages/i })).toBeTruthy();
    }
  });

  it("8-31 requests that cannot be loaded offer a retry", async () => {
    let isBroken = true;
    const loadApplications = () => {
      if (isBroken) throw new Failure("network");
      return someApplications({ receivedFriends: [CARL] });
    };
    await openPage({
      world: aWorld(),
      path: "/newFriend",
      answers: { "im.loadApplications": loadApplications },
    });
    expect((await screen.findByRole("alert")).textContent).toContain("Couldn't load your requests");
    isBroken = false;
    await press("button", "Retry");
    expect(await requests()).toHaveLength(1);
  });
});

describe("a single request", () => {
  const named = { fromUserID: "carl", toUserID: ME };

  it("2-70 2-71 2-80 can be answered; meanwhile no other button works", async () => {
    const { ports, does } = await openPage({ world: worldWith(CARL), path: detailsPath(named, 0) }, (fake) =>
      fake.hold("im.answerApplication"),
    );
    expect(await screen.findByRole("heading", { name: "Carl" })).toBeTruthy();
    expect(screen.getByText("It is Ben")).toBeTruthy();
    await press("button", "Decline");
    expect(screen.getByRole("button", { name: "Accept" }).ariaBusy).toBe("true");
    expect((screen.getByRole("button", { name: "Decline" }) as HTMLButtonElement).disabled).toBe(true);
    expect(ports.sent("im.answerApplication").map(({ accept }) => accept)).toEqual([false]);
    await does(() => ports.resolve("im.answerApplication"));
    expect(screen.getByText("Declined")).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Accept" })).toBeNull();
  });

  it.each(["receivedFriends", "one", "1e0", "-1", ""])(
    "2-71 the type %j is no number of a list, and leads nowhere",
    async (type) => {
      const { fromUserID, toUserID } = CARL;
      await openPage({ world: worldWith(CARL), path: detailsPath({ fromUserID, toUserID }, type) });
      expect(await screen.findByRole("heading", { name: "Page not found" })).toBeTruthy();
    },
  );

  it("2-80 shows its state after another device has answered", async () => {
    const { ports, does } = await openPage({ world: worldWith(CARL), path: detailsPath(named, 0) });
    await screen.findByRole("button", { name: "Accept" });
    const application = { ...CARL, handleResult: 1 };
    await does(() => ports.emit.applications({ type: "im.applicationChanged", application }));
    expect(screen.getByText("Accepted")).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Decline" })).toBeNull();
  });

  it("2-80 a failed answer shows a message, and the request stays", async () => {
    const answerApplication = () => {
      throw new Failure("network");
    };
    await openPage({
      world: worldWith(CARL),
      path: detailsPath(named, 0),
      answers: { "im.answerApplication": answerApplication },
    });
    await press("button", "Accept");
    expect(await screen.findByText("No connection, please try again")).toBeTruthy();
    expect(screen.getByRole("button", { name: "Accept" }).ariaBusy).not.toBe("true");
  });

  it("2-80 the user's own request cannot be answered", async () => {
    await openPage({
      world: worldWith(),
      path: detailsPath({ fromUserID: ME, toUserID: ANNA }, 1),
    });
    expect(await screen.findByText("Declined")).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Accept" })).toBeNull();
  });

  it("0-09 of a user's requests to two groups only the named one shows", async () => {
    const world = aWorld({ applications: someApplications({ receivedGroups: [aGroupApplication()] }) });
    const { ports, does } = await openPage({
      world,
      path: detailsPath({ userID: BEN, groupID: aGroupApplication().groupID }, 2),
    });
    expect(await screen.findByText("Wants to join Team")).toBeTruthy();
    await does(() => ports.visit(detailsPath({ userID: BEN, groupID: "crew" }, 2)));
    expect(await screen.findByText("This request no longer exists")).toBeTruthy();
  });

  it("0-05 requests to a group that the user no longer manages leave the list and the badge", async () => {
    const mine = aGroupApplication({ userID: ME, nickname: "Mia" });
    const crew = aGroupApplication({ userID: ANNA, nickname: "Anna", groupID: "crew", groupName: "Crew" });
    const lists = { receivedGroups: [aGroupApplication(), crew], sentGroups: [mine] };
    const { ports, does } = await openPage({
      world: aWorld({ applications: someApplications(lists) }),
      path: "/newGroup",
    });
    await screen.findByRole("button", { name: "Accept Ben's request" });
    await does(() => ports.emit.applications({ type: "im.applicationsHidden", groupID: TEAM }));
    expect(screen.queryByRole("button", { name: "Accept Ben's request" })).toBeNull();
    expect(screen.getByRole("button", { name: "Accept Anna's request" })).toBeTruthy();
    expect(screen.getByText("Waiting")).toBeTruthy();
    await press("button", "Back");
    expect(screen.getByRole("link", { name: "Contacts, 1 pending" })).toBeTruthy();
  });

  it("6-09 a request leaves list and badge when its user is blocked, and returns when the user is unblocked", async () => {
    const world = worldWith(aFriendApplication(), CARL);
    const { ports, does } = await openPage({ world, path: "/newFriend" });
    await screen.findByRole("button", { name: "Accept Ben's request" });
    const all = world.applications;
    world.applications = someApplications({ ...all, receivedFriends: [CARL] });
    await does(() => ports.emit.contacts({ type: "im.blackChanged", person: aBlack() }));
    expect(screen.queryByRole("button", { name: "Accept Ben's request" })).toBeNull();
    expect(screen.getByRole("button", { name: "Accept Carl's request" })).toBeTruthy();
    world.applications = all;
    await does(() => ports.emit.contacts({ type: "im.blackRemoved", userID: BEN }));
    expect(screen.getByRole("button", { name: "Accept Ben's request" })).toBeTruthy();
    await press("button", "Back");
    expect(screen.getByRole("link", { name: "Contacts, 2 pending" })).toBeTruthy();
  });

  it("2-54 a request to a group that was dismissed says so, after the ones that wait", async () => {
    const mine = (changes: Parameters<typeof aGroupApplication>[0]) =>
      aGroupApplication({ userID: ME, nickname: "Mia", ...changes });
    const sentGroups = [
      mine({ groupID: "gone", groupName: "Gone", isDismissed: true, createTime: NOON }),
      mine({ groupID: "old", groupName: "Old", isDismissed: true, handleResult: -1 }),
      mine({}),
    ];
    await openPage({ world: aWorld({ applications: someApplications({ sentGroups }) }), path: "/newGroup" });
    const rows = await screen.findAllByRole("listitem");
    expect(
      rows.map(({ textContent }) => /(Waiting|Group dismissed|Declined)/.exec(textContent ?? "")?.[0]),
    ).toEqual(["Waiting", "Group dismissed", "Declined"]);
  });

  it("0-09 an answer does not change a newer request in the same place, and the lists load again", async () => {
    const crew = aGroupApplication({ groupID: "crew", groupName: "Crew", createTime: NOON });
    const world = aWorld({ applications: someApplications({ receivedGroups: [aGroupApplication()] }) });
    const { ports, does } = await openPage({ world, path: "/newGroup" }, (fake) =>
      fake.hold("im.answerApplication"),
    );
    await press("button", "Accept Ben's request");
    await does(() => ports.emit.applications({ type: "im.applicationChanged", application: crew }));
    const before = ports.sent("im.loadApplications").length;
    world.applications = someApplications({ receivedGroups: [crew] });
    await does(() => ports.resolve("im.answerApplication"));
    expect(ports.sent("im.loadApplications")).toHaveLength(before + 1);
    expect(screen.getByRole("button", { name: "Accept Ben's request" }).ariaBusy).not.toBe("true");
  });

  it.each([
    ["{broken", "0"],
    ["null", "0"],
    ["[]", "0"],
    ['{"fromUserID":1,"toUserID":2}', "0"],
    ['{"fromUserID":"","toUserID":""}', "1"],
    ['{"userID":"a"}', "2"],
    [JSON.stringify(named), "7"],
    [JSON.stringify(named), "zero"],
    ["", ""],
  ])("2-78 an address with %s and type %s leads nowhere but home", async (application, type) => {
    const path = `/applicationDetails?${new URLSearchParams({ application, type })}`;
    await openPage({ world: worldWith(CARL), path });
    expect(await screen.findByRole("link", { name: /home|back|messages/i })).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Accept" })).toBeNull();
  });

  it("2-54 a row opens the whole request", async () => {
    const { ports } = await openPage({ world: worldWith(CARL), path: "/newFriend" });
    const list = await screen.findByRole("list", { name: "Requests" });
    await act(async () => void fireEvent.click(within(list).getByText("Carl")));
    expect(await screen.findByRole("button", { name: "Decline" })).toBeTruthy();
    expect(ports.address.current.path).toBe("/applicationDetails");
  });
});
