import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { isEverything } from "../everything.ts";
import { loseAnswers } from "./support/network.ts";
import { answered, launch, password, people, phone, recordToasts } from "./support/people.ts";
import { closeAll, type Product, startProduct } from "./support/product.ts";

/** The codes are read from the server's terminal, as a new user does. */
describe("registration", () => {
  let product: Product;
  let browser: Browser;

  beforeAll(async () => {
    [product, browser] = await Promise.all([startProduct(), launch()]);
  });
  afterAll(() => closeAll(browser, product));
  beforeEach(async () => {
    for (const context of browser.contexts()) await context.close();
  });

  const newPage = async (): Promise<Page> => {
    const page = await (await phone(browser)).newPage();
    await page.addInitScript(recordToasts);
    return page;
  };

  const open = async (path = "/"): Promise<Page> => {
    const page = await newPage();
    await page.goto(`${product.origin}${path}`);
    return page;
  };

  const codeFor = async (purpose: string): Promise<string> => {
    const said = new RegExp(`Verification code[^\\n]*?\\b(\\d{6})\\b[^\\n]*\\(${purpose}\\)`, "g");
    await expect.poll(() => product.terminal()).toMatch(said);
    return [...product.terminal().matchAll(said)].at(-1)?.[1] ?? "";
  };

  const setPassword = async (page: Page, chosen: string) => {
    await page.getByRole("textbox", { name: "Password", exact: true }).fill(chosen);
    await page.getByRole("textbox", { name: "Confirm password" }).fill(chosen);
  };

  it("2-99 5-13 2-93 a new user registers with a code, is signed in, and has the chosen name", async () => {
    const page = await open();
    await page.getByRole("link", { name: "Create account" }).click();
    await page.getByRole("textbox", { name: "Phone number" }).fill("13900000001");
    await page.getByRole("button", { name: "Get code" }).click();
    await page.getByText("We sent a code to +86 13900000001").waitFor();
    const code = await codeFor("register");
    // A reload keeps the code's recipient and the time of sending.
    await page.reload();
    await page.getByText("We sent a code to +86 13900000001").waitFor();
    await page.getByRole("button", { name: /Send again in \d+ s/ }).waitFor();
    await page
      .getByRole("textbox", { name: "Verification code" })
      .fill(code === "000000" ? "000001" : "000000");
    await page.getByText("Incorrect verification code").waitFor();
    await page.getByRole("textbox", { name: "Verification code" }).fill(code);
    await setPassword(page, "newcomer1");
    await page.getByRole("button", { name: "Next" }).click();
    await page.getByRole("textbox", { name: "Name" }).fill("Nora New");
    const answer = await loseAnswers(page, "**/account/register");
    const noAnswer = page.getByText(/please try again/);
    await page.getByRole("button", { name: "Finish" }).click();
    await noAnswer.waitFor();
    await answer();
    const list = page.getByText("No chats yet");
    // A busy server may take longer than the page waits.
    while (!(await list.isVisible())) {
      await page.getByRole("button", { name: "Finish" }).click();
      await list.or(noAnswer).waitFor();
    }
    expect(new URL(page.url()).pathname).toBe("/conversation");
    await page.getByRole("link", { name: "Me", exact: true }).click();
    await page.getByRole("heading", { name: "Nora New" }).waitFor();
    expect(await page.evaluate(() => sessionStorage.getItem("parley:registration"))).toBeNull();
  });

  it.runIf(isEverything)(
    "7-11 8-04 a forgotten password is replaced: the old one is refused, the new one works",
    async () => {
      const page = await open();
      await page.getByRole("radio", { name: "Email" }).click();
      await page.getByRole("textbox", { name: "Email" }).fill(people.carol.email);
      await page.getByRole("link", { name: "Forgot password?" }).click();
      expect(await page.getByRole("textbox", { name: "Email" }).inputValue()).toBe(people.carol.email);
      await page.getByRole("button", { name: "Get code" }).click();
      await page.getByText(`We sent a code to ${people.carol.email}`).waitFor();
      await page
        .getByRole("textbox", { name: "Verification code" })
        .fill(await codeFor("reset the password"));
      await setPassword(page, "parley2027");
      await page.getByRole("button", { name: "Finish" }).click();
      await page.getByRole("list", { name: "Chat list" }).waitFor();
      await page.getByRole("link", { name: "Me", exact: true }).click();
      await page.getByRole("button", { name: "Sign out" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Sign out" }).click();
      await page.getByRole("radio", { name: "Phone" }).click();
      await page.getByRole("textbox", { name: "Phone number" }).fill(people.carol.phone);
      for (const [chosen, result] of [
        [password, page.getByText("Password error")],
        ["parley2027", page.getByRole("list", { name: "Chat list" })],
      ] as const) {
        await page.getByRole("textbox", { name: "Password" }).fill(chosen);
        await page.getByRole("button", { name: "Sign in", exact: true }).click();
        await answered(page, result);
      }
    },
  );

  it.runIf(isEverything)(
    "11-55 a taken number is reported after the right code, with a link to the sign-in",
    async () => {
      const page = await open("/getCode?isRegiste=true&isByEmail=false");
      await page.getByRole("textbox", { name: "Phone number" }).fill(people.bob.phone);
      await page.getByRole("button", { name: "Get code" }).click();
      await page.getByText(`We sent a code to +86 ${people.bob.phone}`).waitFor();
      const code = await codeFor("register");
      const field = page.getByRole("textbox", { name: "Verification code" });
      await field.fill(code === "000000" ? "000001" : "000000");
      await page.getByText("Incorrect verification code").waitFor();
      await field.fill(code);
      await page.getByRole("alert").getByText("Phone number already registered").waitFor();
      await page.getByRole("link", { name: "Sign in instead" }).click();
      await page.getByRole("textbox", { name: "Password" }).fill(password);
      expect(await page.getByRole("textbox", { name: "Phone number" }).inputValue()).toBe(people.bob.phone);
      await page.getByRole("button", { name: "Sign in", exact: true }).click();
      await page.getByRole("list", { name: "Chat list" }).waitFor();
    },
  );

  it.runIf(isEverything)(
    "2-87 2-88 2-89 2-90 2-93 baseData leaves the address bar at once; elsewhere it starts over and makes no account",
    async () => {
      const number = "13900000003";
      const asking = await open("/getCode?isRegiste=true&isByEmail=false");
      await asking.getByRole("textbox", { name: "Phone number" }).fill(number);
      await asking.getByRole("button", { name: "Get code" }).click();
      await asking.getByText(`We sent a code to +86 ${number}`).waitFor();
      const verifyCode = await codeFor("register");
      const given = { areaCode: "+86", phoneNumber: number, verifyCode, isRegiste: true };
      const step = (name: string, more: object = {}) =>
        `${product.origin}/${name}?${new URLSearchParams({ baseData: JSON.stringify({ ...given, ...more }) })}`;
      const whole = { password: "stranger1" };

      const stranger = await newPage();
      for (const link of [
        step("setBaseInfo", whole),
        step("setPassword", whole),
        `${product.origin}/verifyCode?baseData=%7B`,
      ]) {
        await stranger.goto(link);
        await stranger.waitForFunction(() =>
          window.toastsShown.includes("This step can't continue. Please start again."),
        );
        expect(stranger.url()).toBe(`${product.origin}/login`);
        expect(await stranger.getByRole("button", { name: "Finish" }).count()).toBe(0);
      }

      // In the tab that asked for the code the same addresses continue, and show the phone number of the account.
      await asking.goto(step("setPassword"));
      await asking.getByRole("textbox", { name: "Confirm password" }).waitFor();
      await asking.getByText(`Account: +86 ${number}`).waitFor();
      expect(asking.url()).toBe(`${product.origin}/setPassword`);
      await asking.goto(step("setBaseInfo"));
      await asking.getByRole("textbox", { name: "Confirm password" }).waitFor();
      expect(asking.url()).not.toContain(verifyCode);
      await asking.goto(step("setBaseInfo", whole));
      const last = asking.getByRole("form", { name: "About you" });
      await last.getByText(`Account: +86 ${number}`).waitFor();
      await asking.getByRole("textbox", { name: "Name" }).fill("Olga Own");
      await asking.getByRole("button", { name: "Finish" }).click();
      await asking.getByText("No chats yet").waitFor();
    },
  );
});
