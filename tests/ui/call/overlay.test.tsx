import { fireEvent, screen, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { aHungup, anInvite, aRoomMember } from "../../fakes/signals.ts";
import { ANNA, aParticipant, aWorld, ME } from "../../fakes/world.ts";
import { childOf } from "../../paths/stage.ts";
import { openPage, type Page, press } from "../shell/stage.tsx";
import { answered, buttons, calling, dialog, queryDialog, ringing, roomOf, talking } from "./stage.tsx";

const said = (page: Page) => page.ports.sent("im.sendSignal").map(({ signal }) => signal.kind);
const button = (name: string) => within(dialog()).getByRole("button", { name });
const word = (text: string | RegExp) => within(dialog()).queryByText(text);
const videos = () => [...dialog().querySelectorAll("video")];
const shown = (video: HTMLVideoElement | undefined) => video?.dataset.shows;

describe("an incoming call", () => {
  it("2-07 opens over any screen and stays when the user opens another one", async () => {
    const { ports, does } = await ringing();
    await does(() => ports.visit("/profile"));
    expect(dialog().getAttribute("role")).toBe("dialog");
    await does(() => ports.visit("/nowhere"));
    expect(queryDialog()).not.toBeNull();
  });

  it("2-109 4-76 6-20 offers exactly hang up, accept and minimise while it rings", async () => {
    await ringing();
    expect(buttons().sort()).toEqual(["Accept", "Hang up", "Minimise"]);
  });

  it("2-105 2-106 2-107 shows the caller, and that it is a voice call", async () => {
    await ringing();
    expect(word("Anna")).not.toBeNull();
    expect(dialog().querySelector("[data-face]")?.textContent).toBe("a");
    expect(word("Incoming voice call")).not.toBeNull();
  });

  it("2-107 says that it is a video call, in either language", async () => {
    await ringing("video", { world: aWorld(), storedLanguage: "zh" });
    expect(word("邀请你视频通话")).not.toBeNull();
    expect(buttons().sort()).toEqual(["接听", "挂断", "最小化"].sort());
  });

  it("4-91 shows the user id of a caller without a name", async () => {
    const page = await openPage({ world: aWorld({ friends: [] }) });
    const invite = anInvite();
    await page.does(() => page.ports.emit.signals({ ...invite, sender: { ...invite.sender, nickname: "" } }));
    await screen.findByRole("dialog", { name: "Call" });
    expect(word(ANNA)).not.toBeNull();
  });

  it("4-85 accepts once on a double tap", async () => {
    const page = await ringing();
    page.ports.hold("im.sendSignal");
    await page.does(() => {
      const accept = button("Accept");
      fireEvent.click(accept);
      fireEvent.click(accept);
    });
    expect(said(page)).toEqual(["accept"]);
  });

  it("10-13 unlocks sound within the tap that accepts", async () => {
    const page = await ringing();
    expect(page.ports.wire.some(({ call }) => call === "platform.unlockSound")).toBe(false);
    await page.does(() => {
      fireEvent.click(button("Accept"));
      expect(page.ports.wire.at(-1)?.call).not.toBe("platform.ring");
      expect(page.ports.wire.some(({ call }) => call === "platform.unlockSound")).toBe(true);
    });
  });

  it("4-103 can be hung up while it connects", async () => {
    await ringing();
    await press("button", "Accept");
    expect(word("Connecting")).not.toBeNull();
    expect(buttons().sort()).toEqual(["Hang up", "Minimise"]);
  });

  it("4-82 hanging up while it rings closes the overlay and declines once", async () => {
    const page = await ringing();
    const hangUp = button("Hang up");
    await page.does(() => {
      fireEvent.click(hangUp);
    });
    await page.does(() => {
      fireEvent.click(hangUp);
    });
    expect(queryDialog()).toBeNull();
    expect(said(page)).toEqual(["reject"]);
  });
});

describe("an outgoing call", () => {
  it("4-104 2-111 6-19 shows that it connects, and can only be hung up or minimised", async () => {
    const page = await calling();
    expect(word("Connecting")).not.toBeNull();
    expect(buttons().sort()).toEqual(["Hang up", "Minimise"]);
    await press("button", "Hang up");
    expect(queryDialog()).toBeNull();
    expect(said(page)).toEqual([]);
  });

  it("2-107 4-103 6-19 shows that it waits for an answer, then its duration", async () => {
    const page = await calling();
    await page.does(() => page.ports.emit.room({ type: "room.connected", members: [] }));
    expect(word("Waiting for an answer")).not.toBeNull();
    expect(buttons().sort()).toEqual(["Hang up", "Minimise"]);
    await answered(page);
    expect(within(dialog()).getByRole("timer").textContent).toBe("00:00");
    expect(word("Waiting for an answer")).toBeNull();
    expect(buttons()).toEqual(["Minimise", "Mute", "Hang up", "Speaker"]);
    await press("button", "Hang up");
    expect(queryDialog()).toBeNull();
  });

  it("2-121 shows the user's own picture until the peer is there", async () => {
    const page = await calling("video");
    await page.does(() => page.ports.emit.room({ type: "room.connected", members: [] }));
    expect(videos().map(shown)).toEqual([`camera of ${ME}`]);
  });

  it("8-26 shows why a call could not be started", async () => {
    const page = await openPage({
      world: aWorld(),
      answers: {
        "media.requestAccess": () => new Promise(() => {}),
      },
    });
    await page.does(() => page.ports.visit(`/userCard?userID=${ANNA}`));
    page.ports.hold("media.requestAccess");
    await press("button", "Voice call");
    await screen.findByRole("dialog", { name: "Call" });
    await page.does(() => page.ports.reject("media.requestAccess", "network"));
    expect(queryDialog()).toBeNull();
    expect(screen.getByRole("alert").textContent).toBe(
      "Couldn't start the call: No connection, please try again",
    );
  });

  it("0-06 ends with a message when the peer does not answer", async () => {
    const page = await calling();
    await page.does(() => page.ports.emit.room({ type: "room.connected", members: [] }));
    await page.waits(30_000);
    expect(queryDialog()).toBeNull();
    expect(await screen.findByText("No answer", { selector: "[role=status] *" })).toBeTruthy();
  });
});

describe("a call that rings at the peer", () => {
  it("R3 asks whether the peer is online, wherever the call was started", async () => {
    const page = await openPage({ world: aWorld() });
    const participant = aParticipant();
    await page.does(() =>
      childOf(page.app, "session", "signedIn", "callManager")?.send({
        type: "user.call",
        participant,
        mediaType: "voice",
      }),
    );
    await screen.findByRole("dialog", { name: "Call" });
    await page.does(() => page.ports.emit.room({ type: "room.connected", members: [] }));
    expect(page.ports.sent("im.loadPresence")).toEqual([{ userIDs: [ANNA] }]);
  });
});

describe("a connected call", () => {
  it("2-103 2-110 offers the microphone, hang up and the speaker, and in a voice call no camera", async () => {
    await talking();
    expect(buttons()).toEqual(["Minimise", "Mute", "Hang up", "Speaker"]);
  });

  it("2-108 4-105 4-106 4-108 9-13 counts minutes and seconds since both met, each second", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    const { ports, does } = await talking();
    const timer = within(dialog()).getByRole("timer");
    ports.passTime(61_000);
    await does(() => vi.advanceTimersByTime(1000));
    expect(timer.textContent).toBe("01:01");
    ports.passTime(600_000);
    await does(() => vi.advanceTimersByTime(1000));
    expect(timer.textContent).toBe("11:01");
  });

  it("0-10 4-107 minutes wrap at sixty", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    const { ports, does } = await talking();
    ports.passTime(3_605_000);
    await does(() => vi.advanceTimersByTime(1000));
    expect(within(dialog()).getByRole("timer").textContent).toBe("00:05");
  });

  it("4-111 mutes and unmutes", async () => {
    const { ports, does } = await talking();
    await does(() => ports.emit.room({ type: "device.on", source: "microphone" }));
    await press("button", "Mute");
    expect(button("Unmute").getAttribute("aria-pressed")).toBe("true");
    expect(ports.wire.at(-1)).toEqual({
      call: "media.command",
      input: { type: "device.set", source: "microphone", on: false },
    });
    await does(() => ports.emit.room({ type: "device.off", source: "microphone" }));
    await press("button", "Unmute");
    expect(button("Mute").getAttribute("aria-pressed")).toBe("false");
  });

  it("4-84 ends when the user hangs up, and says so to the peer", async () => {
    const page = await talking();
    await press("button", "Hang up");
    expect(queryDialog()).toBeNull();
    expect(said(page)).toEqual(["accept", "hungup"]);
    expect(page.ports.held.rooms).toEqual([]);
  });

  it("4-95 ends when the peer hangs up, and leaves the room", async () => {
    const page = await talking();
    expect(page.ports.held.rooms).toHaveLength(1);
    await page.does(() => page.ports.emit.signals(aHungup()));
    expect(queryDialog()).toBeNull();
    expect(said(page)).toEqual(["accept"]);
    expect(page.ports.held.rooms).toEqual([]);
  });

  it.each([
    ["denied", "Parley can't use the microphone"],
    ["missing", "No microphone found"],
    ["failed", "Another app may be using it"],
  ] as const)(
    "4-92 R15 a microphone that does not work (%s) shows the reason, and Retry asks for it again",
    async (cause, words) => {
      const { ports, does } = await talking();
      await does(() => ports.emit.room({ type: "device.failed", source: "microphone", cause }));
      const alert = within(dialog()).getByRole("alert");
      expect(alert.textContent).toContain(words);
      expect(alert.textContent).toMatch(/nobody can hear you/i);
      expect(button("Unmute")).toBeTruthy();
      await press("button", "Retry");
      expect(ports.wire.at(-1)).toEqual({
        call: "media.command",
        input: { type: "device.set", source: "microphone", on: true },
      });
      expect(within(dialog()).queryByRole("alert")).toBeNull();
      await does(() => ports.emit.room({ type: "device.on", source: "microphone" }));
      expect(button("Mute")).toBeTruthy();
    },
  );

  it("4-92 R15 an unplugged microphone shows a message", async () => {
    const { ports, does } = await talking();
    await does(() => ports.emit.room({ type: "device.on", source: "microphone" }));
    await does(() => ports.emit.room({ type: "device.lost", source: "microphone" }));
    expect(within(dialog()).getByRole("alert").textContent).toContain("No microphone found");
    expect(within(dialog()).getByRole("timer")).toBeTruthy();
  });

  it("4-111 muting on purpose shows no message", async () => {
    const { ports, does } = await talking();
    await does(() => ports.emit.room({ type: "device.on", source: "microphone" }));
    await press("button", "Mute");
    await does(() => ports.emit.room({ type: "device.off", source: "microphone" }));
    expect(within(dialog()).queryByRole("alert")).toBeNull();
  });

  it.each([
    ["denied", /can't use the camera/],
    ["missing", /No camera found/],
    ["failed", /camera doesn't start/],
  ] as const)(
    "4-92 R15 a camera that does not work (%s) shows the reason; the call goes on, and Retry asks again",
    async (cause, words) => {
      const { ports, does } = await talking("video");
      await does(() => ports.emit.room({ type: "device.failed", source: "camera", cause }));
      expect(word(words)).not.toBeNull();
      expect(within(dialog()).getByRole("timer")).toBeTruthy();
      await press("button", "Retry");
      expect(ports.wire.at(-1)).toEqual({
        call: "media.command",
        input: { type: "device.set", source: "camera", on: true, facing: "user" },
      });
    },
  );

  it("4-92 R15 the message about a microphone goes when a microphone is plugged in", async () => {
    const { ports, does } = await talking();
    await does(() => ports.emit.room({ type: "device.failed", source: "microphone", cause: "missing" }));
    await does(() => ports.emit.room({ type: "device.found", source: "microphone" }));
    await does(() => ports.emit.room({ type: "device.on", source: "microphone" }));
    expect(within(dialog()).queryByRole("alert")).toBeNull();
    expect(button("Mute")).toBeTruthy();
  });

  it("4-92 R15 a microphone that the user forbids in the browser is not called missing", async () => {
    const { ports, does } = await talking();
    await does(() => ports.emit.room({ type: "device.on", source: "microphone" }));
    await does(() => ports.emit.room({ type: "device.lost", source: "microphone", cause: "denied" }));
    expect(within(dialog()).getByRole("alert").textContent).toContain("can't use the microphone");
  });

  it("4-92 R15 a message about a device can be hidden, and shows again when the device fails again", async () => {
    const { ports, does } = await talking("video");
    await does(() => ports.emit.room({ type: "device.failed", source: "camera", cause: "missing" }));
    await press("button", "Hide this hint");
    expect(within(dialog()).queryByRole("alert")).toBeNull();
    expect(within(dialog()).getByRole("timer")).toBeTruthy();
    await press("button", "Camera on");
    await does(() => ports.emit.room({ type: "device.failed", source: "camera", cause: "missing" }));
    expect(word(/No camera found/)).not.toBeNull();
  });

  it("4-92 R15 an unplugged camera shows a message", async () => {
    const { ports, does } = await talking("video");
    await does(() => ports.emit.room({ type: "device.on", source: "camera", facing: "user" }));
    await does(() => ports.emit.room({ type: "device.lost", source: "camera" }));
    expect(word(/No camera found/)).not.toBeNull();
    expect(button("Camera on")).toBeTruthy();
  });

  it("4-110 shows that it reconnects after a second, and keeps the call", async () => {
    const { ports, does, waits } = await talking();
    await does(() => ports.emit.room({ type: "room.reconnecting" }));
    expect(word("Reconnecting")).toBeNull();
    await waits(1000);
    expect(word("Reconnecting")).not.toBeNull();
    expect(buttons()).toContain("Hang up");
    await does(() => ports.emit.room({ type: "room.reconnected", members: [] }));
    expect(word("Reconnecting")).toBeNull();
    expect(word("Anna has a poor connection")).not.toBeNull();
  });

  it("10-13 2-112 asks for a tap when the browser blocks sound", async () => {
    const { ports, does } = await talking();
    await does(() => ports.emit.room({ type: "sound.blocked" }));
    expect(button("Speaker").getAttribute("aria-pressed")).toBe("false");
    await press("button", "Tap for sound");
    expect(ports.wire.slice(-2).map(({ call }) => call)).toEqual(["platform.unlockSound", "media.command"]);
    await does(() => ports.emit.room({ type: "sound.playing" }));
    expect(word("Tap for sound")).toBeNull();
    expect(button("Speaker").getAttribute("aria-pressed")).toBe("true");
  });

  it("2-112 offers the sound outputs where there are several", async () => {
    const { ports, does } = await talking();
    expect(button("Speaker").hasAttribute("disabled")).toBe(true);
    const outputs = [
      { id: "default", label: "Loudspeaker" },
      { id: "ear", label: "" },
    ];
    await does(() => ports.emit.room({ type: "outputs.changed", outputs }));
    await press("button", "Speaker");
    expect((await screen.findAllByRole("radio", { name: /Loudspeaker|Speaker 2/ })).length).toBe(2);
    await press("radio", "Speaker 2");
    expect(ports.wire).toContainEqual({
      call: "media.command",
      input: { type: "output.set", outputID: "ear" },
    });
  });
});

describe("a video call", () => {
  it("2-104 has no camera switch for the callee before it is connected", async () => {
    const { does, ports } = await ringing("video");
    expect(buttons().sort()).toEqual(["Accept", "Hang up", "Minimise"]);
    await press("button", "Accept");
    expect(buttons().sort()).toEqual(["Hang up", "Minimise"]);
    await does(() => ports.emit.room({ type: "room.connected", members: [aRoomMember()] }));
    expect(buttons()).toContain("Camera off");
  });

  it("2-104 has no camera switch for the caller before it is connected", async () => {
    const page = await calling("video");
    expect(buttons().sort()).toEqual(["Hang up", "Minimise"]);
    await page.does(() => page.ports.emit.room({ type: "room.connected", members: [] }));
    expect(buttons().sort()).toEqual(["Hang up", "Minimise"]);
    await answered(page);
    expect(buttons()).toContain("Camera off");
  });

  it("2-103 4-112 has the camera switch at the top", async () => {
    const { ports, does } = await talking("video");
    await does(() => ports.emit.room({ type: "device.on", source: "camera", facing: "user" }));
    expect(buttons().slice(0, 2)).toEqual(["Minimise", "Camera off"]);
    await press("button", "Camera off");
    expect(button("Camera on")).toBeTruthy();
    expect(ports.wire.at(-1)).toEqual({
      call: "media.command",
      input: { type: "device.set", source: "camera", on: false, facing: "user" },
    });
  });

  it("2-121 the peer is large, the user's own picture small and mirrored, and a tap swaps them", async () => {
    await talking("video", { camera: true });
    expect(videos().map(shown)).toEqual([`camera of ${ANNA}`, `camera of ${ME}`]);
    expect(videos().map(({ dataset }) => dataset.mirrored)).toEqual([undefined, "true"]);
    await press("button", "Swap videos");
    expect(videos().map(shown)).toEqual([`camera of ${ME}`, `camera of ${ANNA}`]);
  });

  it("2-121 a camera that is off shows the avatar instead", async () => {
    const { ports, does } = await talking("video", { camera: true });
    expect(dialog().querySelector("[data-face]")).toBeNull();
    const member = aRoomMember();
    await does(() => ports.emit.room({ type: "room.memberChanged", member }));
    expect(dialog().querySelector("[data-face]")).not.toBeNull();
    expect(videos().map(shown)).toEqual([`camera of ${ME}`]);
  });

  it("2-121 swaps videos only while there are two, and goes back to the swapped ones", async () => {
    const { ports, does } = await talking("video", { camera: true });
    await press("button", "Swap videos");
    await does(() => ports.emit.room({ type: "room.memberChanged", member: aRoomMember() }));
    expect(buttons()).not.toContain("Swap videos");
    expect(videos().map(shown)).toEqual([`camera of ${ME}`]);
    expect(dialog().querySelector("[data-face]")).not.toBeNull();
    await does(() => ports.emit.room({ type: "room.memberChanged", member: aRoomMember({ camera: true }) }));
    expect(videos().map(shown)).toEqual([`camera of ${ME}`, `camera of ${ANNA}`]);
    await press("button", "Camera off");
    expect(buttons()).not.toContain("Swap videos");
    expect(videos().map(shown)).toEqual([`camera of ${ANNA}`]);
  });

  it("2-122 flips the camera on a phone that has two; the picture is not mirrored then", async () => {
    vi.stubGlobal("matchMedia", (query: string) => ({ matches: query.includes("coarse") }));
    const { ports, does } = await talking("video", {}, { world: aWorld(), cameras: 2 });
    await does(() => ports.emit.room({ type: "device.on", source: "camera", facing: "user" }));
    await press("button", "Flip camera");
    expect(ports.wire.at(-1)).toEqual({
      call: "media.command",
      input: { type: "device.set", source: "camera", on: true, facing: "environment" },
    });
    await does(() => ports.emit.room({ type: "device.on", source: "camera", facing: "environment" }));
    expect(videos().map(({ dataset }) => dataset.mirrored)).toEqual([undefined]);
  });

  it("2-122 offers no flip with one camera", async () => {
    const { ports, does } = await talking("video");
    await does(() => ports.emit.room({ type: "device.on", source: "camera", facing: "user" }));
    expect(buttons()).not.toContain("Flip camera");
  });
});

describe("the focus", () => {
  it("10-06 moves into the call, and returns when Escape minimises the call", async () => {
    const page = await openPage();
    const tab = screen.getByRole("link", { name: "Contacts" });
    tab.focus();
    await page.does(() => page.ports.emit.signals(anInvite()));
    await screen.findByRole("dialog", { name: "Call" });
    await vi.waitFor(() => expect(dialog().contains(document.activeElement)).toBe(true));
    await page.does(() => {
      fireEvent.keyDown(document.activeElement ?? document.body, { key: "Escape" });
    });
    await vi.waitFor(() => expect(queryDialog()).toBeNull());
    expect(screen.getByRole("button", { name: "Return to call" })).toBeTruthy();
    await vi.waitFor(() => expect(document.activeElement).toBe(tab));
  });

  it("2-119 returns to the badge it came from", async () => {
    const page = await ringing();
    await press("button", "Minimise");
    screen.getByRole("button", { name: "Return to call" }).focus();
    await press("button", "Return to call");
    await vi.waitFor(() => expect(dialog().contains(document.activeElement)).toBe(true));
    await page.does(() => {
      fireEvent.keyDown(document.activeElement ?? document.body, { key: "Escape" });
    });
    await vi.waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole("button", { name: "Return to call" })),
    );
  });
});

it("3-20 6-19 the invitation names the caller's room", async () => {
  const page = await calling();
  await page.does(() => page.ports.emit.room({ type: "room.connected", members: [] }));
  expect(page.ports.sent("im.sendSignal").map(({ to, signal }) => [to, signal.invitation.roomID])).toEqual([
    [ANNA, roomOf(page)],
  ]);
});
