import { type LookupAddress, type LookupOptions, lookup } from "node:dns";
import { BlockList, isIP } from "node:net";

/** Addresses that are not of the public internet, and those that lead to others (RFC 6890). */
const inside = new BlockList();
for (const [network, bits] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 3],
] as const)
  inside.addSubnet(network, bits, "ipv4");

/** Only global unicast is public, without the parts that carry an IPv4 address or are for documents. */
const outside = new BlockList();
outside.addSubnet("2000::", 3, "ipv6");
const embedding = new BlockList();
for (const [network, bits] of [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
] as const)
  embedding.addSubnet(network, bits, "ipv6");

/** Whether an IP address is public. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !inside.check(address, "ipv4");
  return family === 6 && outside.check(address, "ipv6") && !embedding.check(address, "ipv6");
}

const maxEndpointLength = 1024;

/**
 * Returns the address of a push service, or undefined for one that this server must not call: anything but https on
 * the usual port of a named host.
 * @param loopback for tests: also http and https of this machine, at any port
 */
export function readEndpoint(text: string, loopback: boolean): URL | undefined {
  if (text.length > maxEndpointLength || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  if (url.username !== "" || url.password !== "" || url.hash !== "") return undefined;
  if (loopback && isLoopbackHost(url) && /^https?:$/.test(url.protocol)) return url;
  const host = url.hostname.replace(/\.$/, "");
  // An IPv6 address is in brackets and has no dot.
  const isNamed = isIP(host) === 0 && host.includes(".");
  return url.protocol === "https:" && url.port === "" && isNamed ? url : undefined;
}

export function isLoopbackHost({ hostname }: URL): boolean {
  return hostname === "127.0.0.1" || hostname === "[::1]" || hostname === "localhost";
}

/** The function by which a socket asks for the addresses of a host. */
type Lookup = (
  hostname: string,
  options: LookupOptions,
  callback: (error: NodeJS.ErrnoException | null, address: string | LookupAddress[], family?: number) => void,
) => void;

/**
 * Finds the addresses of a host, and fails unless all are public. The socket connects to a checked address, so a name
 * that changes its address in between gains nothing.
 */
export function publicOnly(resolve: typeof lookup = lookup): Lookup {
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, found) => {
      if (error) return callback(error, []);
      const [first] = found;
      if (first === undefined || !found.every(({ address }) => isPublicAddress(address))) {
        return callback(new Error("the host is not on the public internet"), []);
      }
      return options.all ? callback(null, found) : callback(null, first.address, first.family);
    });
  };
}
