import { fireEvent, screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { aWorld } from "../../fakes/world.ts";
import { press } from "../shell/stage.tsx";
import { articles, openChat } from "./stage.tsx";

/** Ids whose order is the reverse of the picked order. */
const IDS = ["f".repeat(32), "e".repeat(32), "d".repeat(32)];
const NAMES = ["first.txt", "second.txt", "third.txt"];

/** File names in the log, in order. The fake SDK creates messages without a name; here that is the first file. */
const shown = () =>
  articles().map(
    (row) =>
      /\w+\.txt/.exec(within(row).queryByRole("link")?.getAttribute("aria-label") ?? NAMES[0] ?? "")?.[0],
  );

it("10-12 files picked together keep their order until all of them are sent", async () => {
  const { ports, does } = await openChat(aWorld({ messages: [] }), {
    prepare(fakes) {
      const ids = [...IDS];
      fakes.platform.newID = () => ids.shift() ?? "";
      fakes.hold("im.sendMessage");
    },
  });
  const files = NAMES.map((name) => new File(["bytes"], name, { type: "text/plain" }));
  await does(
    () => void fireEvent.drop(window, { dataTransfer: { types: ["Files"], files, dropEffect: "" } }),
  );
  await screen.findByRole("dialog", { name: "Send 3 items" });
  await expect
    .poll(() => screen.getByRole<HTMLButtonElement>("button", { name: "Send" }).disabled)
    .toBe(false);
  await press("button", "Send");
  await expect.poll(shown).toEqual(NAMES);

  // The SDK creates the first message later than it was picked, while the others still wait.
  await does(() => ports.passTime(5000));
  for (const id of IDS)
    await does(() =>
      ports.emit.upload({ type: "upload.done", addresses: { url: `https://im.example/${id}` } }, id),
    );
  await expect.poll(() => ports.pending("im.sendMessage").length).toBe(1);
  expect(shown()).toEqual(NAMES);
});
