import { describe, expect, it } from "vitest";
import { meetingLink, meetingPath, readMeeting, withoutKey } from "../../../machines/domain/meeting-link.ts";
import { codePath } from "../../../machines/domain/people-routes.ts";
import { readCode } from "../../../machines/domain/qr-code.ts";

const ID = "0123456789abcdef0123456789abcdef";

describe("the link of a meeting", () => {
  it("11-41 leads back to its meeting, typed, pasted or scanned", () => {
    const link = meetingLink("https://parley.example", ID, null);
    expect(link).toBe(`https://parley.example/meeting?roomID=${ID}`);
    expect(readMeeting(link)).toBe(ID);
    expect(readCode(link)).toEqual({ roomID: ID });
    expect(codePath({ roomID: ID })).toBe(meetingPath(ID));
  });

  it.each([
    [ID],
    [` ${ID}\n`],
    [ID.toUpperCase()],
    [`http://10.0.0.1:5173/meeting?roomID=${ID}`],
    [`https://parley.example/meeting?from=chat&roomID=${ID}`],
    [`https://parley.example/meeting?roomID=${ID}&lang=en#`],
  ])("11-41 %j names the meeting", (text) => {
    expect(readMeeting(text)).toBe(ID);
  });

  it.each([
    [""],
    [ID.slice(1)],
    [`${ID}0`],
    [`https://parley.example/chat?roomID=${ID}`],
    [`https://parley.example/meeting?roomID=${ID}0`],
    [`javascript:alert(1)//meeting?roomID=${ID}`],
    [`https://parley.example/meeting?roomID=`],
    [`https://parley.example/meeting?roomID=${ID}#${"k".repeat(22)}`],
    [`see https://parley.example/meeting?roomID=${ID}`],
    [`https://parley.example/meeting?${"a".repeat(3000)}&roomID=${ID}`],
  ])("11-41 %j names no meeting", (text) => {
    expect(readMeeting(text)).toBeNull();
  });

  const KEY = "A-z_09A-z_09A-z_09A-z_";

  it("11-44 of an encrypted meeting is separated from its key, and put together again", () => {
    const link = meetingLink("https://parley.example", ID, KEY);
    expect(link).toBe(`https://parley.example/meeting?roomID=${ID}#${KEY}`);
    const { text, meeting } = withoutKey(` ${link}\n`);
    expect([readMeeting(text), meeting]).toEqual([ID, { roomID: ID, key: KEY }]);
    expect(text).not.toContain(KEY);
  });

  it.each([
    ["a part of a key", KEY.slice(1)],
    ["a key with other characters", `${KEY}%20`],
    ["a key with markup", `${KEY}<script>`],
    ["two keys", `${KEY}#${KEY}`],
    ["a key that is too long", "k".repeat(87)],
    ["a key without end", "k".repeat(100_000)],
    ["letters of other alphabets", "键".repeat(22)],
  ])("11-44 with %s leads to no meeting, and keeps nothing of it", (_, key) => {
    const { text, meeting } = withoutKey(`https://parley.example/meeting?roomID=${ID}#${key}`);
    expect([readMeeting(text), meeting]).toEqual([null, null]);
    expect(text).not.toContain("#");
  });

  it.each([
    ["hello #world"],
    [`https://parley.example/meeting?roomID=${ID}`],
    [`https://parley.example/chat?roomID=${ID}#${KEY}`],
    [ID],
    ["#"],
  ])("11-44 leaves %j alone", (text) => {
    expect(withoutKey(text)).toEqual({ text, meeting: null });
  });

  it("2-98 a scanned id alone is no code", () => {
    expect(readCode(ID)).toBeNull();
  });
});
