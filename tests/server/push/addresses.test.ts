// @vitest-environment node
import type { LookupAddress, lookup } from "node:dns";
import { describe, expect, it } from "vitest";
import { isPublicAddress, publicOnly, readEndpoint } from "../../../server/push/addresses.ts";

describe("11-25 addresses that a push may go to", () => {
  it.each([
    ...["8.8.8.8", "1.0.0.1", "11.0.0.1", "100.63.255.255", "100.128.0.1", "126.255.255.255", "128.0.0.1"],
    ...[
      "169.255.0.1",
      "172.15.255.255",
      "172.32.0.1",
      "192.0.1.1",
      "192.0.3.1",
      "192.88.98.1",
      "192.169.0.1",
    ],
    ...["198.17.255.255", "198.20.0.1", "198.51.99.1", "203.0.114.1", "223.255.255.255"],
    ...["2607:f8b0:4004:800::200e", "2a00:1450::1", "2001:200::1", "2003::1", "3fff:1000::1"],
  ])("11-25 %s", (address) => {
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
    ...["0.255.255.255", "10.255.255.255", "100.127.255.255", "127.255.255.255", "169.254.255.255"],
    ...["192.0.0.255", "192.0.2.255", "192.88.99.255", "192.168.255.255", "198.19.255.255"],
    ...["198.51.100.255", "203.0.113.255"],
    ...["2001:1ff:ffff::1", "2001:db8:ffff::1", "2002:ffff::1", "3fff:fff::1", "1fff::1", "4000::1"],
    "not an address",
  ])("11-25 not %s", (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  const endpoint = "https://push.example/send/1";

  it.each([endpoint, "https://push.example:443/", "https://push.example./", `${endpoint}${"x".repeat(997)}`])(
    "11-25 %s is a push service",
    (text) => {
      expect(readEndpoint(text, false)?.host).toMatch(/^push\.example\.?$/);
    },
  );

  it.each([
    ...["", "push.example", "http://push.example/", "https://push.example:8443/", "ftp://push.example/"],
    ...["https://ann@push.example/", "https://:secret@push.example/", "https://push.example/#part"],
    ...["https://push/", "https://localhost/", "https://8.8.8.8/", "https://8.8.8.8./", "https://[2a00::1]/"],
    ...["https://push./", "https://localhost./", "https://[::ffff:8.8.8.8]/"],
    ...["https://127.0.0.1:8443/", `${endpoint}${"x".repeat(998)}`],
  ])("11-25 %s is none", (text) => {
    expect(readEndpoint(text, false)).toBeUndefined();
  });

  it("11-25 this machine is one for tests only", () => {
    for (const text of ["http://127.0.0.1:8080/", "https://localhost/", "http://[::1]:80/"])
      expect([readEndpoint(text, true)?.href, readEndpoint(text, false)]).toEqual([
        new URL(text).href,
        undefined,
      ]);
    for (const text of ["ftp://127.0.0.1/", "http://10.0.0.1/", "http://push.example/"])
      expect(readEndpoint(text, true)).toBeUndefined();
  });

  it("11-25 a name that is not found fails with the cause", async () => {
    const cause = new Error("not found");
    const ask = publicOnly(((_: string, __: object, callback: (error: Error) => void) =>
      callback(cause)) as typeof lookup);
    expect(await outcome(ask, false)).toBe(cause);
  });

  const answering = (...addresses: string[]) => {
    const found: LookupAddress[] = addresses.map((address) => ({
      address,
      family: address.includes(":") ? 6 : 4,
    }));
    // As Node's own lookup: without `all` it answers with the first address alone.
    const resolve = (
      _: string,
      { all, family = 0 }: { all?: boolean; family?: number },
      callback: (error: null, found: LookupAddress[] | string | undefined) => void,
    ) => {
      const wanted = found.filter((one) => family === 0 || one.family === family);
      callback(null, all ? wanted : wanted[0]?.address);
    };
    return publicOnly(resolve as typeof lookup);
  };
  const outcome = (ask: ReturnType<typeof publicOnly>, all: boolean, family = 0) =>
    new Promise((resolve) =>
      ask("push.example", { all, family }, (error, address) => resolve(error ?? address)),
    );

  it("11-25 a name of a public address is taken, and connects to what was checked", async () => {
    expect(await outcome(answering("8.8.8.8"), false)).toBe("8.8.8.8");
    expect(await outcome(answering("8.8.8.8", "2a00::1"), true)).toHaveLength(2);
  });

  it("11-25 a socket that asks for one family gets an address of that family", async () => {
    expect(await outcome(answering("8.8.8.8", "2a00::1"), false, 6)).toBe("2a00::1");
  });

  it("11-25 a name is refused if one of its addresses is inside", async () => {
    expect(await outcome(answering("8.8.8.8", "10.0.0.1"), true)).toBeInstanceOf(Error);
    expect(await outcome(answering("127.0.0.1"), false)).toBeInstanceOf(Error);
    expect(await outcome(answering(), false)).toBeInstanceOf(Error);
  });
});
