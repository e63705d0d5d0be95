import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { changeNamePath } from "../../../src/screens/changeName/origin.ts";
import { anInvite } from "../../fakes/signals.ts";
import { aWorld, ME } from "../../fakes/world.ts";
import { calling, queryDialog, ringing } from "../call/stage.tsx";
import { openChat, openMenuOf } from "../chat/stage.tsx";
import { openPage, type Page, press } from "./stage.tsx";

const goBack = ({ ports, does }: Page) => does(() => ports.browserBack());
const pathOf = ({ ports }: Page) => ports.address.current.path;

describe("11-24 Back", () => {
  it("closes a menu, then leaves the chat", async () => {
    const page = await openChat();
    openMenuOf("Text 1");
    await screen.findByRole("menu");
    await goBack(page);
    await waitFor(() => expect(screen.queryByRole("menu")).toBeNull());
    expect(pathOf(page)).toBe("/chat");
    await goBack(page);
    expect(pathOf(page)).toBe("/conversation");
  });

  it("leaves the page at once when the menu was already closed", async () => {
    const page = await openChat();
    await press("button", "More");
    await press("button", "Cancel");
    await waitFor(() => expect(screen.queryByRole("menu")).toBeNull());
    await goBack(page);
    expect(pathOf(page)).toBe("/conversation");
  });

  it("closes a question without doing what it asks", async () => {
    const page = await openPage({ world: aWorld() });
    await press("link", "Me");
    await press("button", "Sign out");
    await screen.findByRole("dialog", { name: /Sign out/ });
    await goBack(page);
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(page.ports.sent("im.logout")).toEqual([]);
    expect(pathOf(page)).toBe("/profile");
  });

  it("closes the list of countries before it leaves the sign-in page", async () => {
    const page = await openPage({ world: aWorld({ signedIn: false }), path: "/login" });
    await press("button", "Country or region, China +86");
    await screen.findByRole("dialog", { name: "Country or region" });
    await goBack(page);
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(screen.getByRole("button", { name: "Country or region, China +86" })).toBeTruthy();
  });

  it("minimises an open call, then leaves the page under it", async () => {
    const page = await calling();
    await goBack(page);
    await waitFor(() => expect(queryDialog()).toBeNull());
    expect(screen.getByRole("button", { name: "Return to call" })).toBeTruthy();
    expect(pathOf(page)).toBe("/chat");
    await goBack(page);
    expect(pathOf(page)).toBe("/conversation");
    expect(screen.getByRole("button", { name: "Return to call" })).toBeTruthy();
  });

  it("minimises a call again that was restored from its badge", async () => {
    const page = await ringing();
    await goBack(page);
    await waitFor(() => expect(queryDialog()).toBeNull());
    await press("button", "Return to call");
    await screen.findByRole("dialog", { name: "Call" });
    await goBack(page);
    await waitFor(() => expect(queryDialog()).toBeNull());
    expect(pathOf(page)).toBe("/conversation");
  });

  it("closes one layer at a time: the call above the menu, then the menu, then the page", async () => {
    const page = await openChat();
    openMenuOf("Text 1");
    await screen.findByRole("menu");
    await page.does(() => page.ports.emit.signals(anInvite()));
    await screen.findByRole("dialog", { name: "Call" });
    await goBack(page);
    await waitFor(() => expect(queryDialog()).toBeNull());
    expect(screen.getByRole("menu")).toBeTruthy();
    await goBack(page);
    await waitFor(() => expect(screen.queryByRole("menu")).toBeNull());
    expect(pathOf(page)).toBe("/chat");
    await goBack(page);
    expect(pathOf(page)).toBe("/conversation");
  });

  it("stays with a call that rings while a form is saved: the form leaves, and the call does not", async () => {
    const page = await openPage({ world: aWorld() }, (ports) => ports.hold("account.updateProfile"));
    await page.does(() => page.ports.visit(changeNamePath({ userID: ME, nickname: "Mia" })));
    const field = screen.getByRole("textbox", { name: "Name" });
    await act(async () => void fireEvent.change(field, { target: { value: "Mia Maria" } }));
    await press("button", "Save");
    await page.does(() => page.ports.emit.signals(anInvite()));
    await screen.findByRole("dialog", { name: "Call" });
    await page.does(() => page.ports.resolve("account.updateProfile"));
    expect(pathOf(page)).toBe("/conversation");
    expect(screen.getByRole("dialog", { name: "Call" })).toBeTruthy();
    await goBack(page);
    await waitFor(() => expect(queryDialog()).toBeNull());
    expect(pathOf(page)).toBe("/conversation");
  });

  it("leaves the page at once after Escape closed the menu", async () => {
    const page = await openChat();
    openMenuOf("Text 1");
    const menu = await screen.findByRole("menu");
    await act(async () => void fireEvent.keyDown(menu, { key: "Escape" }));
    await waitFor(() => expect(screen.queryByRole("menu")).toBeNull());
    await goBack(page);
    expect(pathOf(page)).toBe("/conversation");
  });
});
