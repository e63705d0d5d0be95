// @vitest-environment jsdom
import { act, cleanup, render, screen } from "@testing-library/react";
import { Suspense } from "react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { ErrorBoundary } from "../../../src/components/ErrorBoundary.tsx";
import { lazily } from "../../../src/components/lazily.ts";

const Greeting = ({ name }: { name: string }) => <p>Hello {name}</p>;
const answer = async () => ({ default: Greeting });

afterEach(cleanup);

describe("a lazy component", () => {
  it("10-01 renders at once when it is preloaded", async () => {
    const { Component, load } = lazily(answer);
    await load();
    render(
      <Suspense fallback="waiting">
        <Component name="Mia" />
      </Suspense>,
    );
    expect(document.body.textContent).toBe("Hello Mia");
  });

  it("10-01 suspends until it is loaded, and keeps its identity", async () => {
    const { Component, load } = lazily(answer);
    const Page = ({ name }: { name: string }) => (
      <Suspense fallback="waiting">
        <Component name={name} />
      </Suspense>
    );
    const { rerender } = render(<Page name="Mia" />);
    expect(document.body.textContent).toBe("waiting");
    const greeting = await screen.findByText("Hello Mia");
    await load();
    rerender(<Page name="Ben" />);
    expect(screen.getByText("Hello Ben")).toBe(greeting);
  });

  it("10-01 renders when loaded in place of other content", async () => {
    const { Component, useEnded } = lazily(answer);
    const Page = () => (useEnded() ? <Component name="Mia" /> : <p>waiting</p>);
    // Nothing may suspend here: there is no Suspense boundary.
    render(<Page />);
    expect(document.body.textContent).toBe("waiting");
    await act(async () => {});
    expect(document.body.textContent).toBe("Hello Mia");
  });

  it("8-35 renders nothing after a failed load until another load succeeds", async () => {
    const fetch = vi.fn(answer).mockRejectedValueOnce(new Error("no network"));
    const { load, useFetched } = lazily(fetch);
    const Page = () => {
      const Fetched = useFetched();
      return Fetched && <Fetched name="Mia" />;
    };
    render(<Page />);
    await act(async () => {});
    expect(fetch).toHaveBeenCalledOnce();
    expect(document.body.textContent).toBe("");
    await act(load);
    expect(document.body.textContent).toBe("Hello Mia");
  });

  it("8-35 loads again after a failed load as soon as another component is loaded", async () => {
    const fetch = vi.fn(answer).mockRejectedValueOnce(new Error("no network"));
    const { load, useFetched } = lazily(fetch);
    // A preload that is under way when the component is rendered.
    const preload = load().catch(() => {});
    const Page = () => {
      const Fetched = useFetched();
      return Fetched && <Fetched name="Mia" />;
    };
    render(<Page />);
    await act(() => preload);
    expect(fetch).toHaveBeenCalledOnce();
    await act(lazily(answer).load);
    expect(document.body.textContent).toBe("Hello Mia");
    expect(fetch).toHaveBeenCalledTimes(2);
  });

  it("8-35 loads again when it is rendered after a preload failed", async () => {
    const fetch = vi.fn(answer).mockRejectedValueOnce(new Error("no network"));
    const { load, useFetched } = lazily(fetch);
    await load().catch(() => {});
    const Page = () => {
      const Fetched = useFetched();
      return Fetched && <Fetched name="Mia" />;
    };
    render(<Page />);
    await act(async () => {});
    expect(document.body.textContent).toBe("Hello Mia");
  });

  it("8-35 loads again when it is opened again after a failure", async () => {
    vi.spyOn(console, "error").mockImplementation(() => {});
    const fetch = vi.fn(answer).mockRejectedValueOnce(new Error("no network"));
    const { Component } = lazily(fetch);
    const page = (attempt: number) => (
      <ErrorBoundary resetKey={attempt} fallback={<p>failed</p>}>
        <Suspense fallback="waiting">
          <Component name="Mia" />
        </Suspense>
      </ErrorBoundary>
    );
    const { rerender } = render(page(0));
    await screen.findByText("failed");
    rerender(page(1));
    expect(await screen.findByText("Hello Mia")).toBeTruthy();
    expect(fetch).toHaveBeenCalledTimes(2);
  });
});
