import type { Locator, Page } from "playwright-core";
import * as v from "valibot";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isEverything } from "../everything.ts";
import { connectGob } from "../server/support/gob-client.ts";
import { credentialsOf, post } from "./support/foreign-client.ts";
import {
  back,
  conversationRow,
  isLive,
  message,
  openChat,
  type Person,
  people,
  press,
  send,
  signedIn,
  type TwoUsers,
  twoUsers,
} from "./support/people.ts";
import { type RestUser, restUserAt, restUserOf } from "./support/rest.ts";

/** The demo chat of Alice and Bob has about 150 messages. */
describe("history", () => {
  let users: TwoUsers;
  let alice: Page;
  let bob: Page;

  beforeAll(async () => {
    users = await twoUsers();
    ({ alice, bob } = users);
    await Promise.all([openChat(alice, people.bob.name), openChat(bob, people.alice.name)]);
  });
  afterAll(() => users?.close());

  const wayBack = () => alice.getByRole("button", { name: "Back to where you were" });

  const seen = () =>
    alice
      .getByRole("log", { name: "Messages" })
      .getByRole("article")
      .evaluateAll((articles) =>
        articles.map((article) => `${article.getAttribute("aria-label")}|${article.textContent}`),
      );

  it("7-31 scrolling up loads more than a hundred messages, each once", async () => {
    const ids = new Set<string>(await seen());
    const log = alice.getByRole("log", { name: "Messages" });
    await log.hover();
    await expect
      .poll(
        async () => {
          await alice.mouse.wheel(0, -600);
          for (const id of await seen()) ids.add(id);
          return ids.size;
        },
        { interval: 60 },
      )
      .toBeGreaterThan(120);
    const mounted = await seen();
    expect(new Set(mounted).size).toBe(mounted.length);
  });

  it("a press during a scroll hits the message at its position", async () => {
    const log = alice.getByRole("log", { name: "Messages" });
    await log.getByRole("article").last().waitFor();
    const missed = await log.evaluate(async (log) => {
      const { top, height } = log.getBoundingClientRect();
      const middleOf = (row: Element) => {
        const box = row.getBoundingClientRect();
        return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
      };
      const fromMiddle = (row: Element) => Math.abs(middleOf(row).y - top - height / 2);
      const missed: string[] = [];
      for (let step = 0; step < 20; step += 1) {
        log.scrollTop -= 10;
        await new Promise(requestAnimationFrame);
        await new Promise(requestAnimationFrame);
        const [row] = [...log.querySelectorAll("article")].sort((a, b) => fromMiddle(a) - fromMiddle(b));
        if (!row) throw new Error("No message in view");
        const { x, y } = middleOf(row);
        if (!row.contains(document.elementFromPoint(x, y))) missed.push(row.textContent ?? "");
      }
      return missed;
    });
    expect(missed).toEqual([]);
  });

  it("2-03 a page that loads while the details are in front does not move the messages", async () => {
    // After a reload only one page of the chat is loaded.
    await alice.reload();
    await alice.getByRole("list", { name: "Chat list" }).waitFor();
    await isLive(alice);
    await openChat(alice, people.bob.name);
    const log = alice.getByRole("log", { name: "Messages" });
    await log.getByRole("article").last().waitFor();
    const [read, top] = await log.evaluate(
      (log) =>
        new Promise<[string, number]>((resolve) => {
          log.scrollTop -= 200;
          const details = document.querySelector<HTMLElement>("[aria-label=Details]");
          // The same scroll requests the older page. The rows it brings into view are already drawn.
          const leave = () => {
            const [line] = [...log.querySelectorAll("article")].filter(
              (line) => line.getBoundingClientRect().top > 200,
            );
            if (!line) return;
            log.removeEventListener("scroll", leave);
            resolve([line.textContent ?? "", line.getBoundingClientRect().top]);
            details?.click();
          };
          log.addEventListener("scroll", leave);
        }),
    );
    // The older page has loaded once the chat's pictures show, because they are read after it.
    await alice.getByRole("button", { name: "Chat files" }).click();
    await alice.getByRole("region", { name: "Photos and videos" }).waitFor();
    await back(alice);
    await alice.getByRole("heading", { name: "Chat details" }).waitFor();
    await back(alice);
    await expect
      .poll(() =>
        log
          .getByRole("article")
          .filter({ hasText: read })
          .first()
          .evaluate((line) => Math.round(line.getBoundingClientRect().top)),
      )
      .toBe(Math.round(top));
  });

  it("pages that load above do not move the messages in view", async () => {
    await bob.getByRole("log", { name: "Messages" }).getByRole("article").last().waitFor();
    const step = 240;
    const moves = await bob.getByRole("log", { name: "Messages" }).evaluate(async (log, distance) => {
      const frames = async (count: number) => {
        for (let frame = 0; frame < count; frame += 1) await new Promise(requestAnimationFrame);
      };
      const scrolls = (element: Element) =>
        element.scrollHeight > element.clientHeight &&
        /auto|scroll/.test(getComputedStyle(element).overflowY);
      const scroller =
        [log, ...log.querySelectorAll("*")].find(scrolls) ?? log.closest("[data-scroller]") ?? log;
      const words = (article: Element) => `${article.getAttribute("aria-label")}|${article.textContent}`;
      const articles = () => [...log.querySelectorAll("article")];
      const top = (article: Element) => article.getBoundingClientRect().top;
      const moved: number[] = [];
      for (let round = 0; round < 60; round += 1) {
        const anchor = articles().find((article) => top(article) > 150);
        if (!anchor) break;
        const [name, before] = [words(anchor), top(anchor)];
        scroller.scrollBy(0, -distance);
        await frames(4);
        const after = articles().find((article) => words(article) === name);
        if (!after) break;
        moved.push(Math.round(top(after) - before));
      }
      return moved;
    }, step);
    expect(moves.length).toBeGreaterThan(40);
    expect(moves.filter((move) => move < -2 || move > step + 2)).toEqual([]);
  });

  it("messages that go above the view on another device do not move what is being read", async () => {
    await bob.getByRole("button", { name: "Go to the newest message" }).click();
    await bob.getByRole("button", { name: "Go to the newest message" }).waitFor({ state: "detached" });
    const log = bob.getByRole("log", { name: "Messages" });
    await log.evaluate((scroller) => {
      scroller.scrollTop -= 2 * scroller.clientHeight;
    });
    /** The texts of the messages that are drawn, by how far below the upper edge of the screen they are. */
    const places = () =>
      log
        .getByRole("article")
        .evaluateAll((articles) =>
          articles.map(
            (article) =>
              [article.textContent ?? "", Math.round(article.getBoundingClientRect().top)] as const,
          ),
        );
    await expect.poll(async () => (await places()).filter(([, top]) => top < -60).length).toBeGreaterThan(2);
    const drawn = await places();
    const above = drawn.filter(([, top]) => top < -60).slice(-2);
    const [read, before] = drawn.find(([, top]) => top > 150) ?? ["", 0];

    const me = await restUserAt(bob, users.product.origin);
    const conversationID = new URL(bob.url()).searchParams.get("conversationID") ?? "";
    const seqs = await seqsOf(me, conversationID, (text) => above.some(([words]) => words.startsWith(text)));
    expect(seqs).toHaveLength(2);
    await me.post("/msg/delete_msgs", {
      userID: me.userID,
      conversationID,
      seqs,
      deleteSyncOpt: { IsSyncSelf: true, IsSyncOther: false },
    });
    const gone = async () => (await places()).filter(([words]) => above.some(([other]) => other === words));
    await expect.poll(gone).toEqual([]);
    expect((await places()).find(([words]) => words === read)?.[1]).toBe(before);
  });

  it("4-61 a message that arrives while scrolled up waits in a pill; pressing it leads to the newest", async () => {
    await alice.getByRole("log", { name: "Messages" }).evaluate((log) => {
      log.scrollTop -= 2 * log.clientHeight;
    });
    await send(bob, "Scroll down when you are done");
    const pill = alice.getByRole("button", { name: /1 new message/ });
    await pill.waitFor();
    expect(await message(alice, "Scroll down when you are done").isVisible()).toBe(false);
    await pill.click();
    await message(alice, "Scroll down when you are done").waitFor();
    await pill.waitFor({ state: "detached" });
  });

  it("2-63 a search hit far up opens between its neighbours, and a button leads back", async () => {
    const { userID, imToken } = await credentialsOf(users.product.origin, people.bob);
    const recvID = await alice.evaluate(() => localStorage.getItem("IM_USERID") ?? "");
    const client = await connectGob(users.product.origin, { userID, token: imToken });
    for (let index = 0; index < 80; index += 1)
      await client.send({ recvID, content: JSON.stringify({ content: `Haystack ${index}` }) });
    client.close();
    await message(alice, "Haystack 79").waitFor();
    // The page that was open had loaded all of them.
    await alice.reload();
    await alice.getByRole("link", { name: "Search" }).click();
    await alice.getByRole("searchbox", { name: "Search" }).fill("Haystack 17");
    const hit = alice.getByRole("list", { name: "Messages" }).getByRole("listitem").getByRole("button");
    await hit.click();
    const needle = message(alice, "Haystack 17");
    const isInView = async () => {
      const box = await needle.boundingBox();
      return box !== null && box.y > 60 && box.y + box.height < 760;
    };
    await expect.poll(isInView).toBe(true);
    for (const near of ["Haystack 16", "Haystack 18"]) await message(alice, near).waitFor();
    // The pages around it load, and it stays in view.
    await message(alice, "Haystack 30").waitFor();
    await expect.poll(isInView).toBe(true);
    await alice.getByRole("button", { name: "Details" }).click();
    await alice.getByRole("heading", { name: "Chat details" }).waitFor();
    await back(alice);
    await expect.poll(isInView).toBe(true);
    await alice.getByRole("button", { name: "Go to the newest message" }).click();
    await message(alice, "Haystack 79").waitFor();
    await back(alice);
    await hit.click();
    await expect.poll(isInView).toBe(true);
    // Between the two openings the chat showed its newest messages.
    await wayBack().click();
    await message(alice, "Haystack 79").waitFor();
    await expect.poll(() => wayBack().count()).toBe(0);
  });

  it.runIf(isEverything)(
    "3-77 quotes lead from reply to reply, and the way back has the same steps",
    async () => {
      // A reply also contains the text it answers.
      const needle = message(alice, "Haystack 60").filter({ hasNotText: "First answer" });
      const first = message(alice, "First answer").filter({ hasNotText: "Second answer" });
      const second = message(alice, "Second answer");
      const isInView = async (line: Locator) => {
        const box = await line.boundingBox({ timeout: 1000 }).catch(() => null);
        return box !== null && box.y > 60 && box.y + box.height < 790;
      };
      const reply = async (to: Locator, text: string) => {
        await to
          .getByText(/^(Haystack 60|First answer)$/)
          .last()
          .click({ button: "right" });
        await alice.getByRole("menuitem", { name: "Reply" }).click();
        await send(alice, text);
      };

      await alice.getByRole("log", { name: "Messages" }).hover();
      // On a busy machine several turns of the wheel arrive as one: a message that was passed is below.
      const scrollThere = async () => {
        const lines = await alice.getByRole("article").allTextContents();
        const numbers = lines.flatMap((line) => /Haystack (\d+)/.exec(line)?.[1] ?? []).map(Number);
        const box = await needle.boundingBox({ timeout: 1000 }).catch(() => null);
        const isBelow = box ? box.y > 400 : numbers.length > 0 && Math.max(...numbers) < 60;
        await alice.mouse.wheel(0, isBelow ? 300 : -400);
        return isInView(needle);
      };
      await expect.poll(scrollThere, { interval: 60 }).toBe(true);
      await reply(needle, "First answer");
      for (let index = 0; index < 20; index += 1) await send(alice, `Straw ${index}`);
      await reply(first, "Second answer");
      await second.waitFor();
      expect(await wayBack().count()).toBe(0);

      // At once, because sending has just scrolled to the end.
      await second.getByRole("button", { name: /First answer/ }).click();
      await expect.poll(() => isInView(first)).toBe(true);
      await first.getByRole("button", { name: /Haystack 60/ }).click();
      await expect.poll(() => isInView(needle)).toBe(true);
      await wayBack().click();
      await expect.poll(() => isInView(first)).toBe(true);
      await wayBack().click();
      await expect.poll(() => isInView(second)).toBe(true);
      await wayBack().waitFor({ state: "detached" });

      // Going to the newest message also removes the way back.
      await second.getByRole("button", { name: /First answer/ }).click();
      await expect.poll(() => isInView(first)).toBe(true);
      await wayBack().waitFor();
      await alice.getByRole("button", { name: "Go to the newest message" }).click();
      await expect.poll(() => isInView(second)).toBe(true);
      await wayBack().waitFor({ state: "detached" });
    },
  );

  it("4-61 a new device leads from the newest message to the first of many unread ones, and back", async () => {
    const { origin } = users.product;
    const recvID = (await credentialsOf(origin, people.dave)).userID;
    const me = await credentialsOf(origin, people.carol);
    const client = await connectGob(origin, { userID: me.userID, token: me.imToken });
    const say = (text: string) => client.send({ recvID, content: JSON.stringify({ content: text }) });
    await say("Before the holidays");
    const rest = await restUserOf(people.dave, origin);
    const conversationID = `si_${[me.userID, recvID].sort().join("_")}`;
    const { [conversationID]: hasReadSeq } = await client.maxSeqs();
    await rest.post("/msg/set_conversation_has_read_seq", { userID: recvID, conversationID, hasReadSeq });
    // More than a new device stores of a chat.
    for (let index = 1; index <= 150; index += 1) await say(`Holiday ${index}.`);
    client.close();
    const dave = await signedIn(users.browser, origin, people.dave);
    await openChat(dave, people.carol.name);
    await message(dave, "Holiday 150.").waitFor();
    await press(dave, /^150 new messages/);
    const line = dave.getByText("Unread messages", { exact: true });
    await line.waitFor();
    const heightOf = async (place: Locator) => (await place.boundingBox())?.y ?? Number.NaN;
    await expect.poll(async () => (await heightOf(line)) > 60 && (await heightOf(line)) < 700).toBe(true);
    expect(await heightOf(message(dave, "Before the holidays"))).toBeLessThan(await heightOf(line));
    expect(await heightOf(message(dave, "Holiday 1."))).toBeGreaterThan(await heightOf(line));
    expect(await dave.getByRole("button", { name: /new messages/ }).count()).toBe(0);
    await press(dave, "Go to the newest message");
    await message(dave, "Holiday 150.").waitFor();
    await dave.context().close();
  });

  it.runIf(isEverything)(
    "4-29 a new device previews a chat by its newest undeleted message, and hides an empty chat",
    async () => {
      const me = await credentialsOf(users.product.origin, people.carol);
      const client = await connectGob(users.product.origin, { userID: me.userID, token: me.imToken });
      const rest: RestUser = {
        userID: me.userID,
        post: (path, body) => post(`${users.product.origin}/api${path}`, body, me.imToken),
      };
      const left = `It's "left", said O'Neil`;
      /** Sends one message that stays and `count` messages that it deletes. Resolves with the conversation's id. */
      const writeAndDelete = async (person: Person, count: number) => {
        const { userID: recvID } = await credentialsOf(users.product.origin, person);
        await client.send({ recvID, content: JSON.stringify({ content: left }) });
        for (let index = 0; index < count; index += 1)
          await client.send({ recvID, content: JSON.stringify({ content: `Deleted ${index}` }) });
        const conversationID = `si_${[me.userID, recvID].sort().join("_")}`;
        // A real server numbers messages after it has answered, and pushes nothing in the first second.
        let seqs: readonly number[] = [];
        const numbered = async () => {
          seqs = await seqsOf(rest, conversationID, (text) => text.startsWith("Deleted "));
          return seqs.length;
        };
        await expect.poll(numbered).toBe(count);
        await change("delete_msgs", { conversationID, seqs, deleteSyncOpt: null });
        return conversationID;
      };
      const change = (path: string, body: object) =>
        rest.post(`/msg/${path}`, { userID: me.userID, ...body });
      await writeAndDelete(people.alice, 1);
      await writeAndDelete(people.bob, 45);
      const cleared = await writeAndDelete(people.dave, 1);
      await change("clear_conversation_msg", { conversationIDs: [cleared], deleteSyncOpt: null });
      client.close();

      const carol = await signedIn(users.browser, users.product.origin, people.carol);
      for (let visit = 1; visit <= 2; visit += 1) {
        for (const { name } of [people.alice, people.bob])
          await conversationRow(carol, name).getByText(left).waitFor();
        expect(await conversationRow(carol, people.dave.name).count()).toBe(0);
        await carol.reload();
      }
      await openChat(carol, people.alice.name);
      await message(carol, left).waitFor();
      await carol.context().close();
    },
  );

  it("11-53 a search in a chat steps through its hits, also those that a new device has not loaded", async () => {
    const me = await credentialsOf(users.product.origin, people.dave);
    const { userID: recvID } = await credentialsOf(users.product.origin, people.alice);
    const client = await connectGob(users.product.origin, { userID: me.userID, token: me.imToken });
    const said: Record<number, string> = {
      4: "A canoe on the lake",
      90: "Two canoes, please",
      179: "No canoe",
    };
    for (let index = 0; index < 180; index += 1)
      await client.send({ recvID, content: JSON.stringify({ content: said[index] ?? `Water ${index}` }) });
    client.close();

    const dave = await signedIn(users.browser, users.product.origin, people.dave);
    await openChat(dave, people.alice.name);
    await message(dave, "No canoe").waitFor();
    await dave.getByRole("button", { name: "Details" }).click();
    await dave.getByRole("button", { name: "Search in chat" }).click();
    const field = dave.getByRole("searchbox", { name: "Search in chat" });
    await field.fill("canoe");
    await dave.getByText("1 of 3", { exact: true }).waitFor();
    const isInView = async (text: string) => {
      const box = await message(dave, text)
        .boundingBox({ timeout: 1000 })
        .catch(() => null);
      return box !== null && box.y > 60 && box.y + box.height < 790;
    };
    await expect.poll(() => isInView("No canoe")).toBe(true);
    await field.press("Enter");
    await expect.poll(() => isInView("Two canoes, please")).toBe(true);
    await dave.getByRole("button", { name: "Older match" }).click();
    await expect.poll(() => isInView("A canoe on the lake")).toBe(true);
    await dave.getByText("3 of 3", { exact: true }).waitFor();
    expect(await message(dave, "A canoe on the lake").locator("mark").allInnerTexts()).toEqual(["canoe"]);
    await field.fill("kayak");
    await dave.getByText("Nothing found in this chat").waitFor();
    await dave.goBack();
    await dave.getByRole("heading", { level: 1, name: people.alice.name }).waitFor();
    await dave.getByRole("button", { name: "Back to where you were" }).click();
    await expect.poll(() => isInView("No canoe")).toBe(true);

    await dave.setViewportSize({ width: 1440, height: 900 });
    await dave.getByRole("list", { name: "Chat list" }).waitFor();
    await dave.keyboard.press("Control+f");
    await dave.keyboard.type("canoes");
    await dave.getByText("1 of 1", { exact: true }).waitFor();
    await dave.keyboard.press("Escape");
    await field.waitFor({ state: "detached" });
    await message(dave, "Two canoes, please").waitFor();
    await dave.context().close();
  });
});

const pulledMessages = v.object({
  msgs: v.record(v.string(), v.object({ Msgs: v.array(v.object({ seq: v.number(), content: v.string() })) })),
});
const textContent = v.pipe(v.string(), v.parseJson(), v.object({ content: v.string() }));

/** The numbers of the text messages of a chat that are meant, of the newest 100. */
async function seqsOf(me: RestUser, conversationID: string, isMeant: (text: string) => boolean) {
  const seqRanges = [{ conversationID, begin: 1, end: 1000, num: 100 }];
  const pulled = await me.post("/msg/pull_msg_by_seq", { userID: me.userID, seqRanges });
  const { msgs } = v.parse(pulledMessages, pulled);
  return (msgs[conversationID]?.Msgs ?? []).flatMap(({ seq, content }) => {
    const text = v.safeParse(textContent, Buffer.from(content, "base64").toString());
    return text.success && isMeant(text.output.content) ? [seq] : [];
  });
}
