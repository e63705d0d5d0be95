import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from "vitest";
import { sharePath } from "../../../machines/domain/incoming-share.ts";
import type { Language } from "../../../machines/domain/language.ts";
import { SHARE_PATH } from "../../../machines/domain/route.ts";
import "../../../src/i18n/devices.ts";
import "../../../src/i18n/pages.ts";
import "../../../src/i18n/talk.ts";
import { createText } from "../../../src/i18n/text.ts";
import { SHARES } from "../../../src/worker/rules.ts";
import { isLive, patience, people, visit } from "../../e2e/support/people.ts";
import { png } from "../../e2e/support/png.ts";
import { plausibleQuery } from "../../fakes/queries.ts";
import {
  decode,
  drop,
  encodeSmall,
  isAlike,
  keep,
  leftOver,
  type Pixels,
  readKept,
  report,
} from "./pictures.ts";
import { BAKERS, HIKERS, IDS, NEWCOMER, startWorld, type World } from "./world.ts";

type Theme = "light" | "dark";
const HEIGHTS = { 360: 740, 390: 844, 768: 1024, 1440: 900 } as const;
type Width = keyof typeof HEIGHTS;
interface View {
  theme: Theme;
  width: Width;
}
const WIDTHS = [360, 390, 768, 1440] as const;

/** All widths in both themes, for the most important screens. */
const ALL: readonly View[] = (["light", "dark"] as const).flatMap((theme) =>
  WIDTHS.map((width) => ({ theme, width })),
);
/** For all other screens: a phone and a wider window, of other sizes in the other language. */
const SOME: Readonly<Record<Language, readonly View[]>> = {
  en: [
    { theme: "light", width: 390 },
    { theme: "dark", width: 768 },
  ],
  zh: [
    { theme: "dark", width: 390 },
    { theme: "light", width: 360 },
  ],
};
const PHONE: Readonly<Record<Language, readonly View[]>> = {
  en: [{ theme: "light", width: 390 }],
  zh: [{ theme: "dark", width: 390 }],
};

/** A phone, and a window with two panes in the theme that the phone does not have. */
const PANES: Readonly<Record<Language, readonly View[]>> = {
  en: [...PHONE.en, { theme: "dark", width: 1440 }],
  zh: [...PHONE.zh, { theme: "light", width: 1440 }],
};
/** A call is dark in both themes. */
const CALL: readonly View[] = ALL.filter(({ theme }) => theme === "light");

/** Hides what differs from one run to the next: the fake camera and microphone, the timer of a call, codes, and
 * the text cursor. */
const STYLE = `
  video, meter ~ span, [role="timer"] { visibility: hidden !important; }
  * { caret-color: transparent !important; }
  :has(> [autocomplete="one-time-code"]) * { color: transparent !important; }
`;

const CAROLS_CHAT = `/chat?conversationID=si_${IDS.alice}_${IDS.carol}`;
const QUERY = plausibleQuery({ selfID: IDS.alice, userID: IDS.bob, groupID: HIKERS });

/** What another app hands over. */
const SHARED = {
  shareID: "c0ffee",
  text: "The lake trail in autumn\nThree benches and one very proud duck.\nhttps://example.com/lake-trail",
  name: "Lake trail.png",
  base64: png(40, 30, [90, 140, 220]).toString("base64"),
};

/** Stores a share as the service worker does. The worker has the real time, at which the page drops the share. */
function keepShare(page: Page): Promise<void> {
  return page.evaluate(
    async ([cache, path, { shareID, text, name, base64 }]) => {
      const form = new FormData();
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      form.set("text", text);
      form.set("isCut", "no");
      form.set("leftOut", "0");
      form.set("files", new File([bytes], name, { type: "image/png" }));
      const headers = { "Parley-Share": shareID, "Parley-Shared-At": String(Date.now()) };
      await (await caches.open(cache)).put(path, new Response(form, { headers }));
    },
    [SHARES, SHARE_PATH, SHARED] as const,
  );
}

/** The subject of pages that need another. */
const QUERIES: Readonly<Record<string, string>> = {
  groupManage: `groupID=${BAKERS}`,
  sendApplication: `sourceID=${IDS.dave}&isGroup=false`,
  changeName: new URLSearchParams({
    originData: JSON.stringify({ groupID: BAKERS, groupName: "Sunday Bakers" }),
  }).toString(),
};

/** Screens of the app in one language, compared with the kept pictures. */
export function describeLooks(language: Language): void {
  const { t } = createText(language);
  const isUpdate = process.env.LOOKS === "update";

  describe(`the looks in ${language}`, () => {
    let world: World;
    let guest: Page;
    let alice: Page;
    const names = new Set<string>();
    /** Whether every screen was shown, so that its pictures have a name here. */
    let isWhole = true;

    beforeAll(async () => {
      world = await startWorld();
      guest = await newPage();
      alice = await newPage();
      await signIn(alice, people.alice.phone);
      await isLive(alice);
    });
    afterAll(() => world?.close());
    afterEach(({ task }) => {
      if (task.result?.state === "fail") isWhole = false;
    });

    async function newPage(): Promise<Page> {
      const page = await (await world.phone(language === "en" ? "en-US" : "zh-CN")).newPage();
      await page.setViewportSize({ width: 390, height: 844 });
      return page;
    }

    async function signIn(page: Page, phone: string): Promise<void> {
      await page.goto(world.product.origin);
      await page.locator(`[data-demo-person="${phone}"]`).click();
      await page.getByRole("list", { name: t("conversations.list") }).waitFor();
    }

    const press = (page: Page, name: string) =>
      page.getByRole("button", { name, exact: true }).filter({ visible: true }).first().click();

    async function openMenuOf(page: Page, words: string): Promise<void> {
      await page.getByRole("log").getByText(words).last().click({ button: "right" });
      await page.getByRole("menuitem").first().waitFor();
    }

    /** Declines a call that fills a phone. */
    async function declineIn(page: Page): Promise<void> {
      const dialog = page.getByRole("dialog", { name: t("common.call") });
      await dialog.getByRole("button", { name: t("common.hangUp") }).click();
      await dialog.waitFor({ state: "detached" });
    }

    /** Goes to a page of the app. Resolves when its heading is there. */
    async function go(page: Page, path: string): Promise<void> {
      await page.setViewportSize({ width: 390, height: 844 });
      await visit(page, "/about");
      await page.getByRole("heading", { level: 1, name: t("screen.about"), exact: true }).waitFor();
      await visit(page, path);
      if (path.startsWith("/about")) return;
      await page
        .getByRole("heading", { level: 1, name: t("screen.about"), exact: true })
        .waitFor({ state: "hidden" });
    }

    async function look(page: Page, name: string, views: readonly View[], height?: number): Promise<void> {
      const problems: string[] = [];
      for (const view of views) {
        const picture = `${language}/${name}.${view.theme}-${view.width}`;
        names.add(picture);
        await page.setViewportSize({ width: view.width, height: height ?? HEIGHTS[view.width] });
        await page.emulateMedia({ colorScheme: view.theme, reducedMotion: "reduce" });
        problems.push(...(await compare(page, picture)));
      }
      await page.setViewportSize({ width: 390, height: 844 });
      const advice = "If the new look is right, write the pictures with: npm run test:looks -- --update";
      const other = inject("otherMachine");
      // The scene goes on, so that it leaves no open call for the next.
      expect.soft(problems, [...(other === "" ? [] : [other]), ...problems, advice].join("\n")).toEqual([]);
    }

    /** Takes screenshots until a screenshot is like the kept picture, or until two are the same. */
    async function compare(page: Page, name: string): Promise<string[]> {
      const kept = readKept(name);
      let before: Buffer | null = null;
      for (let attempt = 0; ; attempt += 1) {
        await settled(page);
        const shot = await page.screenshot({ style: STYLE, animations: "disabled", caret: "hide" });
        const picture = decode(shot);
        if (!isUpdate && kept && isAlike(kept, picture)) return [];
        const isStill = before?.equals(shot) && attempt >= 2;
        if (isStill || attempt === 12) {
          if (!isUpdate) return [report(name, kept, shot)];
          if (!kept || !isAlike(kept, picture)) keep(name, picture);
          return isStill ? [] : [`${name}: moves`];
        }
        before = shot;
      }
    }

    describe("signed out", () => {
      it("sign-in", async () => {
        await guest.goto(world.product.origin);
        await guest.locator(`[data-demo-person="${people.alice.phone}"]`).waitFor();
        await look(guest, "sign-in", ALL);
      });

      it("a changed colour of a button, or of some words, is noticed", async () => {
        await guest.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
        const smaller = (shot: Pixels) => decode(encodeSmall(shot));
        const shot = async (): Promise<Pixels> => {
          await settled(guest);
          return decode(await guest.screenshot({ style: STYLE }));
        };
        const usual = smaller(await shot());
        expect(isAlike(usual, await shot())).toBe(true);
        const changes = {
          "button[type=submit]": "background: #0060c8",
          "a[href*=getCode]": "color: #555555",
          h1: "translate: 0 1px",
        };
        for (const [selector, change] of Object.entries(changes)) {
          const style = await guest.addStyleTag({ content: `${selector} { ${change} !important }` });
          expect({ selector, isAlike: isAlike(usual, await shot()) }).toEqual({ selector, isAlike: false });
          await style.evaluate((element) => element.parentNode?.removeChild(element));
        }
      });

      it("sign-in with errors", async () => {
        await press(guest, t("login.signIn"));
        await look(guest, "sign-in-errors", SOME[language]);
      });

      it("registration", async () => {
        await guest.goto(`${world.product.origin}/getCode?isRegiste=true&isByEmail=false`);
        await guest.getByRole("heading", { level: 1 }).waitFor();
        await look(guest, "registration", SOME[language]);
      });

      it("registration with a taken number", async () => {
        await guest.getByRole("textbox", { name: t("login.phoneNumber") }).fill(people.bob.phone);
        await press(guest, t("register.getCode"));
        await guest
          .getByRole("textbox", { name: t("login.code") })
          .fill(await world.codeFor(people.bob.phone));
        await guest.getByRole("link", { name: t("register.signInInstead") }).waitFor();
        await look(guest, "registration-taken", SOME[language]);
      });

      it("new account", async () => {
        await guest.goto(`${world.product.origin}/setBaseInfo?${QUERY}`);
        await guest.getByRole("heading", { level: 1 }).waitFor();
        await look(guest, "new-account", PHONE[language]);
      });
    });

    describe("lists", () => {
      it.each([
        ["conversation", ALL],
        ["contact", SOME[language]],
        ["workbench", PHONE[language]],
        ["profile", ALL],
      ] as const)("%s", async (route, views) => {
        await go(alice, `/${route}`);
        await look(alice, route, views);
      });

      it("menu of a chat", async () => {
        await go(alice, "/conversation");
        await alice.getByRole("listitem", { name: people.bob.name }).first().click({ button: "right" });
        await alice.getByRole("menuitem").first().waitFor();
        try {
          await look(alice, "chat-menu", PHONE[language]);
        } finally {
          await alice.keyboard.press("Escape");
        }
      });

      it("offline", async () => {
        await go(alice, "/conversation");
        await alice.context().setOffline(true);
        try {
          await alice.getByText(t("link.offline"), { exact: true }).first().waitFor();
          await look(alice, "offline", SOME[language]);
        } finally {
          await alice.context().setOffline(false);
        }
        await alice.getByText(t("link.offline"), { exact: true }).first().waitFor({ state: "hidden" });
        await isLive(alice);
      });
    });

    describe("chats", () => {
      it("every kind of message", async () => {
        await go(alice, CAROLS_CHAT);
        await alice.getByRole("article").last().waitFor();
        // The drawings of stickers load later.
        const sticker = t("emojis.sticker", { name: t("stickers.ok") });
        await alice.getByRole("img", { name: sticker }).locator("svg").last().waitFor();
        await look(alice, "kinds", ALL, 1200);
      });

      it("menu of a message", async () => {
        await go(alice, CAROLS_CHAT);
        await openMenuOf(alice, "Deal");
        try {
          await look(alice, "message-menu", SOME[language]);
        } finally {
          await alice.keyboard.press("Escape");
        }
      });

      it("reply, and the menu of the composer", async () => {
        await go(alice, CAROLS_CHAT);
        await openMenuOf(alice, "Deal");
        await alice.getByRole("menuitem", { name: t("messageMenu.reply") }).click();
        await alice.getByRole("textbox", { name: t("chat.message") }).fill("One line\nand another");
        await look(alice, "reply", PHONE[language]);
        await alice.getByRole("textbox", { name: t("chat.message") }).fill("");
        await press(alice, t("chat.more"));
        await alice.getByRole("menuitem").first().waitFor();
        await look(alice, "composer-menu", SOME[language]);
        await alice.keyboard.press("Escape");
        // A draft keeps its reply.
        await press(alice, t("chat.cancelReply"));
      });

      it("search in a chat", async () => {
        await go(alice, CAROLS_CHAT);
        await alice.getByRole("article").last().waitFor();
        await press(alice, t("common.details"));
        await alice.getByRole("button", { name: t("chatSearch.title") }).click();
        const field = alice.getByRole("searchbox", { name: t("chatSearch.title") });
        await field.waitFor();
        await look(alice, "chat-search-empty", PHONE[language]);
        await field.fill(language === "en" ? "tea" : "车站");
        await alice
          .getByText(t("chatSearch.place", { number: "1", count: "" }).trim())
          .first()
          .waitFor();
        await look(alice, "chat-search", PANES[language]);
        await field.fill("xyz");
        await alice.getByText(t("chatSearch.nothing")).waitFor();
        await look(alice, "chat-search-nothing", PHONE[language]);
        await press(alice, t("chatSearch.close"));
      });

      it("older messages", async () => {
        await go(alice, CAROLS_CHAT);
        await alice.getByRole("log").hover();
        await alice.mouse.wheel(0, -1100);
        await look(
          alice,
          "kinds-older",
          ALL.filter(({ theme, width }) => width === 390 || (width === 1440 && theme === "light")),
          1200,
        );
      });

      it("group", async () => {
        await go(alice, `/chat?conversationID=sg_${HIKERS}`);
        await alice.getByRole("article").last().waitFor();
        await look(alice, "group", PANES[language]);
      });
    });

    describe("pages", () => {
      it.each([
        ["groupSetting", ALL],
        ["groupManage", PHONE[language]],
        ["groupMemberList", SOME[language]],
        ["groupCard", PHONE[language]],
        ["singleSetting", SOME[language]],
        ["chatMedia", SOME[language]],
        ["userCard", PANES[language]],
        ["userCardSetting", PHONE[language]],
        ["userCardDetails", PHONE[language]],
        ["createGroup", SOME[language]],
        ["chooseUser", PHONE[language]],
        ["contactAdd", PHONE[language]],
        ["newFriend", SOME[language]],
        ["newGroup", PHONE[language]],
        ["myFriend", PHONE[language]],
        ["myGroup", PHONE[language]],
        ["blackList", PHONE[language]],
        ["sendApplication", PHONE[language]],
        ["callRecord", PANES[language]],
        ["qrCode", PHONE[language]],
        ["selfInfoDetails", PHONE[language]],
        ["accountSettings", SOME[language]],
        ["appearance", SOME[language]],
        ["language", PHONE[language]],
        ["changePassword", PHONE[language]],
        ["changeName", PHONE[language]],
        ["nowhere", PHONE[language]],
      ] as const)("%s", async (route, views) => {
        await go(alice, `/${route}?${QUERIES[route] ?? QUERY}`);
        await look(alice, route, views);
      });

      it("share", async () => {
        await go(alice, "/conversation");
        await keepShare(alice);
        await go(alice, sharePath(SHARED.shareID));
        await alice.getByText(SHARED.name).waitFor();
        await alice.getByRole("list", { name: t("forwarding.chats") }).waitFor();
        await look(alice, "share", PANES[language]);
        await press(alice, t("common.cancel"));
      });

      it("search", async () => {
        await go(alice, "/searchFriendOrGroup");
        await look(alice, "search-empty", PHONE[language]);
        await alice
          .getByRole("searchbox")
          .first()
          .fill(language === "en" ? "lake" : "读书");
        await alice.getByRole("heading", { name: t("searching.messages"), exact: true }).waitFor();
        await look(alice, "search", SOME[language]);
        await go(alice, "/searchToJoin?isGroup=false");
        await alice.getByRole("searchbox").filter({ visible: true }).fill("13800000004");
        await alice.keyboard.press("Enter");
        await alice.getByText(people.dave.name).filter({ visible: true }).first().waitFor();
        await look(alice, "find-people", PHONE[language]);
      });
    });

    describe("calls", () => {
      it("calling", async () => {
        await go(alice, `/userCard?userID=${IDS.bob}`);
        await press(alice, t("userCard.voiceCall"));
        await alice.getByRole("dialog").getByText(t("rtc.calling")).waitFor();
        await look(alice, "calling", CALL);
        await press(alice, t("common.hangUp"));
        await alice.getByRole("dialog").first().waitFor({ state: "detached" });
      });

      it("incoming call", async () => {
        await go(alice, CAROLS_CHAT);
        await alice.getByRole("article").last().waitFor();
        const bob = await world.ring();
        await alice.getByRole("button", { name: t("rtc.accept") }).waitFor();
        await look(alice, "incoming-call", [...SOME[language], ...PANES[language].slice(1)]);
        await declineIn(alice);
        bob.close();
      });

      it("incoming group call", async () => {
        await go(alice, CAROLS_CHAT);
        await alice.getByRole("article").last().waitFor();
        const bob = await world.ring({ groupID: HIKERS, invited: [IDS.alice, IDS.carol, IDS.dave] });
        await alice.getByRole("button", { name: t("rtc.accept") }).waitFor();
        await alice.getByText(t("groupCall.alsoInvited")).first().waitFor();
        await look(alice, "incoming-group-call", PANES[language]);
        await declineIn(alice);
        bob.close();
      });

      it("call", async () => {
        const bob = await newPage();
        await signIn(bob, people.bob.phone);
        await isLive(bob);
        await go(alice, `/userCard?userID=${IDS.bob}`);
        await press(alice, t("userCard.voiceCall"));
        await press(bob, t("rtc.accept"));
        await alice.getByRole("timer").waitFor();
        await look(alice, "call", CALL);
        await press(alice, t("rtc.minimise"));
        await alice.getByRole("button", { name: t("rtc.returnToCall") }).waitFor();
        await look(alice, "call-badge", PANES[language]);
        // A chat with its details leaves no room for a docked call.
        await go(alice, CAROLS_CHAT);
        await alice.setViewportSize({ width: 1440, height: 900 });
        await press(alice, t("rtc.dock"));
        await look(alice, "call-docked", PANES[language].slice(1));
        await press(bob, t("common.hangUp"));
        await alice.getByRole("button", { name: t("rtc.returnToCall") }).waitFor({ state: "detached" });
        await bob.context().close();
      });

      it("lobby of a meeting", async () => {
        await go(alice, `/meeting?roomID=${"a".repeat(32)}`);
        await alice.getByText(t("lobby.title")).waitFor();
        await look(alice, "lobby", CALL);
        const dialog = alice.getByRole("dialog");
        await dialog.getByRole("button", { name: t("common.back") }).click();
        await dialog.waitFor({ state: "detached" });
        await look(alice, "meeting", PHONE[language]);
      });
    });

    // It comes last, because it changes the chat list.
    it("albums", async () => {
      await world.sendAlbums();
      await go(alice, `/chat?conversationID=si_${IDS.alice}_${IDS.bob}`);
      await alice
        .getByRole("button", { name: t("attachment.openPictureOf", { place: 7, count: 7 }) })
        .waitFor();
      await alice.getByRole("button", { name: t("chat.toUnread") }).waitFor();
      await look(
        alice,
        "album",
        ALL.filter(({ theme, width }) => width === 390 || (width === 1440 && theme === "light")),
        // Above it are the records of the calls, with their real durations.
        900,
      );
    });

    describe("a newcomer", () => {
      it("empty lists", async () => {
        const nora = await newPage();
        await nora.goto(world.product.origin);
        await nora.getByRole("textbox", { name: t("login.phoneNumber") }).fill(NEWCOMER.phone);
        await nora.getByRole("textbox", { name: t("login.password") }).fill("parley2026");
        await press(nora, t("login.signIn"));
        await nora.getByText(t("conversations.empty")).waitFor({ timeout: patience });
        await look(nora, "no-chats", ALL);
        for (const route of ["contact", "callRecord", "newFriend", "myGroup", "blackList"]) {
          await go(nora, `/${route}`);
          await look(nora, `no-${route}`, SOME[language]);
        }
        await nora.context().close();
      });
    });

    it("every kept picture belongs to a screen", () => {
      const rest = leftOver(language, names);
      if (!isWhole) return;
      if (isUpdate) for (const name of rest) drop(name);
      else expect(rest).toEqual([]);
    });
  });
}

/** Resolves when fonts and pictures are loaded, and nothing on the page waits. */
async function settled(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const isShown = (element: Element) => element.checkVisibility();
    const isWaiting = [...document.querySelectorAll("[aria-busy=true]")].some(isShown);
    const pictures = [...document.images].filter(isShown);
    return document.fonts.status === "loaded" && !isWaiting && pictures.every(({ complete }) => complete);
  });
  await page.evaluate(
    () => new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))),
  );
}
