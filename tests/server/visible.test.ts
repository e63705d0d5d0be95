// @vitest-environment node
import { expect, it } from "vitest";
import { isVisible as isVisibleToClient } from "../../machines/domain/visible-text.ts";
import { isVisible } from "../../server/visible.ts";

it.each([
  "",
  " ",
  "\u00A0\u3000",
  "\u200B",
  "\u200D\u200C\u2060\uFEFF",
  "\u202E\u2066\u2069",
  "\u00AD",
  "\u3164\u115F\uFFA0",
  "\u2800",
  "\u0301",
  "\uFE0F",
  "\u{E0020}\u{E007F}",
  "\ud800",
])("2-99 %j is not a valid name, on client and server", (name) => {
  expect([isVisible(name), isVisibleToClient(name)]).toEqual([false, false]);
});

it.each(["a", "李雷", "\u200Ba", "👍", "👩‍👩‍👧", "é", "ا", "नि", "?", "♥️", "ㅤx"])(
  "2-99 %j is a valid name, on client and server",
  (name) => {
    expect([isVisible(name), isVisibleToClient(name)]).toEqual([true, true]);
  },
);
