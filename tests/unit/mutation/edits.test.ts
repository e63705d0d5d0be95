import { describe, expect, it } from "vitest";
import { editsOfCode } from "../../mutation/edits.ts";

const SOURCE = `
export function firstFree(seats: readonly Seat[], wanted?: number): Seat | null {
  if (seats.length < 1) return null;
  const free = seats.filter((seat) => !seat.isTaken && seat.row > 2);
  note(free);
  return free.find((seat) => seat.row === (wanted ?? 3) + 1) ?? null;
}
`;

const textOf = (name: string) => {
  const edit = editsOfCode(SOURCE, "seats.ts").find((one) => one.name === name);
  return edit && SOURCE.slice(0, edit.start) + edit.text + SOURCE.slice(edit.end);
};

describe("edits of code", () => {
  it("change operators, conditions, numbers, statements and calls, each with its own name", () => {
    const names = editsOfCode(SOURCE, "seats.ts").map(({ name }) => name);
    expect(names).toEqual(
      expect.arrayContaining([
        "firstFree: < is >=",
        "firstFree: negate seats.length < 1",
        "firstFree: drop if (seats.length < 1) return null;",
        "firstFree free: drop filter",
        "firstFree free: no longer negate seat.isTaken",
        "firstFree free: && is ||",
        "firstFree free: 2 is 5",
        "firstFree: drop note(free);",
        "firstFree: + is -",
        "firstFree: drop the fallback of wanted",
      ]),
    );
    expect(new Set(names).size).toBe(names.length);
  });

  it("leave the rest of the file as it is", () => {
    expect(textOf("firstFree: drop note(free);")).toBe(SOURCE.replace("note(free);", ";"));
    expect(textOf("firstFree: drop the fallback of wanted")).toBe(SOURCE.replace("wanted ?? 3", "(wanted)"));
    expect(textOf("firstFree free: drop filter")).toBe(
      SOURCE.replace("seats.filter((seat) => !seat.isTaken && seat.row > 2)", "seats"),
    );
  });
});
