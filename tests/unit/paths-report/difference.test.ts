// @vitest-environment jsdom
import { describe, expect, it } from "vitest";
import { toastsMachine } from "../../../machines/app/toasts.ts";
import { differenceOf, fileOf, modelFileOf, placeOf } from "../../paths/difference.ts";
import { type ChartModel, delayDifferences } from "../../paths/model.ts";

describe("11-13 what differs on a path", () => {
  it("is nothing if both are the same, in any order of fields", () => {
    expect(differenceOf("views read", { a: 1, b: [2] }, { b: [2], a: 1 })).toBeNull();
  });

  it("is what is missing in a list, and what should not be there, each in a line", () => {
    expect(differenceOf("on the wire", ["send 1", "log x"], ["send 1", "outgoing.ready", "send 1"])).toBe(
      [
        "on the wire: missing outgoing.ready",
        "on the wire: missing send 1",
        "on the wire: not expected log x",
      ].join("\n"),
    );
  });

  it("is the fields of an object that differ, with both values", () => {
    expect(
      differenceOf("views read", { phase: "open", count: 1 }, { phase: "shut", count: 1, name: "x" }),
    ).toBe('views read: phase is "open" instead of "shut"\nviews read: name is nothing instead of "x"');
  });

  it("is both values otherwise, shortened", () => {
    expect(differenceOf("status", "done", "active")).toBe('status: "done" instead of "active"');
    expect(differenceOf("text", "x".repeat(500), "")?.length).toBeLessThan(300);
  });

  it("has the file and line of a state, and the file of the model", () => {
    expect([fileOf("callManager"), modelFileOf("callManager")]).toEqual([
      "machines/calls/call-manager.ts",
      "tests/paths/models/calls/call-manager.ts",
    ]);
    expect(placeOf("toasts", "showing")).toMatch(/^machines\/app\/toasts\.ts:\d+$/);
    expect(placeOf("toasts", "unknown")).toBe("machines/app/toasts.ts");
  });

  it("is a number where a delay is not as long as the table says", () => {
    const delays = { toastDuration: 1 };
    const model = { chart: "toasts", machine: toastsMachine, delays } as unknown as ChartModel<
      typeof toastsMachine
    >;
    expect(delayDifferences(model)).toEqual([
      expect.stringMatching(/^delay toastDuration: \d+ instead of 1 ms, machines\/app\/toasts\.ts$/),
    ]);
  });
});
