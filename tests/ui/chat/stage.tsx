/** The open chat on hand-made ports: real charts, the whole page around it. */
import { fireEvent, screen, within } from "@testing-library/react";
import type { FakeOptions, FakePorts } from "../../fakes/ports.ts";
import { ANNA, aWorld, NOON, singleChatID, type World } from "../../fakes/world.ts";
import { openPage, type Page } from "../shell/stage.tsx";

export const CHAT = singleChatID(ANNA);

export interface ChatPage extends Page {
  readonly world: World;
  /** The messages on screen. */
  readonly log: HTMLElement;
}

/** Opens the chat with Anna, or `conversationID`. */
export async function openChat(
  world: World = aWorld(),
  options: FakeOptions & { conversationID?: string; prepare?: (ports: FakePorts) => void } = {},
): Promise<ChatPage> {
  const { conversationID = CHAT, prepare, ...rest } = options;
  const page = await openPage({ world, ...rest }, prepare);
  await screen.findByRole("list", { name: /Conversations|会话/ });
  await page.does(() => page.ports.visit(`/chat?conversationID=${conversationID}`));
  return { ...page, world, log: await screen.findByRole("log") };
}

export function articles(): HTMLElement[] {
  return within(screen.getByRole("log")).queryAllByRole("article");
}

/** The article that says `text`. */
export function article(text: string | RegExp): HTMLElement {
  const found = within(screen.getByRole("log")).getByText(text).closest("article");
  if (!found) throw new Error(`No article says ${text}`);
  return found;
}

export function field(): HTMLTextAreaElement {
  return screen.getByRole("textbox", { name: /^Message$|^输入消息$/ });
}

/** Types as a person does: the field then says exactly `text`. */
export function type(text: string): void {
  fireEvent.input(field(), { target: { value: text } });
}

/** Opens the menu of a message the way the right mouse button does. */
export function openMenuOf(text: string | RegExp): void {
  fireEvent.contextMenu(within(article(text)).getByText(text));
}

/** Gives the log a size, since nothing is laid out here: it is scrolled to `top`. */
export function layOutLog(log: HTMLElement, size: { height: number; content: number; top: number }): void {
  Object.defineProperty(log, "clientHeight", { configurable: true, value: size.height });
  Object.defineProperty(log, "scrollHeight", { configurable: true, value: size.content });
  log.scrollTop = size.content - size.height;
  fireEvent.scroll(log);
  log.scrollTop = size.top;
  fireEvent.scroll(log);
}

/** Minutes before and after the moment tests begin at. */
export const minutes = (count: number) => NOON + count * 60_000;
