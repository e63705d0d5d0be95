import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { close, free, overlay } from "./support/calls.ts";
import { type ForeignClient, foreignClient } from "./support/foreign-client.ts";
import { isLive, launch, people, phone, submitSignIn } from "./support/people.ts";
import { type Product, startProduct } from "./support/product.ts";

/** OpenIM's numbers for what a client says about a call. */
const [invitation, cancellation] = [200, 203];

/** A new device reads the lists of its groups, and the server is slow to answer. Dave calls meanwhile. */
describe("calls during a first synchronisation", () => {
  let product: Product;
  let page: Page;
  let me: string;
  let dave: ForeignClient;
  /** Lets the server answer. */
  let answer = () => {};
  /** Called whenever the device waits for the lists, which it reads once it is connected. */
  let onWait = () => {};
  const isWaiting = new Promise<void>((resolve) => {
    onWait = resolve;
  });

  beforeAll(async () => {
    product = await startProduct();
    dave = await foreignClient(product.origin, people.dave);
    const carol = await foreignClient(product.origin, people.carol);
    me = carol.userID;
    carol.close();
    const context = await phone(await launch());
    const mayAnswer = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await context.route("**/group/get_incremental_join_groups", async (route) => {
      onWait();
      await mayAnswer;
      await route.continue().catch(() => {}); // the device asks again after a while
    });
    page = await context.newPage();
    await submitSignIn(page, product.origin, people.carol);
    await isWaiting;
  });
  afterAll(async () => {
    answer();
    await close(page);
    dave?.close();
    await product?.close();
  });

  const list = () => page.getByRole("list", { name: "Conversations", includeHidden: true }).first();
  const signal = (customType: number, room: number) =>
    dave.signal(me, customType, {
      roomID: room.toString(16).padStart(32, "0"),
      inviterUserID: dave.userID,
      inviteeUserIDList: [me],
      groupID: "",
      mediaType: "audio",
      sessionType: 1,
      platformID: 5,
      timeout: 30,
    });

  it("2-08 R1 an invitation rings, and is over when it is cancelled, before the chats are there", async () => {
    await signal(invitation, 1);
    await overlay(page).getByText("Incoming voice call").waitFor();
    await signal(cancellation, 1);
    await free(page);
    expect(await list().getAttribute("aria-busy")).toBe("true");
  });

  it("R22 the last of many cancels ends the ring, however much the SDK has to do", async () => {
    const rooms = Array.from({ length: 300 }, (_, index) => 2 + index);
    const all = async (customType: number) => {
      for (let start = 0; start < rooms.length; start += 50)
        await Promise.all(rooms.slice(start, start + 50).map((room) => signal(customType, room)));
    };
    await all(invitation);
    await overlay(page).getByText("Incoming voice call").waitFor();
    await all(cancellation);
    await free(page);
    expect(await list().getAttribute("aria-busy")).toBe("true");
    answer();
    await isLive(page);
    await free(page);
  });
});
