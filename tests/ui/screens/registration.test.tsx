import { act, fireEvent, screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { Failure, type FailureCode } from "../../../machines/domain/failure.ts";
import { Secret } from "../../../machines/domain/secret.ts";
import { NO_FIELDS, type RegistrationStart } from "../../../machines/session/registration-form.ts";
import type { FakeOptions } from "../../fakes/ports.ts";
import { aWorld, ME, NOON } from "../../fakes/world.ts";
import { openPage, press } from "../shell/stage.tsx";

const PHONE = "13800000009";
const IDENTIFIER = { kind: "phone", areaCode: "+86", phoneNumber: PHONE } as const;
const SENT: RegistrationStart = {
  fields: { ...NO_FIELDS, phoneNumber: PHONE, nickname: "Mia" },
  codeFor: { purpose: "register", identifier: IDENTIFIER },
  nextCodeAt: NOON + 30_000,
  code: null,
  password: null,
};

const open = (path: string, options: Partial<FakeOptions> = {}) =>
  openPage({ world: aWorld({ signedIn: false }), path, ...options });

/** The field with this label on the visible step. Earlier steps stay mounted behind it. */
function field(name: string): HTMLInputElement {
  const named = screen.getAllByLabelText<HTMLInputElement>(name, { selector: "input:not([type=radio])" });
  const [shown] = named.filter((one) => !one.closest('[style*="display: none"]'));
  if (!shown) throw new Error(`no field "${name}" in front`);
  return shown;
}

async function type(name: string, value: string) {
  await act(async () => {
    fireEvent.change(field(name), { target: { value } });
    await new Promise<void>((resolve) => setImmediate(resolve));
  });
}

/** The error under a field, which screen readers read with it. */
function errorOf(name: string): string | null {
  const id = field(name).getAttribute("aria-describedby");
  const isInvalid = field(name).getAttribute("aria-invalid") === "true";
  return isInvalid && id ? (document.getElementById(id)?.textContent ?? null) : null;
}

function refuse(code: FailureCode): never {
  throw new Failure(code);
}

describe("a new account", () => {
  it("2-99 5-02 5-03 5-04 7-11 needs a number, a code, a password and a name, and signs in", async () => {
    const { ports } = await open("/login");
    await screen.findByRole("button", { name: "Sign in" });
    await type("Phone number", PHONE);
    await press("link", "Create account");
    // Taken over from the sign-in form.
    expect(field("Phone number").value).toBe(PHONE);
    await type("Invitation code", " 8F2K ");
    await press("button", "Get code");
    expect(ports.address.current).toEqual({ path: "/verifyCode", search: "" });
    expect(screen.getByText(`We sent a code to +86 ${PHONE}`)).toBeTruthy();
    expect(screen.getByText("The code is valid for 10 minutes")).toBeTruthy();
    await type("Verification code", "123456");
    expect(screen.getByText("6 to 20 characters, with letters and digits")).toBeTruthy();
    await type("Password", "parley2026");
    await type("Confirm password", "parley2026");
    await press("button", "Next");
    await type("Name", "Mia");
    await press("radio", "Female");
    await type("Birthday", "1990-05-31");
    await press("button", "Finish");
    expect(await screen.findByRole("list", { name: "Chat list" })).toBeTruthy();
    const [account] = ports.sent("registration.register");
    expect(account).toMatchObject({
      identifier: IDENTIFIER,
      invitationCode: "8F2K",
      nickname: "Mia",
      gender: 0,
      birth: Date.UTC(1990, 4, 31, 12),
    });
    expect([account?.code.reveal(), account?.password.reveal()]).toEqual(["123456", "parley2026"]);
  });

  it("5-20 5-07 an invitation code is asked for when the server wants one, under its field", async () => {
    const { ports } = await open("/getCode?isRegiste=true&isByEmail=false");
    ports.answer("registration.requestCode", () => refuse("invitationUnknown"));
    await type("Phone number", PHONE);
    await press("button", "Get code");
    expect(errorOf("Invitation code")).toBe("Please enter an invitation code");
    expect(document.activeElement).toBe(field("Invitation code"));
    await type("Invitation code", "nope");
    expect(errorOf("Invitation code")).toBeNull();
    await press("button", "Get code");
    expect(errorOf("Invitation code")).toBe("Invitation code does not exist");
  });

  it("5-08 5-09 5-10 5-12 5-18 8-03 errors show under their field, and the input stays", async () => {
    const { ports } = await open("/setBaseInfo", {
      answers: { "registration.begin": () => ({ ...SENT, code: new Secret("123456") }) },
    });
    expect(ports.address.current.path).toBe("/setPassword");
    await type("Password", "parley");
    await type("Confirm password", "parley");
    await press("button", "Next");
    expect(errorOf("Password")).toBe("Incorrect password format");
    expect(document.activeElement).toBe(field("Password"));
    await type("Password", "parley2026");
    await press("button", "Next");
    expect(errorOf("Confirm password")).toBe("The passwords do not match");
    expect(field("Password").value).toBe("parley2026");
    await type("Confirm password", "parley2026");
    await press("button", "Next");
    expect(field("Name").maxLength).toBe(20);
    await type("Name", "   ");
    await press("button", "Finish");
    expect(errorOf("Name")).toBe("Content cannot be empty");
    ports.answer("registration.register", () => refuse("network"));
    await type("Name", "Mia");
    await press("button", "Finish");
    expect(screen.getByRole("alert").textContent).toBe("No connection, please try again");
    expect(field("Name").value).toBe("Mia");
  });

  it.each([
    ["Phone number", PHONE, "phoneRegistered", "Phone number already registered"],
    ["Email", "mia@example.com", "accountRegistered", "Account already registered"],
  ] as const)(
    "11-55 a taken %s is told with a right code, and leads to the sign-in",
    async (name, typed, code, words) => {
      const { ports } = await open("/login");
      await screen.findByRole("button", { name: "Sign in" });
      await press("link", "Create account");
      if (name === "Email") await press("radio", "Email");
      await type(name, typed);
      await press("button", "Get code");
      ports.answer("registration.checkCode", () => refuse(code));
      await type("Verification code", "123456");
      expect(screen.getByRole("alert").textContent).toBe(words);
      expect(screen.queryByText("6 to 20 characters, with letters and digits")).toBeNull();
      await press("link", "Sign in instead");
      expect(ports.address.current.path).toBe("/login");
      expect(field(name).value).toBe(typed);
    },
  );

  it("11-55 a number that a server refuses only at the end leads to the sign-in, too", async () => {
    const { ports } = await open("/setBaseInfo", {
      answers: {
        "registration.begin": () => ({
          ...SENT,
          code: new Secret("123456"),
          password: new Secret("parley2026"),
        }),
        "registration.register": () => refuse("phoneRegistered"),
      },
    });
    await press("button", "Finish");
    expect(ports.address.current.path).toBe("/getCode");
    expect(errorOf("Phone number")).toBe("Phone number already registered");
    await press("link", "Sign in instead");
    expect(ports.address.current.path).toBe("/login");
    expect(field("Phone number").value).toBe(PHONE);
    expect(screen.queryByRole("link", { name: "Sign in instead" })).toBeNull();
  });

  it.each([
    ["signs in", "the account exists", true],
    ["asks for another code", "it does not", false],
  ])(
    "2-99 a second Finish after no answer %s if the code is refused as used, and %s",
    async (_does, _when, isRegistered) => {
      const { ports } = await open("/setBaseInfo", {
        answers: {
          "registration.begin": () => ({
            ...SENT,
            code: new Secret("123456"),
            password: new Secret("parley2026"),
          }),
          "registration.register": () => refuse("timeout"),
        },
      });
      await press("button", "Finish");
      expect(screen.getByRole("alert").textContent).toBe("No answer from the server, please try again");
      expect(ports.sent("account.signIn")).toEqual([]);
      ports.answer("registration.register", () => refuse("codeUsed"));
      if (!isRegistered) ports.answer("account.signIn", () => refuse("unknownAccount"));
      await press("button", "Finish");
      if (isRegistered) {
        expect(await screen.findByRole("list", { name: "Chat list" })).toBeTruthy();
      } else {
        expect(ports.address.current.path).toBe("/verifyCode");
        expect(errorOf("Verification code")).toBe("Verification code already used");
      }
      const [{ identifier, proof } = {}] = ports.sent("account.signIn");
      expect(identifier).toEqual(IDENTIFIER);
      expect(proof?.kind === "password" && proof.password.reveal()).toBe("parley2026");
    },
  );

  it("2-99 a sign-in without an answer after a refused second Finish can be repeated", async () => {
    const { ports } = await open("/setBaseInfo", {
      answers: {
        "registration.begin": () => ({
          ...SENT,
          code: new Secret("123456"),
          password: new Secret("parley2026"),
        }),
        "registration.register": () => refuse("network"),
        "account.signIn": () => refuse("timeout"),
      },
    });
    await press("button", "Finish");
    ports.answer("registration.register", () => refuse("codeUsed"));
    await press("button", "Finish");
    expect(screen.getByRole("alert").textContent).toBe("No answer from the server, please try again");
    ports.answer("account.signIn", () => undefined);
    ports.answer("credentials.read", () => ({ userID: ME }));
    await press("button", "Finish");
    expect(await screen.findByRole("list", { name: "Chat list" })).toBeTruthy();
  });

  it("2-94 going back to a step keeps the input of all steps", async () => {
    const { ports } = await open("/getCode?isRegiste=true&isByEmail=false");
    await type("Phone number", PHONE);
    await press("button", "Get code");
    await type("Verification code", "123456");
    await type("Password", "parley2026");
    await type("Confirm password", "parley2026");
    await press("button", "Next");
    await type("Name", "Mia");
    await press("button", "Back");
    expect(field("Password").value).toBe("parley2026");
    await press("button", "Next");
    expect(field("Name").value).toBe("Mia");
    await press("button", "Back");
    await press("button", "Back");
    expect(field("Verification code").value).toBe("123456");
    await press("link", "Change number");
    expect(field("Phone number").value).toBe(PHONE);
    // The code is still valid: the same number needs no second one.
    await press("button", "Get code");
    expect(ports.sent("registration.requestCode")).toHaveLength(1);
    expect(field("Verification code")).toBeTruthy();
    await press("link", "Change number");
    await type("Phone number", "13800000010");
    await press("button", "Get code");
    expect(ports.sent("registration.requestCode")).toHaveLength(2);
    expect(screen.getByText("We sent a code to +86 13800000010")).toBeTruthy();
  });

  it("5-17 a switch to the email is in the address, and only the email is sent", async () => {
    const { ports } = await open("/getCode?isRegiste=true&isByEmail=false");
    await type("Phone number", PHONE);
    await press("radio", "Email");
    expect(ports.address.current.search).toBe("isRegiste=true&isByEmail=true");
    expect(ports.address.entries).toHaveLength(1);
    await press("button", "Get code");
    expect(errorOf("Email")).toBe("Please enter a correct email");
    await type("Email", " mia@example.com ");
    await press("button", "Get code");
    expect(ports.sent("registration.requestCode")[0]?.identifier).toEqual({
      kind: "email",
      email: "mia@example.com",
    });
  });
});

describe("Back after the last step", () => {
  const steps = async () => {
    await press("button", "Get code");
    await type("Verification code", "123456");
    await type("Password", "parley2027");
    await type("Confirm password", "parley2027");
  };
  const expectListBehind = async (page: Awaited<ReturnType<typeof open>>) => {
    expect(await screen.findByRole("list", { name: "Chat list" })).toBeTruthy();
    const { index, entries } = page.ports.address;
    expect(entries.slice(0, index + 1)).toEqual([{ path: "/conversation", search: "" }]);
    // The browser keeps the steps ahead.
    for (const _ of entries.slice(1)) {
      await page.does(() => page.ports.browserForward());
      expect(page.ports.address.current.path).toBe("/conversation");
      expect(screen.getByRole("list", { name: "Chat list" })).toBeTruthy();
    }
  };

  it("leads to no step of the registration, and neither does Forward", async () => {
    const page = await open("/login");
    await press("link", "Create account");
    await type("Phone number", PHONE);
    await steps();
    await press("button", "Next");
    await type("Name", "Mia");
    await press("button", "Finish");
    await expectListBehind(page);
  });

  it("leads to no step of the password reset, and neither does Forward", async () => {
    const page = await open("/login");
    await press("link", "Forgot password?");
    await type("Phone number", PHONE);
    await steps();
    await press("button", "Finish");
    await expectListBehind(page);
  });
});

describe("a forgotten password", () => {
  it("2-96 2-100 7-11 is replaced with a code, and the user is signed in with the new one", async () => {
    const { ports } = await open("/login");
    await screen.findByRole("button", { name: "Sign in" });
    await press("radio", "Email");
    await type("Email", "mia@example.com");
    await press("link", "Forgot password?");
    expect(screen.getByRole("form", { name: "Forgot password, by email" })).toBeTruthy();
    expect(screen.queryByLabelText("Invitation code")).toBeNull();
    await press("radio", "Phone");
    expect(screen.getByRole("form", { name: "Forgot password, by phone" })).toBeTruthy();
    await press("radio", "Email");
    await press("button", "Get code");
    await type("Verification code", "123456");
    expect(screen.getByText(/^Other devices may stay signed in/)).toBeTruthy();
    await type("Password", "parley2027");
    await type("Confirm password", "parley2027");
    await press("button", "Finish");
    expect(await screen.findByRole("list", { name: "Chat list" })).toBeTruthy();
    expect(ports.sent("registration.resetPassword")[0]?.password.reveal()).toBe("parley2027");
    const [sent] = ports.sent("account.signIn");
    expect(sent?.identifier).toEqual({ kind: "email", email: "mia@example.com" });
  });

  it("7-11 shows a message when the new password is set and signing in fails", async () => {
    const { ports } = await open("/setPassword", {
      answers: {
        "registration.begin": () => ({
          ...SENT,
          codeFor: { purpose: "reset", identifier: IDENTIFIER },
          code: new Secret("123456"),
        }),
      },
    });
    ports.answer("account.signIn", () => refuse("network"));
    await type("Password", "parley2027");
    await type("Confirm password", "parley2027");
    await press("button", "Finish");
    expect(await screen.findByRole("button", { name: "Sign in" })).toBeTruthy();
    expect(screen.getByText("Your password was changed. Please sign in with the new password.")).toBeTruthy();
  });
});

describe("a reload", () => {
  it.each(["/verifyCode", "/setPassword", "/setBaseInfo"])(
    "2-93 5-13 at %s opens the step of the code, because the code is not stored",
    async (path) => {
      const { ports, waits } = await open(path, { answers: { "registration.begin": () => SENT } });
      expect(screen.getByRole("heading", { name: "Enter the code" })).toBeTruthy();
      expect(ports.address.entries).toEqual([{ path: "/verifyCode", search: "" }]);
      expect(screen.getByText(`We sent a code to +86 ${PHONE}`)).toBeTruthy();
      expect(screen.getByRole("button", { name: "Send again in 30 s" })).toHaveProperty("disabled", true);
      await waits(30_000);
      await press("button", "Get code");
      expect(ports.sent("registration.requestCode")).toHaveLength(1);
    },
  );

  it("2-88 with code and password only the name is missing", async () => {
    const given = { ...SENT, code: new Secret("123456"), password: new Secret("parley2026") };
    await open("/setBaseInfo", { answers: { "registration.begin": () => given } });
    expect(field("Name").value).toBe("Mia");
    await press("button", "Finish");
    expect(await screen.findByRole("list", { name: "Chat list" })).toBeTruthy();
  });

  it.each(["/verifyCode", "/setPassword", "/setBaseInfo"])(
    "2-90 2-91 5-01 without data %s leads to the sign-in form, with a message",
    async (path) => {
      const { ports } = await open(path);
      expect(await screen.findByRole("button", { name: "Sign in" })).toBeTruthy();
      expect(ports.address.entries).toEqual([{ path: "/login", search: "" }]);
      expect(screen.getByText("This step can't continue. Please start again.")).toBeTruthy();
    },
  );

  it("2-85 2-92 keeps the number of the first step", async () => {
    await open("/getCode?isRegiste=1&isByEmail=yes", { answers: { "registration.begin": () => SENT } });
    expect(screen.getByRole("heading", { name: "Forgot password" })).toBeTruthy();
    expect(field("Phone number").value).toBe(PHONE);
  });
});

it("10-06 2-94 fields have the hints for password managers, keyboards and screen readers", async () => {
  await open("/getCode?isRegiste=true&isByEmail=false");
  expect(field("Phone number").autocomplete).toBe("tel-national");
  expect(screen.getAllByRole("main")).toHaveLength(1);
  await type("Phone number", PHONE);
  await press("button", "Get code");
  expect(field("Verification code").autocomplete).toBe("one-time-code");
  expect(field("Verification code").inputMode).toBe("numeric");
  await type("Verification code", "123456");
  expect(field("Password").autocomplete).toBe("new-password");
  expect(field("Password").type).toBe("password");
  await act(
    async () =>
      void fireEvent.click(screen.getAllByRole("button", { name: "Show password" })[0] ?? document.body),
  );
  expect(field("Password").type).toBe("text");
  expect(field("Confirm password").type).toBe("password");
});
