import { act, cleanup, fireEvent, screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { FakeOptions } from "../../fakes/ports.ts";
import { anInvite } from "../../fakes/signals.ts";
import { ANNA, aMessage, aWorld } from "../../fakes/world.ts";
import { childOf } from "../../paths/stage.ts";
import { ringing, talking } from "../call/stage.tsx";
import { CHAT, type } from "../chat/stage.tsx";
import { openPage, type Page, press } from "../shell/stage.tsx";

const OFFER = "Get notified of new messages?";
const offer = () => screen.queryByRole("region", { name: OFFER });
const isOn = (name: string) => screen.getByRole("switch", { name }).ariaChecked;

const open = (options: FakeOptions = {}) =>
  openPage({
    world: aWorld(),
    permission: "default",
    answers: { "im.loginStatus": () => "loggedIn" },
    ...options,
  });

async function sendMessage(page: Page) {
  await page.does(() => page.ports.visit(`/chat?conversationID=${CHAT}`));
  await screen.findByRole("log");
  await page.does(() => type("Hello"));
  await press("button", "Send");
  await page.does(() => page.ports.visit("/conversation"));
}

async function hear(page: Page) {
  const message = aMessage({ text: "Ahoy" });
  await page.does(() => page.ports.emit.messages({ type: "im.messages", messages: [message] }));
}

const alertsOf = ({ ports }: Page) =>
  ports.wire.filter(({ call }) => call === "platform.alert").map(({ input }) => input);

describe("the offer of notifications", () => {
  it("11-54 comes after the first sent message, and the browser asks only after a press", async () => {
    const page = await open();
    expect(offer()).toBeNull();
    await hear(page);
    expect(offer()).toBeNull();
    await sendMessage(page);
    expect(offer()).toBeTruthy();
    expect(page.ports.sent("platform.askPermission")).toHaveLength(0);
    await press("button", "Turn on");
    expect(page.ports.sent("platform.askPermission")).toHaveLength(1);
    expect(offer()).toBeNull();
  });

  it("11-54 comes after the first call that the user has answered, and not after a declined one", async () => {
    const options = { world: aWorld(), permission: "default" } as const;
    await ringing("voice", options);
    await press("button", "Hang up");
    expect(offer()).toBeNull();
    cleanup();
    await talking("voice", {}, options);
    expect(offer()).toBeNull();
    await press("button", "Hang up");
    expect(offer()).toBeTruthy();
  });

  it("11-54 comes after the first call that was answered by the peer", async () => {
    const page = await open();
    const record = { roomID: "a", mediaType: "voice", result: "completed", durationSeconds: 9 } as const;
    await page.does(() =>
      childOf(page.app, "session", "signedIn")?.send({ type: "callManager.record", userID: ANNA, record }),
    );
    expect(offer()).toBeTruthy();
  });

  it("11-54 is declined for good on this device", async () => {
    const page = await open();
    await sendMessage(page);
    await press("button", "No, thanks");
    expect(offer()).toBeNull();
    expect(page.ports.wire.filter(({ call }) => call === "storage.writeDeclined")).toHaveLength(1);
    await sendMessage(page);
    expect(offer()).toBeNull();
  });

  it("11-54 does not come to a user who has declined it in an earlier visit", async () => {
    const page = await open({ hasDeclined: true });
    await sendMessage(page);
    expect(offer()).toBeNull();
  });

  it.each(["granted", "denied", "missing"] as const)("11-54 does not come when %s", async (permission) => {
    const page = await open({ permission });
    await sendMessage(page);
    expect(offer()).toBeNull();
  });
});

describe("settings of notifications", () => {
  const openSettings = async (options: FakeOptions = {}) => {
    const page = await open(options);
    await page.does(() => page.ports.visit("/accountSettings"));
    return page;
  };
  const flip = async (name: string) => {
    await act(async () => void fireEvent.click(screen.getByRole("switch", { name })));
  };

  it("11-54 can be turned on in the settings, also after the offer was declined", async () => {
    const page = await openSettings({ hasDeclined: true });
    expect(isOn("Notifications")).toBe("false");
    await flip("Notifications");
    await page.does(() => {});
    expect(page.ports.sent("platform.askPermission")).toHaveLength(1);
    expect(isOn("Notifications")).toBe("true");
  });

  it("11-54 a refusal of the browser is said in one sentence", async () => {
    const page = await openSettings({ permission: "denied" });
    expect(screen.queryByRole("switch", { name: "Notifications" })).toBeNull();
    expect(screen.getByText(/Notifications are blocked/)).toBeTruthy();
    await page.does(() => page.ports.emit.permission({ type: "permission.changed", permission: "granted" }));
    expect(isOn("Notifications")).toBe("true");
  });

  it("11-54 a browser without notifications shows no setting", async () => {
    await openSettings({ permission: "missing" });
    expect(screen.queryByText("Notifications")).toBeNull();
  });

  it("11-54 a message makes no notification when they are off, and no text when previews are off", async () => {
    const page = await openSettings({ permission: "granted" });
    await hear(page);
    await flip("Message previews");
    await hear(page);
    await flip("Notifications");
    await hear(page);
    expect(alertsOf(page)).toMatchObject([
      { title: "Anna", body: "Ahoy", isShown: true },
      { title: "Anna", body: "1 new message", isShown: true },
      { title: "Anna", body: "1 new message", isShown: false },
    ]);
  });

  it("11-54 an incoming call makes no notification when they are off", async () => {
    const page = await openSettings({ permission: "granted", alerts: { notifications: false } });
    await page.does(() => page.ports.emit.signals(anInvite()));
    const rings = page.ports.wire.filter(({ call }) => call === "platform.ring");
    expect(rings).toMatchObject([{ input: { kind: "ringtone", isShown: false } }]);
  });
});
