import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, it } from "vitest";
import { close, free, overlay } from "./support/calls.ts";
import { type ForeignClient, foreignClient } from "./support/foreign-client.ts";
import { launch, people, phone, submitSignIn } from "./support/people.ts";
import { type Product, startProduct } from "./support/product.ts";

/** OpenIM's custom types of call signals. */
const [invitation, cancellation] = [200, 203];

/** A new device loads its group lists while the server answers slowly. Dave calls meanwhile. */
describe("calls during a first sync", () => {
  let product: Product;
  let page: Page;
  let me: string;
  let dave: ForeignClient;
  let answer = () => {};
  /** Called when the device requests the group lists, which it does once it is connected. */
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
      await route.continue().catch(() => {}); // the device retries later
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

  it("2-08 R1 R22 calls ring, and many cancels end them, before the first sync ends", async () => {
    await signal(invitation, 1);
    await overlay(page).getByText("Incoming voice call").waitFor();
    await signal(cancellation, 1);
    await free(page);

    const rooms = Array.from({ length: 100 }, (_, index) => 2 + index);
    await Promise.all(rooms.map((room) => signal(invitation, room)));
    await overlay(page).getByText("Incoming voice call").waitFor();
    await Promise.all(rooms.map((room) => signal(cancellation, room)));
    await free(page);
  });
});
