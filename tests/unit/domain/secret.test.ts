import { describe, expect, it } from "vitest";
import { Secret } from "../../../machines/domain/secret.ts";

describe("a password or code", () => {
  it("is empty only without any character", () => {
    expect(new Secret("").isEmpty).toBe(true);
    expect(new Secret("a").isEmpty).toBe(false);
  });

  it("is shown in no text, and given only to the reader that asks for it", () => {
    const secret = new Secret("parley2026");
    expect(`${secret} ${JSON.stringify({ secret })}`).toBe('[secret] {"secret":"[secret]"}');
    expect(secret.reveal()).toBe("parley2026");
  });
});
