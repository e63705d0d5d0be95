import { describe, expect, it } from "vitest";
import { meetingLink, meetingPath, readMeeting } from "../../../machines/domain/meeting-link.ts";
import { codePath } from "../../../machines/domain/people-routes.ts";
import { readCode } from "../../../machines/domain/qr-code.ts";

const ID = "0123456789abcdef0123456789abcdef";

describe("the link of a meeting", () => {
  it("11-41 leads back to its meeting, typed, pasted or scanned", () => {
    const link = meetingLink("https://parley.example", ID);
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
    [`https://parley.example/meeting?roomID=${ID}#key`],
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
    [`see https://parley.example/meeting?roomID=${ID}`],
    [`https://parley.example/meeting?${"a".repeat(3000)}&roomID=${ID}`],
  ])("11-41 %j names no meeting", (text) => {
    expect(readMeeting(text)).toBeNull();
  });

  it("2-98 a scanned id alone is no code", () => {
    expect(readCode(ID)).toBeNull();
  });
});
