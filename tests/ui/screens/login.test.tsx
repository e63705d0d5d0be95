import { act, fireEvent, screen, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { Failure, type FailureCode } from "../../../machines/domain/failure.ts";
import { Secret } from "../../../machines/domain/secret.ts";
import { aWorld } from "../../fakes/world.ts";
import { openPage, press } from "../shell/stage.tsx";

async function open() {
  const page = await openPage({ world: aWorld({ signedIn: false }) });
  await screen.findByRole("button", { name: "Sign in" });
  return page;
}

const field = (name: string) =>
  screen.getByLabelText<HTMLInputElement>(name, { selector: "input:not([type=radio])" });

async function type(name: string, value: string) {
  await act(async () => void fireEvent.change(field(name), { target: { value } }));
}

/** The error under a field, which screen readers read with it. */
function errorOf(name: string): string | null {
  const id = field(name).getAttribute("aria-describedby");
  return field(name).getAttribute("aria-invalid") === "true" && id
    ? (document.getElementById(id)?.textContent ?? null)
    : null;
}

describe("signing in", () => {
  it("2-94 a phone number and a password, sent with Enter, lead to the conversations", async () => {
    const { ports } = await open();
    await type("Phone number", "13800000001");
    await type("Password", "parley2026");
    await act(async () => void fireEvent.submit(field("Password")));
    expect(await screen.findByRole("list", { name: "Chat list" })).toBeTruthy();
    const [sent] = ports.sent("account.signIn");
    expect(sent?.identifier).toEqual({ kind: "phone", areaCode: "+86", phoneNumber: "13800000001" });
    expect(sent?.proof.kind === "password" && sent.proof.password.reveal()).toBe("parley2026");
  });

  it.each([
    [
      "4-09 8-19",
      { type: "im.kicked" },
      "Another device signed in or changed the password. Please sign in again.",
    ],
    ["4-10 8-18", { type: "im.tokenExpired" }, "Login expired, please log in again"],
  ] as const)(
    "%s a signed-out user sees the reason at the form until they sign in again",
    async (_, end, words) => {
      const page = await openPage();
      await page.does(() => page.ports.emit.connection(end));
      await screen.findByRole("button", { name: "Sign in" });
      await page.waits(60_000);
      expect(screen.getByText(words)).toBeTruthy();
      await type("Phone number", "13800000001");
      await type("Password", "parley2026");
      await act(async () => void fireEvent.submit(field("Password")));
      await screen.findByRole("navigation", { name: "Main" });
      await press("link", "Me");
      await press("button", "Sign out");
      await press("button", "Sign out");
      expect(screen.queryByText(words)).toBeNull();
    },
  );

  it("2-94 fields have the hints for password managers and keyboards", async () => {
    await open();
    expect(field("Phone number").autocomplete).toBe("tel-national");
    expect(field("Phone number").inputMode).toBe("tel");
    expect(field("Password").autocomplete).toBe("current-password");
    await press("radio", "Email");
    expect(field("Email").autocomplete).toBe("email");
    await press("button", "Use a code instead");
    expect(field("Verification code").autocomplete).toBe("one-time-code");
  });

  it("2-94 the password is hidden until it is asked for, and stays after a switch to the code and back", async () => {
    await open();
    await type("Password", "parley2026");
    expect(field("Password").type).toBe("password");
    await press("button", "Show password");
    expect(field("Password").type).toBe("text");
    await press("button", "Use a code instead");
    await press("button", "Use a password instead");
    expect(field("Password").value).toBe("parley2026");
  });

  it("2-94 countries are found by name and chosen with their code", async () => {
    const { ports } = await open();
    await press("button", "Country or region, China +86");
    const picker = await screen.findByRole("dialog", { name: "Country or region" });
    fireEvent.change(within(picker).getByRole("searchbox"), { target: { value: "swi" } });
    await act(async () => void fireEvent.click(within(picker).getByText("Switzerland")));
    expect(screen.getByRole("button", { name: "Country or region, Switzerland +41" })).toBeTruthy();
    await type("Phone number", "791234567");
    await type("Password", "parley2026");
    await press("button", "Sign in");
    expect(ports.sent("account.signIn")[0]?.identifier).toMatchObject({ areaCode: "+41" });
  });

  it("2-94 links lead to a new account and a new password, and back without losing the input", async () => {
    const { ports } = await open();
    await type("Phone number", "13800000001");
    await type("Password", "parley2026");
    expect(screen.getByRole("link", { name: "Create account" }).getAttribute("href")).toBe(
      "/getCode?isRegiste=true&isByEmail=false",
    );
    expect(screen.getByRole("link", { name: "Forgot password?" }).getAttribute("href")).toBe(
      "/getCode?isRegiste=false&isByEmail=false",
    );
    await press("link", "Create account");
    expect(ports.address.current).toEqual({ path: "/getCode", search: "isRegiste=true&isByEmail=false" });
    expect(screen.getByRole("heading", { name: "Create account" })).toBeTruthy();
    await press("link", "Back to sign in");
    expect(field("Phone number").value).toBe("13800000001");
    expect(field("Password").value).toBe("parley2026");
    await press("link", "Forgot password?");
    expect(screen.getByRole("heading", { name: "Forgot password" })).toBeTruthy();
    await press("button", "Back");
    expect(screen.getByRole("button", { name: "Sign in" })).toBeTruthy();
  });

  it("2-92 an address with invalid booleans opens the forgotten password", async () => {
    await openPage({ world: aWorld({ signedIn: false }), path: "/getCode?isRegiste=maybe&isByEmail=%7B" });
    expect(await screen.findByRole("heading", { name: "Forgot password" })).toBeTruthy();
  });

  it("2-94 shows the version and the other language", async () => {
    await open();
    expect(screen.getByText(/^Version \d+\.\d+\.\d+$/)).toBeTruthy();
    await press("button", "简体中文");
    expect(screen.getByRole("button", { name: "登录" })).toBeTruthy();
    expect(screen.getByRole("button", { name: "English" })).toBeTruthy();
  });
});

describe("11-02 demo people", () => {
  const password = new Secret("parley2026");
  const alice = {
    nickname: "Alice Zhang",
    areaCode: "+86",
    phoneNumber: "13800000001",
    faceURL: "/alice.svg",
  };
  const demoPeople = [
    { ...alice, password },
    { ...alice, nickname: "Bob Li", phoneNumber: "13800000002", faceURL: "", password },
  ];
  const openDemo = async () => {
    const page = await openPage({ world: aWorld({ signedIn: false, demoPeople }) });
    await screen.findByRole("group", { name: "Demo people" });
    return page;
  };

  it("a tap signs in", async () => {
    const { ports } = await openDemo();
    await press("button", "Sign in as Bob Li");
    expect(await screen.findByRole("list", { name: "Chat list" })).toBeTruthy();
    const [sent] = ports.sent("account.signIn");
    expect(sent?.identifier).toEqual({ kind: "phone", areaCode: "+86", phoneNumber: "13800000002" });
    expect(sent?.proof.kind === "password" && sent.proof.password.reveal()).toBe("parley2026");
  });

  it("have name and picture, and labels in both languages", async () => {
    await openDemo();
    const face = screen.getByRole("button", { name: "Sign in as Alice Zhang" });
    expect(within(face).getByText("Alice Zhang")).toBeTruthy();
    expect(face.querySelector("img")?.getAttribute("src")).toBe("/alice.svg");
    await press("button", "简体中文");
    const group = screen.getByRole("group", { name: "演示账号" });
    expect(within(group).getByRole("button", { name: "以 Alice Zhang 登录" })).toBeTruthy();
  });

  it("do not show if the server offers none", async () => {
    await open();
    expect(screen.queryByRole("group", { name: "Demo people" })).toBeNull();
    expect(screen.queryByRole("button", { name: /Sign in as/ })).toBeNull();
  });

  it("do not delay the form", async () => {
    const answers = { "account.loadDemoPeople": () => new Promise<never>(() => {}) };
    await openPage({ world: aWorld({ signedIn: false, demoPeople }), answers });
    await type("Phone number", "13800000001");
    await type("Password", "parley2026");
    await press("button", "Sign in");
    expect(await screen.findByRole("list", { name: "Chat list" })).toBeTruthy();
  });

  it("8-04 with a changed password fill in the form, which asks for the password", async () => {
    const { ports } = await openDemo();
    await press("radio", "Email");
    ports.answer("account.signIn", () => refuse("wrongPassword"));
    await press("button", "Sign in as Alice Zhang");
    expect(field("Phone number").value).toBe("13800000001");
    expect(errorOf("Password")).toBe("Password error");
    expect(document.activeElement).toBe(field("Password"));
    expect(document.body.innerHTML).not.toContain("parley2026");
  });
});

describe("errors", () => {
  it("3-30 a browser without room for the sign-in says so, and what to do", async () => {
    const { ports } = await open();
    ports.answer("account.signIn", () => refuse("deviceFull"));
    await type("Phone number", "13800000001");
    await type("Password", "parley2027");
    await press("button", "Sign in");
    expect(screen.getByRole("alert").textContent).toBe(
      "This device's storage is full, please free some space and try again",
    );
  });

  it("5-05 5-06 8-03 show under their field, which gets the focus", async () => {
    const { ports } = await open();
    await type("Phone number", "12345");
    await press("button", "Sign in");
    expect(errorOf("Phone number")).toBe("Please enter a correct phone number");
    expect(document.activeElement).toBe(field("Phone number"));
    await type("Phone number", "13800000001");
    expect(errorOf("Phone number")).toBeNull();
    await press("button", "Sign in");
    expect(errorOf("Password")).toBe("Please enter your password");
    expect(document.activeElement).toBe(field("Password"));
    await press("radio", "Email");
    await type("Email", "nobody");
    await press("button", "Sign in");
    expect(errorOf("Email")).toBe("Please enter a correct email");
    expect(ports.sent("account.signIn")).toEqual([]);
  });

  it.each([
    ["8-04", "wrongPassword", "Password", "Password error"],
    ["8-05", "unknownAccount", "Phone number", "Account does not exist"],
  ] as const)("%s a refusal (%s) shows under %s, and the input stays", async (_, code, under, words) => {
    const { ports } = await open();
    ports.answer("account.signIn", () => refuse(code));
    await type("Phone number", "13800000001");
    await type("Password", "parley2027");
    await press("button", "Sign in");
    expect(errorOf(under)).toBe(words);
    expect(field("Phone number").value).toBe("13800000001");
    expect(field("Password").value).toBe("parley2027");
    expect(document.body.innerHTML).not.toContain("parley2027");
  });

  it("8-33 of no field show above the button", async () => {
    const { ports } = await open();
    ports.answer("account.signIn", () => refuse("network"));
    await type("Phone number", "13800000001");
    await type("Password", "parley2026");
    await press("button", "Sign in");
    expect(screen.getByRole("alert").textContent).toBe("No connection, please try again");
  });

  it("2-94 during the request the button is busy, and a second press does nothing", async () => {
    const { ports } = await open();
    ports.hold("account.signIn");
    await type("Phone number", "13800000001");
    await type("Password", "parley2026");
    await press("button", "Sign in");
    expect(screen.getByRole("button", { name: "Sign in", busy: true })).toBeTruthy();
    await press("button", "Sign in");
    expect(ports.sent("account.signIn")).toHaveLength(1);
  });

  it("2-95 the form stays busy until the first screen has loaded", async () => {
    const { ports, does } = await open();
    ports.hold("account.signIn", "credentials.read");
    await type("Phone number", "13800000001");
    await type("Password", "parley2026");
    await press("button", "Sign in");
    await does(() => ports.resolve("account.signIn"));
    expect(screen.getByRole("button", { name: "Sign in", busy: true })).toBeTruthy();
    expect(field("Phone number").value).toBe("13800000001");
  });
});

describe("a verification code", () => {
  it("5-13 is sent with its sixth digit; a wrong code is cleared and asked for again", async () => {
    const { ports } = await open();
    ports.answer("account.signIn", () => refuse("wrongCode"));
    await type("Phone number", "13800000001");
    await press("button", "Use a code instead");
    await type("Verification code", "12345");
    expect(ports.sent("account.signIn")).toEqual([]);
    await type("Verification code", "123456");
    const [sent] = ports.sent("account.signIn");
    expect(sent?.proof.kind === "code" && sent.proof.code.reveal()).toBe("123456");
    expect(errorOf("Verification code")).toBe("Incorrect verification code");
    expect(field("Verification code").value).toBe("");
    expect(document.activeElement).toBe(field("Verification code"));
  });

  it("5-04 5-14 a wrong number gets no code; the field says how long a code is valid", async () => {
    const { ports } = await open();
    await press("button", "Use a code instead");
    expect(screen.getByText("The code is valid for 10 minutes")).toBeTruthy();
    for (const number of ["12800000001", "1380000000"]) {
      await type("Phone number", number);
      await press("button", "Get code");
      expect(errorOf("Phone number")).toBe("Please enter a correct phone number");
    }
    expect(ports.sent("account.sendCode")).toEqual([]);
  });

  it("5-13 can be requested again after 60 s, and the wait is counted down", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    const page = await open();
    await type("Phone number", "13800000001");
    await press("button", "Use a code instead");
    await press("button", "Get code");
    expect(page.ports.sent("account.sendCode")).toHaveLength(1);
    expect(screen.getByText("We sent a code to +86 13800000001")).toBeTruthy();
    const again = () => screen.getByRole<HTMLButtonElement>("button", { name: /Send again|Get code/ });
    expect(again().textContent).toBe("Send again in 60 s");
    expect(again().disabled).toBe(true);
    await page.waits(25_000);
    act(() => void vi.advanceTimersByTime(1000));
    expect(again().textContent).toBe("Send again in 35 s");
    // Another page does not restart the wait.
    await press("link", "Create account");
    await press("link", "Back to sign in");
    expect(again().textContent).toBe("Send again in 35 s");
    // Switching to the password does not either.
    await press("button", "Use a password instead");
    await press("button", "Use a code instead");
    expect(again().textContent).toBe("Send again in 35 s");
    await page.waits(35_000);
    expect(again().textContent).toBe("Get code");
    expect(again().disabled).toBe(false);
  });

  it("shows its recipient, also after other input", async () => {
    await open();
    await type("Phone number", "13800000001");
    await press("button", "Use a code instead");
    await press("button", "Get code");
    await type("Phone number", "13800000002");
    expect(screen.getByText("We sent a code to +86 13800000001")).toBeTruthy();
    await press("radio", "Email");
    await type("Email", "mia@example.com");
    expect(screen.getByText("We sent a code to +86 13800000001")).toBeTruthy();
  });

  it("5-06 is not sent to an invalid address", async () => {
    const { ports } = await open();
    await press("radio", "Email");
    await press("button", "Use a code instead");
    await press("button", "Get code");
    expect(errorOf("Email")).toBe("Please enter a correct email");
    expect(ports.sent("account.sendCode")).toEqual([]);
  });
});

function refuse(code: FailureCode): never {
  throw new Failure(code);
}
