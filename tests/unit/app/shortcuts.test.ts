import { describe, expect, it } from "vitest";
import { chatBeside, type KeyPress, shortcutOf } from "../../../machines/app/shortcuts.ts";

const bare: KeyPress = {
  key: "",
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  field: "none",
  isApple: false,
};
const ctrl = { ctrlKey: true };
const cmd = { metaKey: true, isApple: true };
const alt = { altKey: true };
const option = { altKey: true, isApple: true };

describe("11-21 shortcuts", () => {
  it.each([
    ["Ctrl-K anywhere", { ...ctrl, key: "k", field: "filled" }, "search"],
    ["Ctrl-K with caps lock", { ...ctrl, key: "K" }, "search"],
    ["Cmd-K on an Apple keyboard", { ...cmd, key: "k" }, "search"],
    ["Ctrl-K there, which deletes to the end of the line", { ...ctrl, key: "k", isApple: true }, null],
    ["Ctrl-Cmd-K there", { ...cmd, ...ctrl, key: "k" }, null],
    ["Ctrl-Windows-K", { ...ctrl, metaKey: true, key: "k" }, null],
    ["Ctrl-Shift-K, which is the browser's", { ...ctrl, key: "K", shiftKey: true }, null],
    ["k alone", { key: "k" }, null],
    ["Ctrl-Up", { ...ctrl, key: "ArrowUp" }, "previousChat"],
    ["Ctrl-Down in an empty field", { ...ctrl, key: "ArrowDown", field: "empty" }, "nextChat"],
    ["Ctrl-Down in a field with text", { ...ctrl, key: "ArrowDown", field: "filled" }, null],
    ["Alt-Down in a field with text", { ...alt, key: "ArrowDown", field: "filled" }, "nextChat"],
    ["Alt-Up", { ...alt, key: "ArrowUp" }, "previousChat"],
    [
      "Option-Up in a field with text, which moves the caret",
      { ...option, key: "ArrowUp", field: "filled" },
      null,
    ],
    ["Option-Up in an empty field", { ...option, key: "ArrowUp", field: "empty" }, "previousChat"],
    ["Cmd-Down in a field with text", { ...cmd, key: "ArrowDown", field: "filled" }, null],
    ["Ctrl-Alt-Down", { ...ctrl, ...alt, key: "ArrowDown" }, null],
    ["Ctrl-Shift-Down", { ...ctrl, key: "ArrowDown", shiftKey: true }, null],
    ["Down alone", { key: "ArrowDown" }, null],
    ["Ctrl-Left", { ...ctrl, key: "ArrowLeft" }, null],
    ["?", { key: "?", shiftKey: true }, "help"],
    ["? of a Chinese keyboard", { key: "？", shiftKey: true }, "help"],
    ["? in a field", { key: "?", shiftKey: true, field: "empty" }, null],
    ["Ctrl-?", { ...ctrl, key: "?", shiftKey: true }, null],
  ] as const)("%s", (_, press, shortcut) => {
    expect(shortcutOf({ ...bare, ...press })).toBe(shortcut);
  });

  it.each([
    ["b", "nextChat", "c"],
    ["b", "previousChat", "a"],
    ["c", "nextChat", null],
    ["a", "previousChat", null],
    [null, "nextChat", "a"],
    [null, "previousChat", null],
    ["gone", "nextChat", "a"],
  ] as const)("from chat %s, %s is %s", (current, step, next) => {
    const rows = ["a", "b", "c"].map((conversationID) => ({ conversationID }));
    expect(chatBeside(rows, current, step)).toBe(next);
  });
});
