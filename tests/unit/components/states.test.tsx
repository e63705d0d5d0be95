import { readFileSync } from "node:fs";
// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Language } from "../../../machines/domain/language.ts";
import { EmptyState, ErrorState } from "../../../src/components/EmptyState.tsx";
import { ErrorBoundary } from "../../../src/components/ErrorBoundary.tsx";
import { MessageCircle } from "../../../src/components/icons.ts";
import { LinkText } from "../../../src/components/LinkText.tsx";
import { RowsSkeleton } from "../../../src/components/Skeleton.tsx";
import { OfflineBar, StatusPill } from "../../../src/components/StatusPill.tsx";
import { Toast } from "../../../src/components/Toast.tsx";
import { TextProvider, useText } from "../../../src/i18n/TextProvider.tsx";
import { renderWithText } from "./render.tsx";

afterEach(cleanup);

describe("LinkText", () => {
  it("9-31 9-33 opens links in a new tab without opener and referrer", () => {
    renderWithText(<LinkText text="see www.example.com/x, ok" />);
    const link = screen.getByRole("link", { name: "www.example.com/x" });
    expect(link.getAttribute("href")).toBe("https://www.example.com/x");
    expect(link.getAttribute("target")).toBe("_blank");
    expect(link.getAttribute("rel")).toBe("noopener noreferrer");
  });

  it("3-74 3-75 shows markup and entities as written", () => {
    const text = '<img src=x onerror="alert(1)">&amp;&nbsp;<b>bold</b>';
    const { container } = renderWithText(<LinkText text={text} />);
    expect(container.textContent).toBe(text);
    expect(container.querySelector("img, b")).toBeNull();
  });
});

function Row({ text }: { text: string }) {
  if (text === "bad") throw new Error("cannot draw");
  return <p>{text}</p>;
}

describe("ErrorBoundary", () => {
  beforeEach(() => void vi.spyOn(console, "error").mockImplementation(() => {}));

  const list = (...texts: string[]) => (
    <>
      {texts.map((text) => (
        <ErrorBoundary key={text} resetKey={text}>
          <Row text={text} />
        </ErrorBoundary>
      ))}
    </>
  );

  it("8-35 replaces only the row that fails to render", () => {
    renderWithText(list("one", "bad", "three"));
    expect(screen.getByText("one")).toBeDefined();
    expect(screen.getByText("Couldn't show this")).toBeDefined();
    expect(screen.getByText("three")).toBeDefined();
  });

  it("8-35 renders a changed row again", () => {
    const draw = (text: string) => (
      <ErrorBoundary resetKey={text} fallback="gone">
        <Row text={text} />
      </ErrorBoundary>
    );
    const { rerender } = renderWithText(draw("bad"));
    expect(screen.getByText("gone")).toBeDefined();
    rerender(draw("good"));
    expect(screen.getByText("good")).toBeDefined();
  });
});

describe("connection state", () => {
  it("4-28 names the state, and offers a retry only after a failure", () => {
    const onRetry = vi.fn();
    const { rerender } = renderWithText(<StatusPill state="connecting" onRetry={onRetry} />);
    expect(screen.getByRole("status").textContent).toBe("Connecting");
    expect(screen.queryByRole("button")).toBeNull();
    rerender(<StatusPill state="failed" onRetry={onRetry} />);
    expect(screen.getByRole("status").textContent).toBe("Connection failed");
    fireEvent.click(screen.getByRole("button", { name: "Retry" }));
    expect(onRetry).toHaveBeenCalledOnce();
  });

  it("4-28 hides the connecting state for the first second, but not a failure", () => {
    const style = readFileSync("src/components/StatusPill.module.css", "utf8");
    expect(style).toMatch(
      /\.pill:not\(\.broken\) \{\s*animation: appear var\(--medium\) var\(--unshown\) backwards;/,
    );
    expect(style).toMatch(/@keyframes appear \{\s*from \{\s*opacity: 0;/);
  });

  it("4-28 shows a bar without actions while offline", () => {
    renderWithText(<OfflineBar />, "zh");
    expect(screen.getByRole("status").textContent).toBe("网络不可用，消息会在网络恢复后发送");
    expect(screen.queryByRole("button")).toBeNull();
  });
});

describe("list states", () => {
  it("empty: shows a sentence and one action", () => {
    const onClick = vi.fn();
    renderWithText(
      <EmptyState icon={MessageCircle} text="No chats yet" action={{ label: "Find a friend", onClick }} />,
    );
    fireEvent.click(screen.getByRole("button", { name: "Find a friend" }));
    expect(onClick).toHaveBeenCalledOnce();
  });

  it("8-23 failed: shows an error with a retry, and ignores a retry while busy", () => {
    const onRetry = vi.fn();
    const { rerender } = renderWithText(<ErrorState text="Couldn't load" onRetry={onRetry} />);
    expect(screen.getByRole("alert").textContent).toContain("Couldn't load");
    fireEvent.click(screen.getByRole("button", { name: "Retry" }));
    rerender(<ErrorState text="Couldn't load" onRetry={onRetry} busy />);
    fireEvent.click(screen.getByRole("button", { name: "Retry" }));
    expect(onRetry).toHaveBeenCalledOnce();
  });

  it("loading: tells assistive technology once that the list is loading", () => {
    renderWithText(<RowsSkeleton rows={2} />);
    expect(screen.getByRole("status").textContent).toBe("Loading");
  });
});

describe("Toast", () => {
  it("8-02 closes on a tap", () => {
    const onDismiss = vi.fn();
    renderWithText(
      <Toast tone="info" onDismiss={onDismiss}>
        Copied
      </Toast>,
    );
    fireEvent.click(screen.getByText("Copied"));
    expect(onDismiss).toHaveBeenCalledOnce();
  });
});

function SendWord() {
  return useText().t("chat.send");
}

describe("useText", () => {
  it("1-16 renders the text again in a new language", () => {
    const draw = (language: Language) => (
      <TextProvider language={language}>
        <SendWord />
      </TextProvider>
    );
    const { container, rerender } = render(draw("en"));
    expect(container.textContent).toBe("Send");
    rerender(draw("zh"));
    expect(container.textContent).toBe("发送");
  });
});
