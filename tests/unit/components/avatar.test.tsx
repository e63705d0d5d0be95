// @vitest-environment jsdom
import { cleanup, fireEvent, screen, within } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { Avatar } from "../../../src/components/Avatar.tsx";
import { Badge } from "../../../src/components/Badge.tsx";
import { Icon } from "../../../src/components/Icon.tsx";
import { Bell } from "../../../src/components/icons.ts";
import { ProgressRing } from "../../../src/components/ProgressRing.tsx";
import { ReinstallOverlay } from "../../../src/components/ReinstallOverlay.tsx";
import { renderWithText } from "./render.tsx";

afterEach(cleanup);

const avatar = () => screen.getByRole("img", { name: "Ann" });
const picture = () => avatar().querySelector("img");

describe("Avatar", () => {
  it("2-123 2-124 shows the last character of the name when there is no picture", () => {
    renderWithText(<Avatar name="Zoë 🦊" label="Ann" />);
    expect(avatar().textContent).toBe("🦊");
    expect(picture()).toBeNull();
  });

  it("2-128 2-129 9-30 has a default size of 36 px and a radius of 6", () => {
    const { rerender } = renderWithText(<Avatar name="Ann" label="Ann" />);
    expect(avatar().style).toMatchObject({ width: "36px", height: "36px", borderRadius: "6px" });
    rerender(<Avatar name="Ann" label="Ann" size={48} radius={24} />);
    expect(avatar().style).toMatchObject({ width: "48px", height: "48px", borderRadius: "24px" });
  });

  it("2-125 shows the default image when the picture fails to load", () => {
    renderWithText(<Avatar name="Ann" src="/broken.png" label="Ann" />);
    fireEvent.error(picture() as HTMLImageElement);
    expect(picture()).toBeNull();
    expect(avatar().querySelector("svg")).not.toBeNull();
    expect(avatar().textContent).toBe("");
  });

  it("2-126 tries again when the source changes", () => {
    const { rerender } = renderWithText(<Avatar name="Ann" src="/broken.png" label="Ann" />);
    fireEvent.error(picture() as HTMLImageElement);
    rerender(<Avatar name="Bob" src="/fine.png" label="Ann" />);
    expect(picture()?.getAttribute("src")).toBe("/fine.png");
  });

  it("2-127 shows the group image for a group with no picture or a broken one", () => {
    const { rerender } = renderWithText(<Avatar kind="group" name="Runners" label="Ann" />);
    expect(avatar().dataset.face).toBe("group");
    rerender(<Avatar kind="group" name="Runners" src="/broken.png" label="Ann" />);
    fireEvent.error(picture() as HTMLImageElement);
    expect(avatar().dataset.face).toBe("group");
  });

  it("2-123 shows the default image without a name", () => {
    renderWithText(<Avatar name="  " label="Ann" />);
    expect(avatar().querySelector("svg")).not.toBeNull();
  });

  it("10-06 is hidden from assistive technology beside a name", () => {
    const { container } = renderWithText(<Avatar name="Ann" />);
    expect(container.firstElementChild?.getAttribute("aria-hidden")).toBe("true");
  });
});

describe("Badge", () => {
  it("2-17 2-18 2-20 9-06 shows 99 as it is, more as 99+, and nothing at zero", () => {
    const { rerender, container } = renderWithText(<Badge count={99} label="unread" />);
    expect(screen.getByRole("img", { name: "unread" }).textContent).toBe("99");
    rerender(<Badge count={100} label="unread" />);
    expect(screen.getByRole("img", { name: "unread" }).textContent).toBe("99+");
    rerender(<Badge count={0} label="unread" />);
    expect(container.textContent).toBe("");
  });
});

describe("Icon", () => {
  it("10-06 has a name or is hidden", () => {
    const { container } = renderWithText(
      <>
        <Icon of={Bell} label="Muted" />
        <Icon of={Bell} />
      </>,
    );
    expect(screen.getByRole("img", { name: "Muted" })).toBeDefined();
    expect(container.querySelectorAll("svg[aria-hidden='true']")).toHaveLength(1);
  });
});

describe("progress", () => {
  it("2-08 shows a percentage between 0 and 100", () => {
    const { rerender } = renderWithText(<ProgressRing percent={41.6} label="Getting" />);
    expect(screen.getByRole("progressbar", { name: "Getting" }).getAttribute("aria-valuenow")).toBe("42");
    rerender(<ProgressRing percent={140} label="Getting" />);
    expect(screen.getByText("100%")).toBeDefined();
  });

  it("2-08 2-09 10-06 fills the screen with the percentage as a landmark, and renders nothing without one", () => {
    const { rerender, container } = renderWithText(<ReinstallOverlay percent={42} />);
    const landmark = within(screen.getByRole("region", { name: "Getting your messages" }));
    expect(landmark.getByText("42%")).toBeDefined();
    expect(landmark.getByText("Getting your messages")).toBeDefined();
    rerender(<ReinstallOverlay percent={null} />);
    expect(container.innerHTML).toBe("");
  });
});
