// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { LazyLayer } from "../../../src/components/LazyLayer.tsx";
import { renderWithText } from "./render.tsx";

afterEach(cleanup);

function Broken(): never {
  throw new Error("its code cannot be fetched");
}

const page = (open: boolean, onClose = () => {}) => (
  <>
    <button type="button">Behind</button>
    <LazyLayer open={open} onClose={onClose} title="Forward">
      <Broken />
    </LazyLayer>
  </>
);

describe("a sheet whose code cannot be fetched", () => {
  it("10-06 keeps the focus off the page behind it, and returns it", () => {
    const quiet = vi.spyOn(console, "error").mockImplementation(() => {});
    const { rerender, container } = renderWithText(page(false));
    const behind = screen.getByRole("button", { name: "Behind" });
    behind.focus();
    rerender(page(true));
    const panel = screen.getByRole("alertdialog", { name: "Forward" });
    expect(document.activeElement).toBe(panel);
    expect(panel.closest("[inert]")).toBeNull();
    expect(container.hasAttribute("inert")).toBe(true);
    rerender(page(false));
    expect(container.hasAttribute("inert")).toBe(false);
    expect(document.activeElement).toBe(behind);
    quiet.mockRestore();
  });

  it("10-06 closes on Escape", () => {
    const quiet = vi.spyOn(console, "error").mockImplementation(() => {});
    const close = vi.fn();
    renderWithText(page(true, close));
    act(() => void fireEvent.keyDown(screen.getByRole("alertdialog"), { key: "Escape" }));
    expect(close).toHaveBeenCalledOnce();
    quiet.mockRestore();
  });
});
