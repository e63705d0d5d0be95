/** An open chat on fake ports, with real charts and the whole page around it. */
import { fireEvent, screen, within } from "@testing-library/react";
import type { FakeOptions, FakePorts } from "../../fakes/ports.ts";
import { ANNA, aWorld, NOON, singleChatID, type World } from "../../fakes/world.ts";
import { openPage, type Page } from "../shell/stage.tsx";

export const CHAT = singleChatID(ANNA);

export interface ChatPage extends Page {
  readonly world: World;
  readonly log: HTMLElement;
}

/** Opens the chat with Anna, or `conversationID`. */
export async function openChat(
  world: World = aWorld(),
  options: FakeOptions & { conversationID?: string; prepare?: (ports: FakePorts) => void } = {},
): Promise<ChatPage> {
  const { conversationID = CHAT, prepare, ...rest } = options;
  const page = await openPage({ world, ...rest }, prepare);
  await screen.findByRole("list", { name: /Chat list|聊天列表/ });
  await page.does(() => page.ports.visit(`/chat?conversationID=${conversationID}`));
  return { ...page, world, log: await screen.findByRole("log") };
}

export function articles(): HTMLElement[] {
  return within(screen.getByRole("log")).queryAllByRole("article");
}

export function article(text: string | RegExp): HTMLElement {
  const found = within(screen.getByRole("log")).getByText(text).closest("article");
  if (!found) throw new Error(`No article says ${text}`);
  return found;
}

export function field(): HTMLTextAreaElement {
  return screen.getByRole("textbox", { name: /^Message$|^输入消息$/ });
}

/** Sets the field's whole text in one input event. */
export function type(text: string): void {
  fireEvent.input(field(), { target: { value: text } });
}

export function openMenuOf(text: string | RegExp): void {
  fireEvent.contextMenu(within(article(text)).getByText(text));
}

/** Gives the log a size and scrolls it to `top`, because the test environment has no layout. */
export function layOutLog(log: HTMLElement, size: { height: number; content: number; top: number }): void {
  Object.defineProperty(log, "clientHeight", { configurable: true, value: size.height });
  Object.defineProperty(log, "scrollHeight", { configurable: true, value: size.content });
  log.scrollTop = size.content - size.height;
  fireEvent.scroll(log);
  log.scrollTop = size.top;
  fireEvent.scroll(log);
}

/** `NOON` plus that many minutes, in milliseconds since the epoch. */
export const minutes = (count: number) => NOON + count * 60_000;
