import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { noise } from "./support/made-files.ts";
import {
  back,
  isLive,
  isSent,
  message,
  openChat,
  people,
  phone,
  press,
  send,
  submitSignIn,
  type TwoUsers,
  twoUsers,
} from "./support/people.ts";
import { restUserAt } from "./support/rest.ts";

/** Alice has messages that are not sent when she is signed out. Bob would receive them. */
describe("unsent messages at the end of a session", () => {
  let users: TwoUsers;
  let alice: Page;
  let bob: Page;

  beforeAll(async () => {
    users = await twoUsers();
    ({ alice, bob } = users);
    await openChat(alice, people.bob.name);
    await openChat(bob, people.alice.name);
  });
  afterAll(() => users?.close());

  const rows = (page: Page) => page.getByRole("log", { name: "Messages" }).getByRole("article");

  async function sendFile(name: string): Promise<void> {
    await alice.getByRole("button", { name: "More", exact: true }).click();
    const chooser = alice.waitForEvent("filechooser");
    await alice.getByRole("menuitem", { name: "File" }).click();
    await (await chooser).setFiles([noise(name, 300_000)]);
    await alice
      .getByRole("dialog", { name: /^Send \d+ item/ })
      .getByRole("button", { name: "Send" })
      .click();
    await rows(alice).last().getByText(name.replace(/\..*/, "")).waitFor();
  }
  const refuseUploads = () =>
    alice.route(/\/object\/_\/uploads\//, (route) =>
      route.request().method() === "PUT" ? route.fulfill({ status: 500 }) : route.fallback(),
    );

  /** What the browser stores of unsent messages. */
  const stored = () =>
    alice.evaluate(async () => {
      const files = await new Promise<string[]>((resolve, reject) => {
        const request = indexedDB.open("parley-files");
        request.onerror = reject;
        request.onsuccess = () => {
          const keys = request.result.transaction("files").objectStore("files").getAllKeys();
          keys.onsuccess = () => {
            request.result.close();
            resolve(keys.result.map(String));
          };
        };
      });
      return [...Object.keys(localStorage).filter((key) => key.startsWith("parley:outbox:")), ...files];
    });

  async function signInAgain(): Promise<void> {
    await submitSignIn(alice, users.product.origin, people.alice);
    await isLive(alice);
    await openChat(alice, people.bob.name);
  }

  it("4-14 8-36 the user who signs out is told how many messages are lost, and the next sign-in neither sends nor shows them", async () => {
    const asBob = await restUserAt(bob, users.product.origin);
    const { userID: aliceID } = await restUserAt(alice, users.product.origin);
    const block = { ownerUserID: asBob.userID, blackUserID: aliceID };
    await asBob.post("/friend/add_black", block);
    await send(alice, "Blocked words");
    await message(alice, "Blocked words").getByRole("button", { name: "Retry" }).waitFor();
    await refuseUploads();
    await sendFile("secret.bin");
    await rows(alice).last().getByRole("button", { name: "Retry" }).waitFor();
    expect(await stored()).toHaveLength(2);

    await back(alice);
    await alice.getByRole("link", { name: "Me", exact: true }).click();
    await press(alice, "Sign out");
    const question = alice.getByRole("dialog");
    await question.getByText("2 messages aren't sent yet. They will be lost.").waitFor();
    await press(question, "Sign out");
    await alice.getByRole("button", { name: "Sign in", exact: true }).waitFor();
    await expect.poll(stored).toEqual([]);

    await asBob.post("/friend/remove_black", block);
    await alice.unrouteAll();
    await signInAgain();
    await send(alice, "After the sign-in");
    await isSent(alice, "After the sign-in");
    await message(bob, "After the sign-in").waitFor();
    for (const page of [alice, bob])
      for (const lost of ["Blocked words", "secret"])
        expect(await rows(page).getByText(lost).count()).toBe(0);
  });

  it("4-09 8-36 a user whom another device signs out loses nothing: the next sign-in sends it", async () => {
    await alice.route(/\/object\/_\/uploads\//, () => {});
    await sendFile("report.bin");
    const other = await (await phone(users.browser)).newPage();
    await submitSignIn(other, users.product.origin, people.alice);
    await alice.getByRole("button", { name: "Sign in", exact: true }).waitFor();
    expect(await stored()).toHaveLength(2);
    await other.context().close();
    await alice.unrouteAll();
    await signInAgain();
    await rows(bob).last().getByText("report").waitFor();
    await expect.poll(stored).toEqual([]);
  });
});
