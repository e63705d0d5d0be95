import { describe, expect, it } from "vitest";
import {
  chatOfShare,
  hasContent,
  isStale,
  type SharedFields,
  sharedFiles,
  sharedName,
  sharedText,
  sharedType,
  shareIn,
  sharePath,
  withShared,
} from "../../../machines/domain/incoming-share.ts";
import { placeOf, SHARE_PATH } from "../../../machines/domain/route.ts";

const fields = (given: Partial<SharedFields>): SharedFields => ({ title: "", text: "", url: "", ...given });
const LINK = "https://example.com/a?b=1";

describe("content that another app shares", () => {
  it.each<[string, Partial<SharedFields>, string]>([
    ["a text", { text: " Look at this \r\n" }, "Look at this"],
    [
      "a title, a text and a link, each on its line",
      { title: "News", text: "Look", url: LINK },
      `News\nLook\n${LINK}`,
    ],
    ["a link that the text has", { text: `Look: ${LINK}`, url: LINK }, `Look: ${LINK}`],
    ["a title that the text has", { title: "News", text: `News ${LINK}` }, `News ${LINK}`],
    ["a link alone", { url: LINK }, LINK],
    ["a title alone", { title: "News" }, "News"],
    ["an address that is no web page", { text: "Look", url: "javascript:alert(1)" }, "Look"],
    ["no address at all", { text: "Look", url: "not an address" }, "Look"],
    ["HTML, as it is", { text: "<img src=x onerror=alert(1)>" }, "<img src=x onerror=alert(1)>"],
    ["control characters", { text: "a\u0000b\u001bc\td\ne" }, "abc\td\ne"],
    ["the line breaks of every system", { text: "a\r\nb\rc\nd" }, "a\nb\nc\nd"],
    ["nothing", {}, ""],
  ])("11-57 takes %s", (_, given, text) => {
    expect(sharedText(fields(given), [])).toEqual({ text, isCut: false });
  });

  it("11-57 leaves out a title that is the name of a file", () => {
    expect(sharedText(fields({ title: "cat.jpg" }), ["cat.jpg"]).text).toBe("");
    expect(sharedText(fields({ title: "cat" }), ["cat.jpg"]).text).toBe("cat");
  });

  it("11-57 shortens a text to one message, and says so", () => {
    expect(sharedText(fields({ text: "x".repeat(10_000) }), []).isCut).toBe(false);
    const long = sharedText(fields({ text: "x".repeat(5_000_000), title: "News" }), []);
    expect([long.text.length, long.isCut]).toEqual([10_000, true]);
    // Not in the middle of a character.
    expect(sharedText(fields({ text: `${"x".repeat(9999)}😀` }), []).text).toBe("x".repeat(9999));
  });

  it("11-57 takes as many files as the composer, and counts the others", () => {
    const small = new File(["x"], "small.txt");
    const sized = (size: number) =>
      Object.defineProperty(new File(["x"], "large.bin"), "size", { value: size });
    const mebibyte = 1024 * 1024;
    expect(sharedFiles(Array.from({ length: 103 }, () => small))).toMatchObject({ leftOut: 3 });
    const taken = (files: readonly File[]) => sharedFiles(files).files.map(({ size }) => size / mebibyte);
    expect(taken([sized(201 * mebibyte), sized(mebibyte)])).toEqual([1]);
    // 1000 MiB altogether.
    const largest = Array.from({ length: 5 }, () => sized(200 * mebibyte));
    expect(taken([...largest, small])).toEqual([200, 200, 200, 200, 200]);
    expect(sharedFiles([...Array.from({ length: 6 }, () => sized(190 * mebibyte)), small])).toMatchObject({
      leftOut: 1,
    });
    expect(sharedFiles([])).toEqual({ files: [], leftOut: 0 });
  });

  it.each([
    ["cat.jpg", "cat.jpg"],
    ["../../etc/passwd", "....etcpasswd"],
    ["C:\\temp\\cat.jpg", "C:tempcat.jpg"],
    ["invoice\u202efdp.exe", "invoicefdp.exe"],
    ["a\u0000b\n.txt", "ab.txt"],
    ["", "file"],
    [" \u202e", "file"],
    [`${"x".repeat(300)}.jpeg`, `${"x".repeat(195)}.jpeg`],
    ["猫.png", "猫.png"],
  ])("11-57 names the file %j: %s", (given, name) => {
    expect(sharedName(given)).toBe(name);
  });

  it.each([
    ["image/JPEG", "image/jpeg"],
    ["application/vnd.ms-excel", "application/vnd.ms-excel"],
    ["text/html; charset=utf-8", ""],
    ["", ""],
    ['image/png" onload="', ""],
  ])("11-57 takes the type %j as %j", (given, type) => {
    expect(sharedType(given)).toBe(type);
  });

  it("11-57 drops a share after an hour, also if the clock was set back", () => {
    const hour = 60 * 60 * 1000;
    expect(isStale(1000, 1000 + hour - 1)).toBe(false);
    expect(isStale(1000, 1000 + hour)).toBe(true);
    expect(isStale(2 * hour, 0)).toBe(true);
    expect(isStale(Number.NaN, 0)).toBe(true);
  });

  it("11-57 adds the text below what is written", () => {
    expect(withShared("", "See this")).toBe("See this");
    expect(withShared("Half a word", "See this")).toBe("Half a word\nSee this");
    expect(withShared("A line\n", "See this")).toBe("A line\nSee this");
    expect(withShared("Half a word", "")).toBe("Half a word");
  });

  it("11-57 its page has the id of the share in its address", () => {
    expect(shareIn(placeOf(sharePath("a&b")))).toBe("a&b");
    expect(shareIn(placeOf(sharePath(null)))).toBe("");
    expect(shareIn(placeOf("/chat?shareID=1"))).toBeNull();
  });

  it("11-57 its page has the chat that the share is for in its address, and no chat if the user chooses", () => {
    const page = placeOf(sharePath("1", "si_a&b"));
    expect([shareIn(page), chatOfShare(page)]).toEqual(["1", "si_a&b"]);
    expect(chatOfShare(placeOf(sharePath("1")))).toBeNull();
    expect(chatOfShare(placeOf(`${SHARE_PATH}?conversationID=`))).toBeNull();
    expect(chatOfShare(placeOf("/chat?conversationID=1"))).toBeNull();
  });

  it("11-57 has something for a chat if it has a text or a file", () => {
    const file = new File(["x"], "cat.jpg");
    expect(hasContent({ text: "Look", files: [] })).toBe(true);
    expect(hasContent({ text: "", files: [file] })).toBe(true);
    expect(hasContent({ text: "", files: [] })).toBe(false);
  });
});
