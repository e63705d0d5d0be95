import { act, fireEvent, screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { ANNA, aConversation, aMessage, aWorld, singleChatID } from "../../fakes/world.ts";
import { openPage, press } from "../shell/stage.tsx";

const conversationID = singleChatID(ANNA);

async function openSettings(changes = {}, storedLanguage: "en" | "zh" = "en") {
  const page = await openPage({
    world: aWorld({ conversations: [aConversation(changes)] }),
    storedLanguage,
  });
  await page.does(() => page.ports.visit(`/singleSetting?conversationID=${conversationID}`));
  return page;
}
const name = /^Disappearing messages$|^阅后即焚$/;
const isOn = () => screen.getByRole("switch", { name }).getAttribute("aria-checked") === "true";
const toggle = () => act(async () => void fireEvent.click(screen.getByRole("switch", { name })));
const time = () =>
  screen.queryByRole("button", { name: /^My messages disappear after|^我的消息阅读后保留/ })?.textContent;

describe("burn after reading, in the details of a single chat", () => {
  it("2-49 3-67 switches at once, and back with a message when that fails", async () => {
    const page = await openSettings();
    expect([isOn(), time()]).toEqual([false, undefined]);
    page.ports.hold("im.changeConversation");
    await toggle();
    expect([isOn(), time()]).toEqual([true, "My messages disappear after30 seconds"]);
    expect(screen.getByRole("switch", { name }).getAttribute("aria-busy")).toBe("true");
    expect(page.ports.sent("im.changeConversation")).toEqual([
      { kind: "burning", conversationID, isOn: true },
    ]);
    await page.does(() => page.ports.reject("im.changeConversation", "network"));
    expect([isOn(), time()]).toEqual([false, undefined]);
    expect(screen.getByRole("alert").textContent).not.toBe("");
  });

  it("2-49 3-67 lasts for the chosen time", async () => {
    const page = await openSettings({ isPrivateChat: true, burnDuration: 60 });
    await press("button", /^My messages disappear after/);
    const offered = await screen.findAllByRole("radio");
    expect(offered.map((radio) => radio.closest("label")?.textContent)).toEqual([
      "10 seconds",
      "30 seconds",
      "1 minute",
      "5 minutes",
      "1 hour",
      "1 day",
    ]);
    expect(screen.getByRole("radio", { name: "1 minute" })).toHaveProperty("checked", true);
    page.ports.hold("im.changeConversation");
    await press("radio", "1 hour");
    expect(time()).toBe("My messages disappear after1 hour");
    expect(page.ports.sent("im.changeConversation")).toEqual([
      { kind: "burnTime", conversationID, seconds: 3600 },
    ]);
    await page.does(() => page.ports.reject("im.changeConversation", "network"));
    expect(time()).toBe("My messages disappear after1 minute");
  });

  it("2-49 3-67 follows the peer's change at once", async () => {
    const page = await openSettings();
    const row = aConversation({ isPrivateChat: true });
    await page.does(() => page.ports.emit.conversations({ type: "im.conversations", conversations: [row] }));
    expect([isOn(), time()]).toEqual([true, "My messages disappear after30 seconds"]);
  });

  it("2-49 3-67 shows a time that is not offered as it is", async () => {
    await openSettings({ isPrivateChat: true, burnDuration: 90 }, "zh");
    expect(time()).toBe("我的消息阅读后保留90 秒");
  });

  it("3-67 4-65 a notification does not show the text of a disappearing message", async () => {
    const page = await openPage({ world: aWorld() });
    const message = aMessage({ text: "Secret", burn: { seconds: 10, readAt: null } });
    await page.does(() => page.ports.emit.messages({ type: "im.messages", messages: [message] }));
    const announced = page.ports.wire.filter(({ call }) => call === "platform.alert");
    expect(announced).toMatchObject([{ input: { title: "Anna", body: "1 new message" } }]);
  });
});
