import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import type { PersonView } from "../../../src/screens/groupCall/groupCallView.ts";
import { ME, NOON } from "../../fakes/world.ts";
import { press } from "../shell/stage.tsx";
import { resizeTo } from "../window-size.ts";
import { aPerson, aView, draw, people, SELF } from "./stage.tsx";

const dialog = () => screen.getByRole("dialog", { name: /^(Call|Meeting)$/ });
const lists = (name: string | RegExp) => within(dialog()).getAllByRole("list", { name });
const tiles = () =>
  lists(/^(People|Page \d)$/).flatMap((list) => [...list.children].filter((one) => one.tagName === "LI"));
const names = () => tiles().map((tile) => /You|[A-Z][a-z]+/.exec(tile.textContent ?? "")?.[0]);
const tile = (name: string) => {
  const found = tiles().find((one) => within(one as HTMLElement).queryByText(name));
  if (!(found instanceof HTMLElement)) throw new Error(`No tile of ${name}`);
  return found;
};
const within1 = (name: string) => within(tile(name));
/** Without the letter of the avatar. */
const words = ({ textContent }: HTMLElement) => textContent?.slice(1);
const buttons = () =>
  within(dialog())
    .getAllByRole("button")
    .map((button) => button.getAttribute("aria-label") ?? button.textContent ?? "");

const onPhone = () => resizeTo(390, 844);

describe("the grid of a group call", () => {
  it.each([0, 1, 4, 8])("11-40 shows all members on one page with %i others", (others) => {
    onPhone();
    draw(aView({ people: people(others) }));
    expect(names().sort()).toEqual([...people(others)].map(({ name }) => name).sort());
    expect(screen.queryByRole("group", { name: "Pages" })).toBeNull();
  });

  it("11-40 shows twelve people on two pages, and this user on the first", () => {
    onPhone();
    draw(aView({ people: people(11) }));
    const pages = lists(/^Page \d$/);
    expect(pages.map((page) => page.children.length)).toEqual([9, 3]);
    expect(within(pages[0] as HTMLElement).getByText("You")).toBeTruthy();
    const dots = within(screen.getByRole("group", { name: "Pages" })).getAllByRole("button");
    expect(dots.map((dot) => dot.getAttribute("aria-current"))).toEqual(["true", null]);
    fireEvent.click(dots[1] as HTMLElement);
    expect(dots.map((dot) => dot.getAttribute("aria-current"))).toEqual([null, "true"]);
  });

  it("11-40 a speaker of the second page comes first", () => {
    onPhone();
    const view = aView({ people: people(11) });
    const { redraw } = draw(view);
    expect(names().at(-1)).toBe("Kim");
    redraw({ ...view, speakers: ["kim"] });
    expect(names()[0]).toBe("Kim");
  });

  it("11-40 marks members who speak, are muted, have a poor connection, or raised a hand", () => {
    const marked: PersonView[] = [
      SELF,
      aPerson({ isSpeaking: true }),
      aPerson({ userID: "ben", name: "Ben", microphone: false, quality: "poor" }),
      aPerson({ userID: "cora", name: "Cora", hasHandUp: true, quality: "lost" }),
    ];
    draw(aView({ people: marked }));
    expect(tile("Anna").dataset.speaking).toBe("true");
    expect(within1("Anna").getByText("Speaking")).toBeTruthy();
    expect(tile("Ben").dataset.speaking).toBeUndefined();
    expect(within1("Ben").getByRole("img", { name: "Muted" })).toBeTruthy();
    expect(within1("Ben").getByRole("img", { name: "Poor connection" })).toBeTruthy();
    expect(within1("Cora").getByRole("img", { name: "Connection lost" })).toBeTruthy();
    expect(within1("Cora").getByRole("img", { name: "Hand raised" })).toBeTruthy();
    expect(within1("Anna").queryByRole("img", { name: "Muted" })).toBeNull();
  });

  it("11-40 shows members who ring, and hides members who declined", () => {
    const ringing = aPerson({ userID: "ben", name: "Ben", status: "ringing" });
    const declined = aPerson({ userID: "cora", name: "Cora", status: "declined" });
    draw(aView({ people: [...people(1), ringing, declined] }));
    expect(names().sort()).toEqual(["Anna", "Ben", "You"]);
    expect(within1("Ben").getByText("Ringing")).toBeTruthy();
  });

  it("2-121 shows cameras, and mirrors the user's own", () => {
    draw(aView({ people: people(1, { camera: true }).map((one) => ({ ...one, camera: true })) }));
    const videos = [...dialog().querySelectorAll("video")];
    expect(videos.map(({ dataset }) => [dataset.shows, dataset.mirrored]).sort()).toEqual(
      [
        ["camera of anna", undefined],
        [`camera of ${ME}`, "true"],
      ].sort(),
    );
  });

  it("11-40 has the title, the number of people and the time", () => {
    draw(aView({ people: people(3), startedAt: NOON - 65_000 }));
    expect(within(dialog()).getByRole("heading", { name: "Team" })).toBeTruthy();
    expect(within(dialog()).getByText("4 people")).toBeTruthy();
    expect(within(dialog()).getByRole("timer").textContent).toBe("01:05");
  });
});

describe("the stage", () => {
  it("11-40 a tap pins a tile, and a tap on the stage unpins it", async () => {
    const view = aView({ people: people(3, { camera: true }) });
    const { done, redraw } = draw(view);
    await press("button", "Pin Ben");
    expect(done).toEqual(["pin ben"]);
    redraw({ ...view, pinned: "ben" });
    expect(tiles()[0]).toBe(tile("Ben"));
    expect(tile("Ben").dataset.size).toBe("stage");
    await press("button", "Unpin Ben");
    expect(done).toEqual(["pin ben", "pin "]);
  });

  it("7-40 a shared screen takes the stage, in full", () => {
    draw(
      aView({ people: [...people(1), aPerson({ userID: "ben", name: "Ben", screen: true, camera: true })] }),
    );
    const screens = [...dialog().querySelectorAll<HTMLVideoElement>('video[data-source="screen"]')];
    expect(screens.map(({ dataset }) => dataset.shows)).toEqual(["screen of ben"]);
    expect(screens[0]?.getAttribute("aria-label")).toBe("Screen of Ben");
    expect(screens[0]?.closest("li")?.dataset.size).toBe("stage");
  });

  it("7-40 the user's own screen does not", () => {
    draw(aView({ people: [{ ...SELF, screen: true }, aPerson()] }));
    expect(tiles().every((one) => (one as HTMLElement).dataset.size === "grid")).toBe(true);
  });

  it("11-40 a pinned person keeps the stage while another one shares a screen", () => {
    draw(
      aView({
        people: [...people(1), aPerson({ userID: "ben", name: "Ben", screen: true })],
        pinned: "anna",
      }),
    );
    expect(tile("Anna").dataset.size).toBe("stage");
  });
});

describe("controls of a group call", () => {
  it("2-110 has microphone, camera, chat, more and leave", async () => {
    const { done } = draw(aView({ people: people(0) }));
    expect(buttons()).toEqual([
      "Minimise",
      "Add people",
      "People",
      "Pin You",
      "Unmute",
      "Camera on",
      "Chat",
      "More",
      "Leave",
    ]);
    expect(within(dialog()).getByText("Nobody else is here")).toBeTruthy();
    await press("button", "Leave");
    await press("button", "Minimise");
    await press("button", "Add people");
    expect(done).toEqual(["hangUp", "minimise", "addPeople"]);
  });

  it("11-40 raises a hand and reacts", async () => {
    const view = aView();
    const { done, redraw } = draw(view);
    await press("button", "More");
    await press("menuitem", "Raise hand");
    await press("button", "More");
    const picker = await screen.findByRole("group", { name: "React" });
    expect(within(picker).getAllByRole("button")).toHaveLength(6);
    await press("button", "Clap");
    expect(done).toEqual(["toggleHand", "react 👏"]);
    redraw({ ...view, people: view.people.map((one) => ({ ...one, hasHandUp: one.isSelf })) });
    await press("button", "More");
    expect(await screen.findByRole("menuitem", { name: "Lower hand" })).toBeTruthy();
  });

  it("11-40 shows the member of each reaction", () => {
    draw(aView({ reactions: [{ id: 1, name: "Anna", emoji: "🎉" }] }));
    expect(within(screen.getByRole("log", { name: "Reactions" })).getByRole("listitem").textContent).toBe(
      "🎉Anna",
    );
  });

  it("11-40 chats; the text stays while the chat is closed", async () => {
    const line = { id: "1", name: "Anna", isOwn: false, text: "Hello all", at: NOON };
    const view = aView({ chat: [line], unread: 2 });
    const { done } = draw(view);
    expect(within(dialog()).getByRole("img", { name: "2 unread" })).toBeTruthy();
    await press("button", /Chat/);
    const field = await screen.findByRole("textbox", { name: "Message to everyone" });
    expect(screen.getByRole("log", { name: "Messages to everyone" }).textContent).toContain("Hello all");
    act(() => {
      fireEvent.change(field, { target: { value: "Half a sen" } });
    });
    act(() => {
      fireEvent.keyDown(field, { key: "Escape" });
    });
    await vi.waitFor(() => expect(screen.queryByRole("textbox")).toBeNull());
    await press("button", /Chat/);
    const again = await screen.findByRole<HTMLInputElement>("textbox", { name: "Message to everyone" });
    expect(again.value).toBe("Half a sen");
    await press("button", "Send to everyone");
    expect(again.value).toBe("");
    expect(done).toEqual(["openChat", "closeChat", "openChat", "say Half a sen"]);
  });

  it("11-40 lists the members with their state, and can ring a missing member again", async () => {
    const gone = (status: PersonView["status"], name: string) =>
      aPerson({ userID: name.toLowerCase(), name, status });
    const { done } = draw(
      aView({
        people: [
          ...people(1),
          gone("declined", "Ben"),
          gone("busy", "Cora"),
          gone("noAnswer", "Dan"),
          gone("outside", "Eve"),
        ],
      }),
    );
    await press("button", "People");
    const sheet = await screen.findByRole("dialog", { name: "People" });
    const rows = within(sheet).getAllByRole("listitem").map(words);
    expect(rows).toEqual([
      "You",
      "Anna",
      "BenDeclinedRing again",
      "CoraBusyRing again",
      "DanNo answerRing again",
      "EveNot in the group",
    ]);
    await press("button", "Ring Cora again");
    expect(done).toEqual(["ringAgain cora"]);
  });
});

describe("the host of a meeting", () => {
  const host = aView({
    kind: "meeting",
    title: "",
    isHost: true,
    link: "https://parley.example/meeting?roomID=1",
  });

  it("11-41 mutes and removes a person in the tile's menu, and asks before removing", async () => {
    const { done } = draw(host);
    await press("button", "More about Anna");
    await press("menuitem", "Mute Anna");
    expect(done).toEqual(["mute anna"]);
    await press("button", "More about Ben");
    await press("menuitem", "Remove Ben");
    expect(done).toEqual(["mute anna"]);
    await press("button", "Remove");
    expect(done).toEqual(["mute anna", "remove ben"]);
  });

  it("11-41 has no menu of a person who left, also when that person comes back", async () => {
    const { redraw } = draw(host);
    await press("button", "More about Anna");
    expect(await screen.findByRole("menuitem", { name: "Remove Anna" })).toBeTruthy();
    redraw({ ...host, people: host.people.filter(({ name }) => name !== "Anna") });
    await waitFor(() => expect(screen.queryByRole("menuitem")).toBeNull());
    redraw(host);
    await screen.findByRole("button", { name: "More about Anna" });
    expect(screen.queryByRole("menuitem")).toBeNull();
  });

  it("11-41 mutes all, and ends for all after a question", async () => {
    const { done } = draw(host);
    await press("button", "More");
    await press("menuitem", "Mute all");
    await press("button", "More");
    await press("menuitem", "End for all");
    expect(done).toEqual(["muteAll"]);
    await press("button", "End for all");
    expect(done).toEqual(["muteAll", "endForAll"]);
  });

  it("11-41 is the only one with these buttons", async () => {
    draw({ ...host, isHost: false });
    expect(buttons().filter((name) => name.startsWith("More about"))).toEqual([]);
    await press("button", "More");
    expect(await screen.findByRole("menuitem", { name: "Raise hand" })).toBeTruthy();
    expect(screen.queryByRole("menuitem", { name: /Mute all|End for all/ })).toBeNull();
  });
});

describe("before a group call", () => {
  it("11-40 shows the caller, the group and the other members while it rings", async () => {
    const { done } = draw(
      aView({
        phase: "ringing",
        people: [
          SELF,
          aPerson(),
          aPerson({ userID: "ben", name: "Ben" }),
          aPerson({ userID: "cora", name: "Cora", status: "ringing" }),
        ],
      }),
    );
    expect(within(dialog()).getByRole("heading", { name: "Team" })).toBeTruthy();
    expect(within(dialog()).getByText("Anna invites you to a group video call")).toBeTruthy();
    const faces = (name: string) =>
      within(within(dialog()).getByRole("region", { name }))
        .getAllByRole("img")
        .map((one) => one.ariaLabel ?? one.getAttribute("aria-label"));
    expect(faces("Also in the call")).toEqual(["Ben"]);
    expect(faces("Also invited")).toEqual(["Cora"]);
    expect(buttons()).toEqual(["Minimise", "Hang up", "Accept"]);
    const accept = screen.getByRole("button", { name: "Accept" });
    fireEvent.click(accept);
    fireEvent.click(accept);
    expect(done).toEqual(["accept"]);
  });

  it("11-40 shows the state of each invited member while it waits", async () => {
    const { done } = draw(
      aView({
        phase: "calling",
        people: [
          SELF,
          aPerson({ status: "ringing" }),
          aPerson({ userID: "ben", name: "Ben", status: "busy" }),
        ],
      }),
    );
    expect(within(dialog()).getByText("Waiting for the others")).toBeTruthy();
    const rows = within(dialog()).getAllByRole("listitem").map(words);
    expect(rows).toEqual(["AnnaRinging", "BenBusyRing again"]);
    await press("button", "Ring Ben again");
    await press("button", "Hang up");
    expect(done).toEqual(["ringAgain ben", "hangUp"]);
  });
});

describe("the lobby of a meeting", () => {
  const meeting = aView({ kind: "meeting", phase: "lobby", title: "" });

  it("11-41 shows the user's own camera and name, and joins with what is chosen", async () => {
    const { done } = draw(meeting, {
      lobby: { roomID: "room", camera: true, microphone: false, name: "Mia", faceURL: "" },
    });
    expect(within(dialog()).getByText("You join as Mia")).toBeTruthy();
    expect(dialog().querySelector("video")?.dataset.shows).toBe("preview");
    expect(buttons()).toEqual(["Back", "Unmute", "Camera off", "Join", "Send to a chat"]);
    await press("button", "Unmute");
    await press("button", "Camera off");
    await press("button", "Join");
    await press("button", "Back");
    expect(done).toEqual(["setDevice microphone true", "setDevice camera false", "join", "cancel"]);
  });

  it("11-41 keeps the camera off until the user turns it on, and says if it cannot be used", async () => {
    draw(meeting, { lobby: { roomID: "room", camera: false, microphone: true, name: "Mia", faceURL: "" } });
    expect(dialog().querySelector("video")).toBeNull();
    expect(within(dialog()).getByText("Your camera is off")).toBeTruthy();
  });

  it("4-92 11-41 says while the camera cannot be used, and shows it again when it can", () => {
    draw(meeting, { lobby: { roomID: "room", camera: true, microphone: false, name: "Mia", faceURL: "" } });
    const video = dialog().querySelector("video");
    const tell = (type: string) => act(() => void video?.dispatchEvent(new Event(type)));
    tell("error");
    expect(within(dialog()).getByText("Parley can't use the camera")).toBeTruthy();
    expect(video?.hidden).toBe(true);
    tell("playing");
    expect(within(dialog()).queryByText("Parley can't use the camera")).toBeNull();
    expect(video?.hidden).toBe(false);
  });

  const HINT = /^Only people with the whole link can see, hear and read you; the server still knows/;

  it("11-44 of a new meeting has a switch for encryption, which says what it hides", async () => {
    const { done } = draw(meeting, { lobby: { mayEncrypt: true } });
    const control = within(dialog()).getByRole<HTMLInputElement>("switch", { name: "End-to-end encryption" });
    expect(control.checked).toBe(false);
    expect(within(dialog()).getByText(HINT)).toBeTruthy();
    act(() => {
      fireEvent.click(control);
    });
    expect(done).toEqual(["setEncryption true"]);
  });

  it("11-44 of an encrypted meeting says so, and its switch is gone", async () => {
    const { done } = draw(meeting, { lobby: { isEncrypted: true } });
    expect(within(dialog()).queryByRole("switch")).toBeNull();
    expect(within(dialog()).getByText("End-to-end encrypted")).toBeTruthy();
    expect(within(dialog()).getByText(HINT)).toBeTruthy();
    await press("button", "Join");
    expect(done).toEqual(["join"]);
  });

  it("11-44 does not join an encrypted meeting whose key was dropped at a sign-out", () => {
    draw(meeting, { lobby: { isEncrypted: true, isKeyLost: true, canJoin: false } });
    expect(within(dialog()).getByText("This meeting is encrypted. Open the whole link.")).toBeTruthy();
    expect(within(dialog()).getByRole<HTMLButtonElement>("button", { name: "Join" }).disabled).toBe(true);
  });

  it("11-44 does not join an encrypted meeting in a browser that cannot encrypt", () => {
    draw(meeting, { lobby: { isEncrypted: true, canJoin: false } });
    expect(within(dialog()).getByText("This browser cannot join an encrypted meeting")).toBeTruthy();
    expect(within(dialog()).getByRole<HTMLButtonElement>("button", { name: "Join" }).disabled).toBe(true);
  });

  it("11-44 shows nothing of encryption otherwise", () => {
    draw(meeting, { lobby: {} });
    expect(within(dialog()).queryByText(/[Ee]ncrypt/)).toBeNull();
  });

  it("4-92 says that the camera cannot be used", () => {
    draw(meeting, { lobby: { roomID: "room", camera: true, microphone: true, name: "Mia", faceURL: "" } });
    act(() => {
      fireEvent.error(dialog().querySelector("video") as HTMLVideoElement);
    });
    expect(within(dialog()).getByText("Parley can't use the camera")).toBeTruthy();
  });
});

describe("the badge of a group call", () => {
  it("2-114 shows the number of people and the time, and the picture of the speaker", () => {
    draw(aView({ people: people(3, { camera: true }), speakers: [ME, "cora"], startedAt: NOON - 5000 }), {
      isMinimised: true,
    });
    const badge = screen.getByRole("button", { name: "Return to call" });
    expect(badge.textContent).toBe("4 people00:05");
    expect(badge.querySelector("video")?.dataset.shows).toBe("camera of cora");
  });

  it("2-114 shows that it waits", () => {
    draw(aView({ phase: "ringing" }), { isMinimised: true });
    expect(screen.getByRole("button", { name: "Return to call" }).textContent).toContain(
      "Waiting to connect",
    );
  });
});

describe("11-21 a group call or meeting that floats over a wide window", () => {
  const floating = () => within(screen.getByRole("region", { name: /^(Call|Meeting)$/ }));

  it("shows who speaks, the group, the number of people and the time, and can be left", async () => {
    const { done } = draw(
      aView({ people: people(3, { camera: true }), speakers: [ME, "cora"], startedAt: NOON - 5000 }),
      { isFloating: true },
    );
    expect(floating().getByLabelText<HTMLElement>("Video of Cora").dataset.shows).toBe("camera of cora");
    expect(floating().getByText("Team")).toBeTruthy();
    expect(floating().getByText("4 people")).toBeTruthy();
    expect(floating().getByRole("timer").textContent).toBe("00:05");
    await press("button", "Hang up");
    await press("button", "Return to call");
    expect(done).toEqual(["hangUp", "restore"]);
  });

  it("rings with the group, the inviter, the others and both answers", async () => {
    const { done, redraw } = draw(aView({ phase: "ringing", mediaType: "voice" }), { isFloating: true });
    expect(floating().getByRole("alert").textContent).toBe("TeamAnna invites you to a group voice call");
    const faces = (name: string) =>
      within(floating().getByRole("list", { name }))
        .getAllByRole("img")
        .map((face) => face.getAttribute("aria-label"));
    expect(faces("Also in the call")).toEqual(["Ben"]);
    const invited = [aPerson(), aPerson({ userID: "cora", name: "Cora", status: "ringing" })];
    redraw(aView({ phase: "ringing", mediaType: "voice", people: invited }));
    expect(faces("Also invited")).toEqual(["Cora"]);
    redraw(aView({ phase: "ringing", mediaType: "voice", people: [aPerson()] }));
    expect(floating().queryByRole("list")).toBeNull();
    await press("button", "Accept");
    await press("button", "Hang up");
    expect(done).toEqual(["accept", "hangUp"]);
  });

  it.each([
    ["calling", "Team", "Waiting for the others"],
    ["connecting", "Meeting", "Connecting"],
  ] as const)("says that it is %s", (phase, title, text) => {
    draw(
      aView({ phase, title: title === "Team" ? title : "", kind: title === "Team" ? "group" : "meeting" }),
      {
        isFloating: true,
      },
    );
    expect(floating().getByText(title)).toBeTruthy();
    expect(floating().getByText(text)).toBeTruthy();
  });
});
