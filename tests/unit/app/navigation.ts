import { expect } from "vitest";
import type { NavigationEvent } from "../../../machines/app/navigation.ts";
import { Failure } from "../../../machines/domain/failure.ts";
import { ANNA, aWorld, singleChatID, TEAM } from "../../fakes/world.ts";
import { childOf, openHeadless, type Stage } from "../../paths/stage.ts";
import type { PlainTests } from "../plain-tests.ts";

const CHAT = `/chat?conversationID=${singleChatID(ANNA)}`;

/** A signed-in user who opened the app at a chat. */
export const navigationTests: PlainTests = {
  open: () => openHeadless({ world: aWorld(), path: CHAT, answers: { "im.loginStatus": () => "loggedIn" } }),
  tests: {
    "the first page takes no step back in the browser's history": async ({ ports }) => {
      expect(ports.wire.filter(({ call }) => call === "platform.drop")).toEqual([]);
    },
    "11-21 a finished task replaces its page only, also where that page had replaced others": async (
      stage,
    ) => {
      await replaceCard(stage);
      await send(stage, { type: "navigation.back", from: "/groupSetting", to: "/conversation" });
      expect(history(stage)).toEqual(["/chat", "/conversation"]);
    },
    "11-21 a sign-out replaces the page in front only, also where it had replaced others": async (stage) => {
      await replaceCard(stage);
      await stage.act(() => stage.ports.emit.connection({ type: "im.kicked" }));
      expect(history(stage)).toEqual(["/chat", "/login"]);
    },
    "4-08 going to the list from an unknown page adds a page to the history while the SDK gives no status":
      async (stage) => {
        await send(stage, { type: "user.navigate", to: "/nowhere" });
        stage.ports.answer("im.loginStatus", () => {
          throw new Failure("unknown");
        });
        await send(stage, { type: "user.navigate", to: "/conversation" });
        expect(history(stage)).toEqual(["/chat", "/nowhere", "/conversation"]);
      },
    "11-21 Escape closes a chat that is the first page": async (stage) => {
      await widen(stage);
      await send(stage, { type: "user.escape" });
      expect(history(stage)).toEqual(["/conversation"]);
    },
    "11-21 Escape closes a chat that was opened after the window had become wide": async (stage) => {
      await send(stage, { type: "user.navigate", to: "/conversation" });
      await widen(stage);
      await send(stage, { type: "user.navigate", to: CHAT, above: "tabs" });
      await send(stage, { type: "user.escape" });
      expect(history(stage)).toEqual(["/chat", "/conversation"]);
    },
    "11-21 Escape or Back, pressed twice before the browser has stepped back, take one step": async (
      stage,
    ) => {
      await widen(stage);
      for (const type of ["user.escape", "user.back"] as const) {
        await send(stage, { type: "user.navigate", to: "/conversation" });
        await send(stage, { type: "user.navigate", to: CHAT, above: "tabs" });
        await send(stage, { type }, { type });
        expect(history(stage)).toEqual(["/chat", "/conversation"]);
        // The next step back goes on as usual.
        await send(stage, { type: "user.back" });
        expect(history(stage)).toEqual(["/chat"]);
      }
    },
    "11-24 Back, pressed twice while a layer is open, closes the layer only": async (stage) => {
      await send(stage, { type: "user.navigate", to: "/conversation" });
      await send(stage, { type: "user.openLayer", layer: "sheet" });
      await send(stage, { type: "user.back" }, { type: "user.back" });
      expect(history(stage)).toEqual(["/chat", "/conversation"]);
      expect(openLayers(stage)).toEqual([]);
    },
    "11-24 a task that ends just after the user has pressed Back takes no second step": async (stage) => {
      await send(stage, { type: "user.navigate", to: `/userCard?userID=${ANNA}` });
      await send(stage, { type: "user.navigate", to: "/changeName" });
      await send(stage, { type: "user.back" }, { type: "navigation.back", from: "/changeName" });
      expect(history(stage)).toEqual(["/chat", "/userCard"]);
    },
  },
};

/** Opens the settings of a group instead of a card beside the chat. */
async function replaceCard(stage: Stage): Promise<void> {
  await widen(stage);
  await send(stage, { type: "user.navigate", to: `/userCard?userID=${ANNA}` });
  await send(stage, { type: "user.navigate", to: `/groupSetting?groupID=${TEAM}`, above: "chat" });
}

function widen({ act, ports }: Stage): Promise<void> {
  return act(() => ports.emit.window({ type: "window.resized", width: "three" }));
}

/** Sends the events without a pause: the browser steps back after the last of them. */
function send({ app, act }: Stage, ...events: NavigationEvent[]): Promise<void> {
  return act(() => {
    for (const event of events) childOf(app, "navigation")?.send(event);
  });
}

function openLayers({ app }: Stage): readonly string[] | undefined {
  return childOf(app, "navigation")?.getSnapshot().context.layers;
}

/** Paths of the browser's history up to the current page. */
function history({ ports: { address } }: Stage): string[] {
  return address.entries.slice(0, address.index + 1).map(({ path }) => path);
}
