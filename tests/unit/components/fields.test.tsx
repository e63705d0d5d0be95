// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from "@testing-library/react";
import { useState } from "react";
import { afterEach, describe, expect, it, vi } from "vitest";
import AreaCodePicker from "../../../src/components/AreaCodePicker.tsx";
import { Button, TextLink } from "../../../src/components/Button.tsx";
import { CodeField, type CodeFieldProps } from "../../../src/components/CodeField.tsx";
import { PasswordField } from "../../../src/components/PasswordField.tsx";
import { SegmentedControl } from "../../../src/components/SegmentedControl.tsx";
import { TextField } from "../../../src/components/TextField.tsx";
import { renderWithText } from "./render.tsx";

afterEach(cleanup);

const input = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
const type = (element: HTMLElement, value: string) => fireEvent.change(element, { target: { value } });

function description(element: HTMLElement): string {
  const id = element.getAttribute("aria-describedby");
  return (id && document.getElementById(id)?.textContent) || "";
}

describe("TextField", () => {
  it("10-06 uses its label as accessible name, visible or not", () => {
    renderWithText(
      <>
        <TextField label="Email" />
        <TextField label="Search" hideLabel />
      </>,
    );
    expect(screen.getByRole("textbox", { name: "Email" })).toBeDefined();
    expect(screen.getByRole("textbox", { name: "Search" })).toBeDefined();
  });

  it("5-06 links its error to the input and replaces the hint", () => {
    const { rerender } = renderWithText(<TextField label="Email" hint="We keep it to ourselves" />);
    expect(description(input("Email"))).toBe("We keep it to ourselves");
    expect(input("Email").hasAttribute("aria-invalid")).toBe(false);
    rerender(<TextField label="Email" hint="We keep it to ourselves" error="Please enter a correct email" />);
    expect(description(input("Email"))).toBe("Please enter a correct email");
    expect(input("Email").getAttribute("aria-invalid")).toBe("true");
  });

  it("passes the text to onChange and other props to the input", () => {
    const onChange = vi.fn();
    renderWithText(<TextField label="Email" onChange={onChange} inputMode="email" autoComplete="username" />);
    type(input("Email"), "a@b.example");
    expect(onChange).toHaveBeenCalledExactlyOnceWith("a@b.example");
    expect(input("Email").inputMode || input("Email").getAttribute("inputmode")).toBe("email");
    expect(input("Email").autocomplete).toBe("username");
  });
});

describe("PasswordField", () => {
  it("2-94 hides the password until the user shows it", () => {
    renderWithText(<PasswordField label="Password" defaultValue="secret1" />);
    expect(input("Password").type).toBe("password");
    fireEvent.click(screen.getByRole("button", { name: "Show password" }));
    expect(input("Password").type).toBe("text");
    expect(input("Password").value).toBe("secret1");
    fireEvent.click(screen.getByRole("button", { name: "Hide password" }));
    expect(input("Password").type).toBe("password");
  });
});

describe("CodeField", () => {
  const field = () => input("Verification code");
  const draw = (props: Partial<CodeFieldProps>) => <CodeField label="Verification code" {...props} />;

  it("5-13 accepts at most six digits and reports the complete code", () => {
    const onComplete = vi.fn();
    const onChange = vi.fn();
    renderWithText(draw({ onComplete, onChange }));
    type(field(), "12a3");
    expect(field().value).toBe("123");
    expect(onComplete).not.toHaveBeenCalled();
    type(field(), "1234567");
    expect(field().value).toBe("123456");
    expect(onChange.mock.calls).toEqual([["123"], ["123456"]]);
    expect(onComplete).toHaveBeenCalledExactlyOnceWith("123456");
  });

  it("5-13 accepts a pasted code with spaces, dashes or full-width digits", () => {
    const onComplete = vi.fn();
    renderWithText(draw({ onComplete }));
    type(field(), "１２ 34-56");
    expect(onComplete).toHaveBeenCalledExactlyOnceWith("123456");
  });

  it("5-13 supports one-time-code autofill and a numeric keyboard", () => {
    renderWithText(draw({}));
    expect(field().autocomplete).toBe("one-time-code");
    expect(field().getAttribute("inputmode")).toBe("numeric");
  });

  it("5-13 is cleared and focused after an error", () => {
    const { rerender } = renderWithText(draw({}));
    type(field(), "123456");
    rerender(draw({ busy: true }));
    expect(field().value).toBe("123456");
    rerender(draw({ error: "Incorrect verification code" }));
    expect(field().value).toBe("");
    expect(document.activeElement).toBe(field());
    expect(description(field())).toBe("Incorrect verification code");
  });

  it("5-13 is cleared when the same error occurs again", () => {
    const error = "Incorrect verification code";
    const { rerender } = renderWithText(draw({ error }));
    type(field(), "654321");
    expect(field().value).toBe("654321");
    rerender(draw({ error, busy: true }));
    rerender(draw({ error }));
    expect(field().value).toBe("");
  });

  it("5-13 ignores input while busy and keeps the focus", () => {
    const onChange = vi.fn();
    const { rerender } = renderWithText(draw({ onChange }));
    field().focus();
    rerender(draw({ onChange, busy: true }));
    type(field(), "1");
    expect(onChange).not.toHaveBeenCalled();
    expect(document.activeElement).toBe(field());
  });
});

describe("Button", () => {
  it("keeps its name while busy and ignores a second click (4-85)", () => {
    const onClick = vi.fn();
    const onSubmit = vi.fn((event: { preventDefault: () => void }) => event.preventDefault());
    const draw = (busy: boolean) => (
      <form onSubmit={onSubmit}>
        <Button type="submit" busy={busy} onClick={onClick}>
          Sign in
        </Button>
      </form>
    );
    const { rerender } = renderWithText(draw(false));
    fireEvent.click(screen.getByRole("button", { name: "Sign in" }));
    rerender(draw(true));
    const button = screen.getByRole("button", { name: "Sign in" });
    fireEvent.click(button);
    expect(button.getAttribute("aria-busy")).toBe("true");
    expect(onClick).toHaveBeenCalledTimes(1);
    expect(onSubmit).toHaveBeenCalledTimes(1);
  });

  it("10-06 renders navigation as a link", () => {
    renderWithText(<TextLink href="/getCode">Create account</TextLink>);
    expect(screen.getByRole("link", { name: "Create account" }).getAttribute("href")).toBe("/getCode");
  });
});

describe("SegmentedControl", () => {
  it("2-94 10-06 is a named radio group", () => {
    const onChange = vi.fn();
    renderWithText(
      <SegmentedControl
        label="Sign in with"
        value="phone"
        onChange={onChange}
        options={[
          { value: "phone", label: "Phone" },
          { value: "email", label: "Email" },
        ]}
      />,
    );
    expect(screen.getByRole("radiogroup", { name: "Sign in with" })).toBeDefined();
    expect(screen.getByRole<HTMLInputElement>("radio", { name: "Phone" }).checked).toBe(true);
    fireEvent.click(screen.getByRole("radio", { name: "Email" }));
    expect(onChange).toHaveBeenCalledExactlyOnceWith("email");
  });
});

function Picker({ onSelect }: { onSelect: (dial: string) => void }) {
  const [open, setOpen] = useState(true);
  return (
    <AreaCodePicker
      open={open}
      onClose={() => setOpen(false)}
      value="+86"
      onSelect={({ dial }) => onSelect(dial)}
    />
  );
}

describe("AreaCodePicker", () => {
  it("2-94 finds a country by its name in the other language, selects it and closes", async () => {
    const onSelect = vi.fn();
    renderWithText(<Picker onSelect={onSelect} />);
    type(await screen.findByRole("searchbox", { name: "Search by name or number" }), "瑞士");
    fireEvent.click(screen.getByRole("button", { name: /Switzerland.*\+41/ }));
    expect(onSelect).toHaveBeenCalledExactlyOnceWith("+41");
    await expect.poll(() => screen.queryByRole("dialog")).toBeNull();
  });

  it("2-94 marks the current code, and shows a message when nothing is found", async () => {
    renderWithText(<Picker onSelect={() => {}} />, "zh");
    const current = await screen.findByRole("button", { name: /中国.*\+86/ });
    expect(current.getAttribute("aria-current")).toBe("true");
    type(screen.getByRole("searchbox"), "没有这个");
    expect(screen.getByText("没有找到相应的国家或地区")).toBeDefined();
  });
});
