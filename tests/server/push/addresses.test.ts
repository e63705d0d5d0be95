// @vitest-environment node
import type { LookupAddress, lookup } from "node:dns";
import { describe, expect, it } from "vitest";
import { isPublicAddress, publicOnly } from "../../../server/push/addresses.ts";

describe("11-25 addresses that a push may go to", () => {
  it.each(["8.8.8.8", "172.32.0.1", "2607:f8b0:4004:800::200e", "2a00:1450::1"])("11-25 %s", (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  it.each([
    "0.0.0.0",
    "10.0.0.1",
    "100.64.0.1",
    "127.0.0.1",
    "169.254.169.254",
    "172.16.0.1",
    "172.31.255.255",
    "192.168.1.1",
    "198.18.0.1",
    "224.0.0.1",
    "255.255.255.255",
    "::",
    "::1",
    "::ffff:127.0.0.1",
    "::ffff:8.8.8.8",
    "64:ff9b::7f00:1",
    "fc00::1",
    "fd12::1",
    "fe80::1",
    "ff02::1",
    "2001:db8::1",
    "2002:7f00:1::",
    "not an address",
  ])("11-25 not %s", (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  const answering = (...addresses: string[]) => {
    const found: LookupAddress[] = addresses.map((address) => ({
      address,
      family: address.includes(":") ? 6 : 4,
    }));
    const resolve = (_: string, __: object, callback: (error: null, found: LookupAddress[]) => void) =>
      callback(null, found);
    return publicOnly(resolve as typeof lookup);
  };
  const outcome = (ask: ReturnType<typeof publicOnly>, all: boolean) =>
    new Promise((resolve) => ask("push.example", { all }, (error, address) => resolve(error ?? address)));

  it("11-25 a name of a public address is taken, and connects to what was checked", async () => {
    expect(await outcome(answering("8.8.8.8"), false)).toBe("8.8.8.8");
    expect(await outcome(answering("8.8.8.8", "2a00::1"), true)).toHaveLength(2);
  });

  it("11-25 a name is refused if one of its addresses is inside", async () => {
    expect(await outcome(answering("8.8.8.8", "10.0.0.1"), true)).toBeInstanceOf(Error);
    expect(await outcome(answering("127.0.0.1"), false)).toBeInstanceOf(Error);
    expect(await outcome(answering(), false)).toBeInstanceOf(Error);
  });
});
