// @vitest-environment jsdom
import { cleanup, createEvent, fireEvent, screen } from "@testing-library/react";
import { useState } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ActionMenu } from "../../../src/components/ActionMenu.tsx";
import { MessageCircle, Users } from "../../../src/components/icons.ts";
import { ListRow } from "../../../src/components/ListRow.tsx";
import { BackButton, NavBar } from "../../../src/components/NavBar.tsx";
import { PickRow } from "../../../src/components/PickRow.tsx";
import { SwipeActions } from "../../../src/components/SwipeActions.tsx";
import { TabBar } from "../../../src/components/TabBar.tsx";
import { useLongPress } from "../../../src/components/useLongPress.ts";
import { renderWithText } from "./render.tsx";

afterEach(() => {
  cleanup();
  history.replaceState(null, "", "/");
});

describe("TabBar", () => {
  const draw = (count: number, onSelect = (_: "messages" | "contacts") => {}) => (
    <TabBar
      current="messages"
      onSelect={onSelect}
      items={[
        { key: "messages", label: "Messages", icon: MessageCircle, href: "#messages", count },
        { key: "contacts", label: "Contacts", icon: Users, href: "#contacts", count: 2, counts: "pending" },
      ]}
    />
  );

  it("2-17 2-18 2-20 10-06 names its links with the exact count and shows it capped", () => {
    const { rerender } = renderWithText(draw(3));
    expect(screen.getByRole("navigation", { name: "Main" })).toBeDefined();
    expect(screen.getByRole("link", { name: "Messages, 3 unread" }).getAttribute("aria-current")).toBe(
      "page",
    );
    expect(screen.getByRole("link", { name: "Contacts, 2 pending" }).hasAttribute("aria-current")).toBe(
      false,
    );
    rerender(draw(100));
    const messages = screen.getByRole("link", { name: "Messages, 100 unread" });
    const seen = [...messages.children].filter((part) => !part.matches(".visually-hidden"));
    expect(seen.map(({ textContent }) => textContent)).toEqual(["99+", "Messages"]);
    rerender(draw(0));
    expect(screen.getByRole("link", { name: "Messages" }).textContent).toBe("Messages");
  });

  it("selects a tab on click, and lets the browser open a new browser tab", () => {
    const onSelect = vi.fn();
    renderWithText(draw(0, onSelect));
    const link = screen.getByRole("link", { name: /Contacts/ });
    const plain = createEvent.click(link);
    fireEvent(link, plain);
    expect(plain.defaultPrevented).toBe(true);
    fireEvent.click(link, { ctrlKey: true });
    expect(onSelect).toHaveBeenCalledExactlyOnceWith("contacts");
  });
});

describe("a name that is cut", () => {
  const NAME = "منصورة عبد الرحمن";
  /** The direction of the text that holds the name: "auto" cuts it at the end of its own script. */
  const direction = () => screen.getByText(NAME).closest("[dir]")?.getAttribute("dir");

  it.each([
    ["the title of a page", <NavBar key="" title={NAME} />],
    ["the title of a row", <ListRow key="" title={NAME} />],
    ["the second line of a row", <ListRow key="" title="Ann" detail={NAME} />],
    ["a row to pick", <PickRow key="" name={NAME} leading="" checked={false} onChange={() => {}} />],
  ])("3-10 keeps its first words in its own direction: %s", (_, shown) => {
    renderWithText(shown);
    expect(direction()).toBe("auto");
  });
});

describe("NavBar", () => {
  it("10-06 has one heading and named actions", () => {
    const onBack = vi.fn();
    renderWithText(<NavBar title="Ann" detail="typing" start={<BackButton onClick={onBack} />} />, "zh");
    expect(screen.getByRole("heading", { level: 1, name: "Ann" })).toBeDefined();
    fireEvent.click(screen.getByRole("button", { name: "返回" }));
    expect(onBack).toHaveBeenCalledOnce();
  });
});

describe("ListRow", () => {
  it("10-06 is a button with an action and plain text without one", () => {
    const onClick = vi.fn();
    const { rerender } = renderWithText(
      <ListRow title="Language" aside="English" chevron onClick={onClick} />,
    );
    fireEvent.click(screen.getByRole("button", { name: /Language.*English/ }));
    expect(onClick).toHaveBeenCalledOnce();
    rerender(<ListRow title="Language" aside="English" />);
    expect(screen.queryByRole("button")).toBeNull();
    expect(screen.getByText("English")).toBeDefined();
  });
});

function PressableRow({ onLongPress, onClick }: { onLongPress: () => void; onClick?: () => void }) {
  return (
    <div>
      <button type="button" {...useLongPress(onLongPress)} onClick={onClick}>
        Ann
      </button>
      <div data-testid="frame" {...useLongPress(onLongPress)}>
        <input aria-label="Inside" />
      </div>
    </div>
  );
}

describe("useLongPress", () => {
  const row = () => screen.getByRole("button", { name: "Ann" });
  const touch = { pointerType: "touch", isPrimary: true, clientX: 50, clientY: 50 };
  const holdEnds = () => fireEvent.animationEnd(row(), { animationName: "parley-hold" });
  const isHolding = () => row().dataset.holding !== undefined;

  it("4-64 fires once for a long press and suppresses the click at its end", () => {
    const onLongPress = vi.fn();
    const onClick = vi.fn();
    renderWithText(<PressableRow onLongPress={onLongPress} onClick={onClick} />);
    fireEvent.pointerDown(row(), touch);
    expect(isHolding()).toBe(true);
    holdEnds();
    fireEvent.contextMenu(row());
    fireEvent.pointerUp(row(), touch);
    const lift = createEvent.touchEnd(row());
    fireEvent(row(), lift);
    expect(lift.defaultPrevented).toBe(true);
    fireEvent.click(row(), { detail: 1 });
    expect(onLongPress).toHaveBeenCalledOnce();
    expect(onClick).not.toHaveBeenCalled();
    fireEvent.pointerDown(row(), touch);
    fireEvent.pointerUp(row(), touch);
    fireEvent.click(row(), { detail: 1 });
    expect(onClick).toHaveBeenCalledOnce();
  });

  it("4-64 cancels when the finger moves away or lifts", () => {
    renderWithText(<PressableRow onLongPress={() => {}} />);
    fireEvent.pointerDown(row(), touch);
    fireEvent.pointerMove(row(), { ...touch, clientX: 55 });
    expect(isHolding()).toBe(true);
    fireEvent.pointerMove(row(), { ...touch, clientY: 65 });
    expect(isHolding()).toBe(false);
    fireEvent.pointerDown(row(), touch);
    fireEvent.pointerUp(row(), touch);
    expect(isHolding()).toBe(false);
  });

  it("1-20 10-06 fires for the right mouse button and the menu key, but not in a text field", () => {
    const onLongPress = vi.fn();
    renderWithText(<PressableRow onLongPress={onLongPress} />);
    const menu = createEvent.contextMenu(row());
    fireEvent(row(), menu);
    expect(menu.defaultPrevented).toBe(true);
    expect(onLongPress).toHaveBeenCalledOnce();
    const inField = createEvent.contextMenu(screen.getByLabelText("Inside"));
    fireEvent(screen.getByLabelText("Inside"), inField);
    expect(inField.defaultPrevented).toBe(false);
    expect(onLongPress).toHaveBeenCalledOnce();
  });
});

function SwipeRow({ onDelete, onClick }: { onDelete: () => void; onClick: () => void }) {
  const [open, setOpen] = useState(false);
  return (
    <SwipeActions
      open={open}
      onOpenChange={setOpen}
      actions={[
        { key: "pin", label: "Pin", onSelect: () => {} },
        { key: "delete", label: "Delete", tone: "danger", onSelect: onDelete },
      ]}
    >
      <button type="button" onClick={onClick}>
        Ann
      </button>
    </SwipeActions>
  );
}

describe("SwipeActions", () => {
  const row = () => screen.getByRole("button", { name: "Ann" });
  const isOpen = () => screen.getByText("Delete").closest("[inert]") === null;
  const finger = (clientX: number, clientY = 50) => ({
    pointerType: "touch",
    isPrimary: true,
    clientX,
    clientY,
  });

  // jsdom has neither.
  beforeEach(() => {
    Element.prototype.setPointerCapture = () => {};
    Element.prototype.hasPointerCapture = () => false;
  });
  afterEach(() => {
    Reflect.deleteProperty(Element.prototype, "setPointerCapture");
    Reflect.deleteProperty(Element.prototype, "hasPointerCapture");
  });

  function swipe(from: number, to: number, dy = 0) {
    fireEvent.pointerDown(row(), finger(from));
    fireEvent.pointerMove(row(), finger((from + to) / 2, 50 + dy / 2));
    fireEvent.pointerMove(row(), finger(to, 50 + dy));
    fireEvent.pointerUp(row(), finger(to, 50 + dy));
    fireEvent.click(row(), { detail: 1 });
  }

  it("4-64 shows the actions after a swipe and suppresses the click at its end", () => {
    const onDelete = vi.fn();
    const onClick = vi.fn();
    renderWithText(<SwipeRow onDelete={onDelete} onClick={onClick} />);
    expect(isOpen()).toBe(false);
    swipe(300, 180);
    expect(isOpen()).toBe(true);
    expect(onClick).not.toHaveBeenCalled();
    fireEvent.click(screen.getByText("Delete"));
    expect(onDelete).toHaveBeenCalledOnce();
    expect(isOpen()).toBe(false);
  });

  it("4-64 ignores a short swipe, a swipe to the other side, and scrolling", () => {
    renderWithText(<SwipeRow onDelete={() => {}} onClick={() => {}} />);
    swipe(300, 280);
    expect(isOpen()).toBe(false);
    swipe(100, 280);
    expect(isOpen()).toBe(false);
    swipe(300, 180, 300);
    expect(isOpen()).toBe(false);
  });

  it("4-64 opens and closes after a third of the way, and not before", () => {
    renderWithText(<SwipeRow onDelete={() => {}} onClick={() => {}} />);
    // Two actions of 76 px each.
    swipe(300, 251);
    expect(isOpen()).toBe(false);
    swipe(300, 247);
    expect(isOpen()).toBe(true);
    swipe(100, 149);
    expect(isOpen()).toBe(true);
    swipe(100, 153);
    expect(isOpen()).toBe(false);
  });

  it("11-21 a touch elsewhere or a scroll of the list closes an open row, a touch of its actions does not", () => {
    renderWithText(
      <div data-testid="scroller">
        <SwipeRow onDelete={() => {}} onClick={() => {}} />
        <p>Elsewhere</p>
      </div>,
    );
    swipe(300, 180);
    fireEvent.pointerDown(screen.getByText("Delete"), finger(290));
    fireEvent.scroll(screen.getByText("Elsewhere"));
    expect(isOpen()).toBe(true);
    fireEvent.pointerDown(screen.getByText("Elsewhere"), finger(290));
    expect(isOpen()).toBe(false);
    swipe(300, 180);
    expect(isOpen()).toBe(true);
    fireEvent.scroll(screen.getByTestId("scroller"));
    expect(isOpen()).toBe(false);
  });

  it("4-64 closes an open row on a tap or a swipe back, without a click", () => {
    const onClick = vi.fn();
    renderWithText(<SwipeRow onDelete={() => {}} onClick={onClick} />);
    swipe(300, 180);
    fireEvent.pointerDown(row(), finger(50));
    fireEvent.pointerUp(row(), finger(50));
    fireEvent.click(row(), { detail: 1 });
    expect(isOpen()).toBe(false);
    swipe(300, 180);
    swipe(180, 300);
    expect(isOpen()).toBe(false);
    expect(onClick).not.toHaveBeenCalled();
    fireEvent.pointerDown(row(), finger(50));
    fireEvent.pointerUp(row(), finger(50));
    fireEvent.click(row(), { detail: 1 });
    expect(onClick).toHaveBeenCalledOnce();
  });
});

function MenuRow({ onCopy }: { onCopy: () => void }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      <ActionMenu
        open={open}
        onClose={() => setOpen(false)}
        title="Message actions"
        items={[
          { key: "copy", label: "Copy", onSelect: onCopy },
          { key: "reply", label: "Reply", onSelect: () => {} },
          { key: "recall", label: "Recall", disabled: true, onSelect: () => {} },
          { key: "delete", label: "Delete", danger: true, onSelect: () => {} },
        ]}
      />
    </>
  );
}

describe("ActionMenu", () => {
  async function open(onCopy = () => {}) {
    renderWithText(<MenuRow onCopy={onCopy} />);
    const opener = screen.getByRole("button", { name: "Open" });
    opener.focus();
    fireEvent.click(opener);
    const menu = await screen.findByRole("menu", { name: "Message actions" });
    await expect.poll(() => document.activeElement).toBe(menu);
    return menu;
  }
  const isClosed = () => expect.poll(() => screen.queryByRole("dialog")).toBeNull();
  const isFocusBack = () => expect.poll(() => document.activeElement?.textContent).toBe("Open");

  it("10-06 has named items, closes before the action, and restores the focus", async () => {
    const onCopy = vi.fn();
    await open(onCopy);
    expect(screen.getByRole("dialog", { name: "Message actions" })).toBeDefined();
    expect(screen.getAllByRole("menuitem").map((item) => item.textContent)).toEqual([
      "Copy",
      "Reply",
      "Recall",
      "Delete",
    ]);
    fireEvent.click(screen.getByRole("menuitem", { name: "Copy" }));
    expect(onCopy).toHaveBeenCalledOnce();
    await isClosed();
    await isFocusBack();
  });

  it("10-06 closes with Escape and Cancel", async () => {
    const menu = await open();
    fireEvent.keyDown(menu, { key: "Escape" });
    await isClosed();
    await isFocusBack();
    fireEvent.click(screen.getByRole("button", { name: "Open" }));
    fireEvent.click(await screen.findByRole("button", { name: "Cancel" }));
    await isClosed();
  });

  it("10-06 moves with the arrow keys, skips disabled items and wraps around", async () => {
    const menu = await open();
    const press = (key: string) => {
      fireEvent.keyDown(document.activeElement ?? menu, { key });
      return document.activeElement?.textContent;
    };
    expect(press("ArrowDown")).toBe("Copy");
    expect(press("ArrowDown")).toBe("Reply");
    expect(press("ArrowDown")).toBe("Delete");
    expect(press("ArrowDown")).toBe("Copy");
    expect(press("ArrowUp")).toBe("Delete");
    expect(press("Home")).toBe("Copy");
    expect(press("End")).toBe("Delete");
  });
});
