import { cleanup, createEvent, fireEvent, screen, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { Failure } from "../../../machines/domain/failure.ts";
import { anInvite } from "../../fakes/signals.ts";
import {
  ANNA,
  aBlack,
  aConversation,
  aGroup,
  aGroupConversation,
  aMember,
  aMessage,
  aWorld,
  groupChatID,
  ME,
  TEAM,
} from "../../fakes/world.ts";
import { press } from "../shell/stage.tsx";
import { CHAT, type ChatPage, field, openChat, openMenuOf, type } from "./stage.tsx";

/** A device for which only this media query is true. */
function device(query: string): void {
  vi.stubGlobal("matchMedia", (asked: string) => ({
    matches: asked === query,
    addEventListener: () => {},
    removeEventListener: () => {},
  }));
}

const PHONE = "(pointer: coarse)";
const DESKTOP = "(hover: hover) and (pointer: fine)";
const finger = { pointerType: "touch", isPrimary: true, pointerId: 1, clientX: 300, clientY: 700 };
const BYTES = new Blob(["some words"], { type: "audio/webm" });
const done = (seconds: number) => ({ type: "recorder.done", bytes: BYTES, seconds }) as const;

const microphone = () => screen.getByRole("button", { name: /^(Record voice|录音)$/ });
const hold = ({ does }: ChatPage) => does(() => void fireEvent.pointerDown(microphone(), finger));

const status = () => screen.getAllByRole("status").map(({ textContent }) => textContent);

describe("recording a voice message", () => {
  it("5-19 the microphone replaces the send button while the field is empty", async () => {
    const { does } = await openChat();
    expect(microphone()).toBeDefined();
    await does(() => type("Hi"));
    expect(screen.queryByRole("button", { name: "Record voice" })).toBeNull();
    await does(() => type(""));
    expect(microphone()).toBeDefined();
  });

  it.each(["mouse", "touch"])("5-19 a double tap on Send starts no recording: %s", async (pointerType) => {
    const page = await openChat();
    let sentAt = 0;
    const note = ({ timeStamp }: Event) => {
      sentAt = timeStamp;
    };
    page.container.addEventListener("submit", note, true);
    const tap = (after: number) =>
      page.does(() => {
        const button = screen.getByRole("button", { name: /^(Send|Record voice)$/ });
        for (const event of [
          createEvent.pointerDown(button, { ...finger, pointerType }),
          createEvent.pointerUp(button, { ...finger, pointerType }),
          createEvent.click(button, { detail: 1 }),
        ]) {
          Object.defineProperty(event, "timeStamp", { value: sentAt + after });
          fireEvent(button, event);
        }
      });
    const isUsed = () =>
      page.ports.held.recordings > 0 || screen.queryByText("The recording is too short") !== null;
    await page.does(() => type("Hi"));
    await tap(0);
    await tap(300);
    expect(page.ports.sent("im.createMessage")).toHaveLength(1);
    expect(isUsed()).toBe(false);
    await tap(2000);
    expect(isUsed()).toBe(true);
  });

  it("5-19 releasing a held finger sends the recording", async () => {
    const page = await openChat();
    await hold(page);
    await page.does(() => page.ports.emit.recorder({ type: "recorder.started" }));
    await page.does(() => page.ports.emit.recorder({ type: "recorder.level", level: 0.5, seconds: 3.2 }));
    await page.does(() => void fireEvent.pointerUp(microphone(), finger));
    // The click after a touch starts nothing.
    await page.does(() => void fireEvent.click(microphone(), { detail: 1 }));
    await page.does(() => page.ports.emit.recorder(done(3.2)));
    const [draft] = page.ports.sent("storage.writeOutbox").at(-1)?.items ?? [];
    expect(draft?.enclosure).toMatchObject({ type: "voice", seconds: 3, levels: [0.5], mime: "audio/webm" });
    expect(page.ports.held.recordings).toBe(0);
  });

  it("5-19 a held button announces the recording when it has started, not while the browser asks for the microphone", async () => {
    const page = await openChat();
    await hold(page);
    expect(status()).toContain("Waiting for the microphone");
    expect(status()).not.toContain("Recording");
    await page.does(() => page.ports.emit.recorder({ type: "recorder.started" }));
    expect(status()).toContain("Recording");
    expect(status()).not.toContain("Waiting for the microphone");
  });

  it("5-19 a cancelled touch continues hands-free, and nothing is lost", async () => {
    const page = await openChat();
    await hold(page);
    await page.does(() => page.ports.emit.recorder({ type: "recorder.started" }));
    await page.does(() => void fireEvent.pointerCancel(microphone(), finger));
    expect(screen.getByRole("button", { name: "Stop recording" })).toBeDefined();
    expect(status()).toContain("Recording hands-free");
  });

  it("5-19 a second finger neither ends nor moves it", async () => {
    const page = await openChat();
    await hold(page);
    const other = { ...finger, pointerId: 2, isPrimary: false, clientX: 100 };
    await page.does(() => void fireEvent.pointerDown(microphone(), other));
    await page.does(() => void fireEvent.pointerMove(microphone(), other));
    await page.does(() => void fireEvent.pointerUp(microphone(), other));
    expect(page.ports.held.recordings).toBe(1);
    expect(screen.getByText("Slide to cancel")).toBeDefined();
  });

  it("5-19 the last ten seconds are counted down, and announced once", async () => {
    const page = await openChat();
    await press("button", "Record voice");
    const at = (seconds: number) =>
      page.does(() => page.ports.emit.recorder({ type: "recorder.level", level: 0.5, seconds }));
    await page.does(() => page.ports.emit.recorder({ type: "recorder.started" }));
    await at(49.9);
    expect(screen.getByRole("timer").textContent).toBe("00:49");
    expect(status()).toContain("Recording hands-free");
    await at(50.1);
    expect(screen.getAllByText("10 seconds left")).toHaveLength(2);
    await at(57.4);
    expect(screen.getByText("3 seconds left")).toBeDefined();
    expect(status()).toContain("10 seconds left");
  });

  it("5-11 a recording that is too short shows a hint for phones, in the user's language", async () => {
    device(PHONE);
    const page = await openChat(aWorld(), { browserLanguage: "zh-CN" });
    await hold(page);
    await page.does(() => void fireEvent.pointerUp(microphone(), finger));
    expect(screen.getByRole("alert").textContent).toBe("录音时间太短按住说话，松开发送。");
  });

  it("5-11 5-19 a recording that is too short is discarded, without a hint for fingers on a desktop", async () => {
    device(DESKTOP);
    const { ports, does } = await openChat();
    await press("button", "Record voice");
    await does(() => ports.emit.recorder({ type: "recorder.started" }));
    await press("button", "Stop recording");
    await does(() => ports.emit.recorder(done(0.4)));
    expect(screen.getByRole("alert").textContent).toBe("The recording is too short");
    expect(ports.sent("storage.writeOutbox").flatMap(({ items }) => items)).toEqual([]);
    expect(screen.queryByRole("button", { name: /^Play voice message/ })).toBeNull();
  });

  it.each([
    ["hands-free, it waits to be sent", true],
    ["held, it is sent", false],
  ])("5-19 a recording ends after 60 s: %s", async (_, isHandsFree) => {
    const page = await openChat();
    if (isHandsFree) await press("button", "Record voice");
    else await hold(page);
    const at = (seconds: number) =>
      page.does(() => page.ports.emit.recorder({ type: "recorder.level", level: 0.5, seconds }));
    const finishes = () => page.ports.wire.filter(({ call }) => call === "recorder.finish").length;
    await page.does(() => page.ports.emit.recorder({ type: "recorder.started" }));
    await at(59.9);
    expect(finishes()).toBe(0);
    await at(60);
    expect(finishes()).toBe(1);
    await page.does(() => page.ports.emit.recorder(done(60)));
    const sent = page.ports.sent("storage.writeOutbox").flatMap(({ items }) => items);
    expect(sent).toHaveLength(isHandsFree ? 0 : 1);
  });

  it("3-77 a playing voice message stops when a recording starts", async () => {
    const voice = { type: "voice", voice: { url: "https://im.example/1.webm", seconds: 7 } } as const;
    const { ports, does } = await openChat(aWorld({ messages: [aMessage({ seq: 1, content: voice })] }));
    await press("button", "Play voice message, 00:07");
    await does(() => ports.emit.voice({ type: "voice.playing" }));
    expect(screen.getByRole("button", { name: "Pause voice message, 00:07" })).toBeDefined();
    await press("button", "Record voice");
    expect(screen.getByRole("button", { name: "Play voice message, 00:07" })).toBeDefined();
  });

  it("3-77 a recording stops and stays as a draft when a voice message is played", async () => {
    const voice = { type: "voice", voice: { url: "https://im.example/1.webm", seconds: 7 } } as const;
    const { ports, does } = await openChat(aWorld({ messages: [aMessage({ seq: 1, content: voice })] }));
    const record = async () => {
      await press("button", "Record voice");
      await does(() => ports.emit.recorder({ type: "recorder.started" }));
    };
    const isKept = async (count: number) => {
      expect(ports.wire.filter(({ call }) => call === "recorder.finish")).toHaveLength(count);
      await does(() => ports.emit.recorder(done(3)));
      expect(status()).toContain("Recorded. Send or discard it.");
      await press("button", "Discard recording");
    };
    await record();
    await press("button", "Play voice message, 00:07");
    await isKept(1);
    await does(() => ports.emit.voice({ type: "voice.playing" }));
    await record();
    await press("button", "Play voice message, 00:07");
    await isKept(2);
  });

  it("3-77 a voice message shows its loudness, and how far it has played", async () => {
    const voice = { url: "https://im.example/1.webm", seconds: 8, levels: [0, 1, 0.5, 0.25] };
    const { ports, does, log } = await openChat(
      aWorld({ messages: [aMessage({ seq: 1, content: { type: "voice", voice } })] }),
    );
    const bars = () => [...log.querySelectorAll<HTMLElement>('[style*="height: "][class*="bar"]')];
    expect(bars().map(({ style }) => style.height)).toEqual(["12%", "100%", "56%", "34%"]);
    await press("button", "Play voice message, 00:08");
    await does(() => ports.emit.voice({ type: "voice.playing" }));
    await does(() => ports.emit.voice({ type: "voice.progress", seconds: 4 }));
    expect(bars().map((bar) => "heard" in bar.dataset)).toEqual([true, true, false, false]);
  });

  it("5-19 a recording can be heard before it is sent, and stops when it is discarded", async () => {
    const { ports, does } = await openChat();
    await press("button", "Record voice");
    await does(() => ports.emit.recorder({ type: "recorder.started" }));
    await press("button", "Stop recording");
    await does(() => ports.emit.recorder(done(4)));
    await press("button", "Play voice message, 00:04");
    expect(ports.held.sounds).toEqual(["blob:kept"]);
    await does(() => ports.emit.voice({ type: "voice.playing" }));
    await press("button", "Discard recording");
    expect(ports.wire).toContainEqual({ call: "player.command", input: { type: "voice.pause" } });
    expect(ports.sent("storage.dropRecording")).toHaveLength(1);
    expect(ports.sent("storage.writeOutbox").flatMap(({ items }) => items)).toEqual([]);
  });

  it("4-63 the browser asks before a reload ends a recording, and not once it is kept", async () => {
    const { ports, does } = await openChat();
    const asksFirst = () => !window.dispatchEvent(new Event("beforeunload", { cancelable: true }));
    await press("button", "Record voice");
    expect(asksFirst()).toBe(false);
    await does(() => ports.emit.recorder({ type: "recorder.started" }));
    expect(asksFirst()).toBe(true);
    await press("button", "Stop recording");
    await does(() => ports.emit.recorder(done(4)));
    await screen.findByRole("button", { name: "Play voice message, 00:04" });
    expect(asksFirst()).toBe(false);
  });

  it("4-63 an unsent recording is kept in another chat and after a reload, and is sent whole", async () => {
    const world = aWorld({ conversations: [aConversation(), aGroupConversation()] });
    const page = await openChat(world);
    await press("button", "Record voice");
    await page.does(() => page.ports.emit.recorder({ type: "recorder.started" }));
    await page.does(() => page.ports.emit.recorder({ type: "recorder.level", level: 0.5, seconds: 3.2 }));
    await press("button", "Stop recording");
    await page.does(() => page.ports.emit.recorder(done(4)));
    await page.does(() => page.ports.visit(`/chat?conversationID=${groupChatID(TEAM)}`));
    expect(microphone()).toBeDefined();
    expect(screen.queryByRole("button", { name: "Discard recording" })).toBeNull();
    await page.does(() => page.ports.visit(`/chat?conversationID=${CHAT}`));
    expect(screen.getByRole("button", { name: "Play voice message, 00:04" })).toBeDefined();
    cleanup();
    page.app.stop();

    const { ports, does } = await openChat(world);
    await does(() => ports.visit("/conversation"));
    const row = () => screen.getByRole("listitem", { name: "Anna" }).textContent;
    expect(row()).toContain("[Draft] [Voice]");
    await does(() => ports.visit(`/chat?conversationID=${CHAT}`));
    await press("button", "Play voice message, 00:04");
    expect(ports.held.sounds).toEqual(["blob:kept"]);
    await press("button", "Send");
    const [draft] = ports.sent("storage.writeOutbox").at(-1)?.items ?? [];
    expect(draft?.enclosure).toMatchObject({ type: "voice", seconds: 4, levels: [0.5], mime: "audio/webm" });
    expect(microphone()).toBeDefined();
    expect(world.recordings).toEqual({});
    await does(() => ports.visit("/conversation"));
    expect(row()).not.toContain("[Draft]");
  });

  it("4-63 leaving the chat keeps the recording as a draft, unless it is too short", async () => {
    const world = aWorld({ conversations: [aConversation(), aGroupConversation()] });
    const page = await openChat(world);
    const speakAndLeave = async (seconds: number) => {
      await page.does(() => page.ports.visit(`/chat?conversationID=${CHAT}`));
      await press("button", "Record voice");
      await page.does(() => page.ports.emit.recorder({ type: "recorder.started" }));
      await page.does(() => page.ports.emit.recorder({ type: "recorder.level", level: 0.5, seconds }));
      await page.does(() => page.ports.visit(`/chat?conversationID=${groupChatID(TEAM)}`));
      expect(page.ports.held.recordings).toBe(1);
      await page.does(() => page.ports.emit.recorder(done(seconds)));
      expect(page.ports.held.recordings).toBe(0);
    };
    await speakAndLeave(0.9);
    expect(world.recordings).toEqual({});
    await speakAndLeave(3);
    expect(world.recordings[CHAT]?.enclosure).toMatchObject({ seconds: 3, levels: [0.5] });
    await page.does(() => page.ports.visit(`/chat?conversationID=${CHAT}`));
    expect(screen.getByRole("button", { name: "Play voice message, 00:03" })).toBeDefined();
  });

  it("4-17 recordings are removed at sign-out", async () => {
    const { ports, does } = await openChat();
    await does(() => ports.emit.connection({ type: "im.kicked" }));
    expect(ports.wire.map(({ call }) => call)).toContain("storage.forgetRecordings");
  });

  it("5-19 the focus moves to the recording, and back to the field", async () => {
    device(DESKTOP);
    const { ports, does } = await openChat();
    await press("button", "Record voice");
    expect(document.activeElement).toBe(screen.getByRole("group", { name: "Voice message" }));
    await does(() => ports.emit.recorder({ type: "recorder.started" }));
    await press("button", "Discard recording");
    expect(document.activeElement).toBe(field());
  });

  it("6-13 a mute stops the recording and keeps it until writing is allowed again", async () => {
    const { ports, does } = await openChat(
      aWorld({ conversations: [aGroupConversation()], groups: [aGroup()], members: [aMember()] }),
      { conversationID: groupChatID(TEAM) },
    );
    const setStatus = (status: number) =>
      does(() => ports.emit.groups({ type: "im.groupChanged", group: aGroup({ status }) }));
    const finishes = () => ports.wire.filter(({ call }) => call === "recorder.finish").length;
    await press("button", "Record voice");
    await does(() => ports.emit.recorder({ type: "recorder.started" }));
    await setStatus(3);
    expect(finishes()).toBe(1);
    await does(() => ports.emit.recorder(done(4)));
    expect(screen.queryByRole("button", { name: "Discard recording" })).toBeNull();
    await setStatus(0);
    expect(screen.getByRole("button", { name: "Play voice message, 00:04" })).toBeDefined();
    await press("button", "Discard recording");
    await setStatus(3);
    await setStatus(0);
    await press("button", "Record voice");
    await does(() => ports.emit.recorder({ type: "recorder.started" }));
    expect(finishes()).toBe(1);
  });

  it("6-18 a recording goes on when the membership cannot be loaded", async () => {
    const { ports, does } = await openChat(
      aWorld({ conversations: [aGroupConversation()], groups: [aGroup()], members: [aMember()] }),
      { conversationID: groupChatID(TEAM) },
    );
    await press("button", "Record voice");
    await does(() => ports.emit.recorder({ type: "recorder.started" }));
    ports.answer("im.loadMembership", () => {
      throw new Failure("network");
    });
    await does(() => ports.emit.groups({ type: "im.memberChanged", groupID: TEAM, userID: ME }));
    expect(ports.wire.filter(({ call }) => call === "recorder.finish")).toHaveLength(0);
    expect(screen.getByRole("button", { name: "Stop recording" })).toBeDefined();
    await does(() => ports.emit.groups({ type: "im.groupChanged", group: aGroup({ status: 2 }) }));
    expect(ports.wire.filter(({ call }) => call === "recorder.finish")).toHaveLength(1);
  });

  it.each([
    ["hands-free", () => press("button", "Record voice")],
    ["held", hold],
  ])("5-19 a block stops a %s recording, which is kept", async (_, begin) => {
    const page = await openChat();
    const { ports, does } = page;
    const black = aBlack({ userID: ANNA });
    await begin(page);
    await does(() => ports.emit.recorder({ type: "recorder.started" }));
    await does(() => ports.emit.contacts({ type: "im.blackChanged", person: black }));
    expect(screen.queryByRole("textbox", { name: "Message" })).toBeNull();
    expect(ports.wire.filter(({ call }) => call === "recorder.finish")).toHaveLength(1);
    await does(() => ports.emit.recorder(done(4)));
    expect(ports.held.recordings).toBe(0);
    await does(() => ports.emit.contacts({ type: "im.blackRemoved", userID: ANNA }));
    expect(screen.getByRole("button", { name: "Play voice message, 00:04" })).toBeDefined();
  });

  it("5-19 a block ends a recording that waits for the microphone", async () => {
    const { ports, does } = await openChat();
    await press("button", "Record voice");
    await does(() => ports.emit.contacts({ type: "im.blackChanged", person: aBlack({ userID: ANNA }) }));
    expect(ports.held.recordings).toBe(0);
  });

  it("5-19 selecting messages stops the recording, which is there again afterwards", async () => {
    const { ports, does } = await openChat();
    await press("button", "Record voice");
    await does(() => ports.emit.recorder({ type: "recorder.started" }));
    openMenuOf("Text 1");
    await press("menuitem", "Select");
    expect(ports.wire.filter(({ call }) => call === "recorder.finish")).toHaveLength(1);
    await does(() => ports.emit.recorder(done(4)));
    await does(() => ports.browserBack());
    expect(screen.getByRole("button", { name: "Play voice message, 00:04" })).toBeDefined();
  });

  it("5-19 a call takes the microphone from ringing to its end, and gives it back", async () => {
    const { ports, does } = await openChat();
    const balance = () =>
      ports.wire.filter(({ call }) => call === "recorder.giveWay").length -
      ports.wire.filter(({ call }) => call === "recorder.takeBack").length;
    await does(() => ports.emit.signals(anInvite()));
    const call = await screen.findByRole("dialog", { name: "Call" });
    expect(balance()).toBe(1);
    await does(() => void fireEvent.click(within(call).getByRole("button", { name: "Accept" })));
    expect(balance()).toBe(1);
    await does(() => void fireEvent.click(within(call).getByRole("button", { name: "Hang up" })));
    expect(balance()).toBe(0);
  });
});

describe("cards and locations", () => {
  it("3-77 11-40 can be sent to groups, which can also be called", async () => {
    await openChat(aWorld({ conversations: [aGroupConversation()], members: [aMember()] }), {
      conversationID: groupChatID(TEAM),
    });
    await press("button", "More");
    const items = (await screen.findAllByRole("menuitem")).map(({ textContent }) => textContent);
    expect(items).toEqual(expect.arrayContaining(["Contact card", "Location", "Voice call"]));
  });

  it("3-77 a friend is found by the remark, which is not sent", async () => {
    const friends = [{ userID: "5", nickname: "Robert", remark: "Bobby the boss", faceURL: "" }];
    const { ports, does } = await openChat(aWorld({ friends }), { browserLanguage: "zh-CN" });
    await press("button", "更多");
    await press("menuitem", "名片");
    const search = await screen.findByRole("searchbox", { name: "搜索" });
    await does(() => void fireEvent.change(search, { target: { value: "nobody" } }));
    expect(screen.queryByRole("button", { name: "Bobby the boss" })).toBeNull();
    await does(() => void fireEvent.change(search, { target: { value: "bobby" } }));
    await press("button", "Bobby the boss");
    const question = screen.getByRole("dialog", { name: "把这张名片发给Anna？" });
    await does(() => void fireEvent.click(within(question).getByRole("button", { name: "发送" })));
    expect(ports.sent("im.createMessage").at(-1)?.enclosure).toEqual({
      type: "card",
      card: { userID: "5", nickname: "Robert", faceURL: "" },
    });
    expect(JSON.stringify(ports.sent("im.createMessage"))).not.toContain("Bobby");
  });

  it("3-77 the accuracy of a location is in metres or kilometres, as the language writes them", async () => {
    const { ports } = await openChat(aWorld(), { browserLanguage: "zh-CN" });
    ports.answer("location.locate", () => ({
      point: { latitude: -33.9, longitude: 151.2 },
      accuracy: 24_310,
    }));
    await press("button", "更多");
    await press("menuitem", "位置");
    expect(await screen.findByText("精确到约 24.3 公里")).toBeDefined();
    expect(screen.getByText("-33.90000, 151.20000")).toBeDefined();
  });
});
