import { readFileSync } from "node:fs";
// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Language } from "../../../machines/domain/platform-events.ts";
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
  it("9-31 9-33 links open in a new tab that knows nothing of this one", () => {
    renderWithText(<LinkText text="see www.example.com/x, ok" />);
    const link = screen.getByRole("link", { name: "www.example.com/x" });
    expect(link.getAttribute("href")).toBe("https://www.example.com/x");
    expect(link.getAttribute("target")).toBe("_blank");
    expect(link.getAttribute("rel")).toBe("noopener noreferrer");
  });

  it("3-74 3-75 shows markup and entities as they were written", () => {
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
  beforeEach(() => {
    vi.spyOn(console, "error").mockImplementation(() => {});
    return () => vi.restoreAllMocks();
  });

  const list = (...texts: string[]) => (
    <>
      {texts.map((text) => (
        <ErrorBoundary key={text} resetKey={text}>
          <Row text={text} />
        </ErrorBoundary>
      ))}
    </>
  );

  it("8-35 only the row that cannot be drawn is missing", () => {
    renderWithText(list("one", "bad", "three"));
    expect(screen.getByText("one")).toBeDefined();
    expect(screen.getByText("This could not be shown")).toBeDefined();
    expect(screen.getByText("three")).toBeDefined();
  });

  it("8-35 the row is drawn again when it changed, and the failure is reported", () => {
    const onError = vi.fn();
    const draw = (text: string) => (
      <ErrorBoundary resetKey={text} fallback="gone" onError={onError}>
        <Row text={text} />
      </ErrorBoundary>
    );
    const { rerender } = renderWithText(draw("bad"));
    expect(screen.getByText("gone")).toBeDefined();
    expect(onError).toHaveBeenCalledOnce();
    rerender(draw("good"));
    expect(screen.getByText("good")).toBeDefined();
  });
});

describe("link state", () => {
  it("4-28 says what the link does, and offers a retry only when it failed", () => {
    const onRetry = vi.fn();
    const { rerender } = renderWithText(<StatusPill state="connecting" onRetry={onRetry} />);
    expect(screen.getByRole("status").textContent).toBe("Connecting");
    expect(screen.queryByRole("button")).toBeNull();
    rerender(<StatusPill state="failed" onRetry={onRetry} />);
    expect(screen.getByRole("status").textContent).toBe("Connection failed");
    fireEvent.click(screen.getByRole("button", { name: "Retry" }));
    expect(onRetry).toHaveBeenCalledOnce();
  });

  it("4-28 is not drawn while it connects within a second, and at once when it failed", () => {
    const style = readFileSync("src/components/StatusPill.module.css", "utf8");
    expect(style).toMatch(
      /\.pill:not\(\.broken\) \{\s*animation: appear var\(--medium\) var\(--unshown\) backwards;/,
    );
    expect(style).toMatch(/@keyframes appear \{\s*from \{\s*opacity: 0;/);
  });

  it("4-28 being offline is a bar, never a dialog", () => {
    renderWithText(<OfflineBar />, "zh");
    expect(screen.getByRole("status").textContent).toBe("网络不可用，消息会在恢复后发出");
    expect(screen.queryByRole("button")).toBeNull();
  });
});

describe("states of a list", () => {
  it("empty: a sentence and one action", () => {
    const onClick = vi.fn();
    renderWithText(
      <EmptyState
        icon={MessageCircle}
        text="No conversations yet"
        action={{ label: "Find a friend", onClick }}
      />,
    );
    fireEvent.click(screen.getByRole("button", { name: "Find a friend" }));
    expect(onClick).toHaveBeenCalledOnce();
  });

  it("8-23 failed: says so at once and offers to try again, once at a time", () => {
    const onRetry = vi.fn();
    const { rerender } = renderWithText(<ErrorState text="Could not be loaded" onRetry={onRetry} />);
    expect(screen.getByRole("alert").textContent).toContain("Could not be loaded");
    fireEvent.click(screen.getByRole("button", { name: "Retry" }));
    rerender(<ErrorState text="Could not be loaded" onRetry={onRetry} busy />);
    fireEvent.click(screen.getByRole("button", { name: "Retry" }));
    expect(onRetry).toHaveBeenCalledOnce();
  });

  it("loading: one word to assistive technology, shapes to the eye", () => {
    renderWithText(<RowsSkeleton rows={2} />);
    expect(screen.getByRole("status").textContent).toBe("Loading");
  });
});

describe("Toast", () => {
  it("8-02 an error interrupts, news waits, and a tap takes it away", () => {
    const onDismiss = vi.fn();
    const { rerender } = renderWithText(<Toast tone="error">Operation failed</Toast>);
    expect(screen.getByRole("alert").textContent).toBe("Operation failed");
    rerender(
      <Toast tone="info" onDismiss={onDismiss}>
        Copied
      </Toast>,
    );
    expect(screen.getByRole("status").textContent).toBe("Copied");
    fireEvent.click(screen.getByText("Copied"));
    expect(onDismiss).toHaveBeenCalledOnce();
  });
});

function SendWord() {
  return useText().t("chat.send");
}

describe("useText", () => {
  it("1-16 a change of language redraws every word", () => {
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
