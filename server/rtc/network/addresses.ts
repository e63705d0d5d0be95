import { networkInterfaces } from "node:os";

const rereadMs = 1000;

/** This machine's IPv4 addresses, without the loopback. */
export function networkAddresses(): string[] {
  return Object.values(networkInterfaces())
    .flatMap((entries) => entries ?? [])
    .filter((entry) => entry.family === "IPv4" && !entry.internal)
    .map((entry) => entry.address);
}

/** This machine's present addresses: it may change networks. */
export interface OwnAddresses {
  /** Best first, the loopback last: Firefox pairs no loopback addresses. */
  all(): string[];
  has(address: string): boolean;
}

export function createOwnAddresses(read = networkAddresses, now = () => performance.now()): OwnAddresses {
  let known: string[] = [];
  let readAt = Number.NEGATIVE_INFINITY;
  const all = () => {
    if (now() - readAt >= rereadMs) {
      known = [...new Set(read()), "127.0.0.1"];
      readAt = now();
    }
    return known;
  };
  return { all, has: (address) => address.startsWith("127.") || all().includes(address) };
}
