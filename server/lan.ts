import { X509Certificate } from "node:crypto";
import { once } from "node:events";
import { chmod, mkdir, readFile, writeFile } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer } from "node:https";
import { isIP } from "node:net";
import { dirname, join } from "node:path";
import type { Duplex } from "node:stream";
import encodeQR from "qr";
import { limitConnections } from "./connections.ts";
import { warn } from "./log.ts";
import { networkAddresses } from "./rtc/network/addresses.ts";

/**
 * `npm start -- --lan`: https for other devices of the same network, because browsers allow calls only there (11-22).
 */

const file = "lan-certificate.pem";
const dayMs = 24 * 60 * 60_000;
/** Apple's systems accept no certificate that is valid for longer than 825 days. */
const validDays = 800;

/** A private key and its certificate, both in PEM. */
export interface Credentials {
  key: string;
  cert: string;
}

/**
 * Returns a certificate for localhost and these addresses. It is kept in `folder`, so that a browser asks about it only
 * once. A new one is made when an address is missing in the kept one or it ends within a day.
 *
 * @param folder null keeps nothing
 * @param now milliseconds since the epoch
 */
export async function certificateFor(
  addresses: readonly string[],
  folder: string | null,
  now: number = Date.now(),
): Promise<Credentials> {
  const path = folder === null ? null : join(folder, file);
  const kept = path === null ? null : await readCredentials(path);
  if (kept && isGood(kept.cert, addresses, now)) return kept;
  const made = await makeCredentials(addresses, now);
  if (path !== null) {
    await keep(path, made).catch((error: unknown) => {
      const reason = error instanceof Error ? error.message : String(error);
      warn(`the certificate is not kept (${reason}): after a restart, browsers ask about a new one`);
    });
  }
  return made;
}

async function keep(path: string, { key, cert }: Credentials): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, `${key}\n${cert}\n`, { mode: 0o600 });
  await chmod(path, 0o600);
}

async function readCredentials(path: string): Promise<Credentials | null> {
  const text = await readFile(path, "utf8").catch(() => "");
  const block = (kind: string) =>
    new RegExp(`-----BEGIN ${kind}-----[^-]+-----END ${kind}-----`).exec(text)?.[0];
  const [key, cert] = [block("PRIVATE KEY"), block("CERTIFICATE")];
  return key === undefined || cert === undefined ? null : { key, cert };
}

function isGood(cert: string, addresses: readonly string[], now: number): boolean {
  try {
    const certificate = new X509Certificate(cert);
    const hasAll = addresses.every((address) => certificate.checkIP(address) !== undefined);
    return hasAll && Date.parse(certificate.validTo) > now + dayMs;
  } catch {
    return false;
  }
}

async function makeCredentials(addresses: readonly string[], now: number): Promise<Credentials> {
  const { generate } = await import("selfsigned");
  const { private: key, cert } = await generate([{ name: "commonName", value: "Parley on this network" }], {
    keyType: "ec",
    curve: "P-256",
    algorithm: "sha256",
    notBeforeDate: new Date(now - dayMs),
    notAfterDate: new Date(now + validDays * dayMs),
    extensions: [
      { name: "basicConstraints", cA: false },
      { name: "keyUsage", digitalSignature: true },
      { name: "extKeyUsage", serverAuth: true },
      {
        name: "subjectAltName",
        altNames: [
          { type: 2, value: "localhost" },
          ...["127.0.0.1", ...addresses].map((ip) => ({ type: 7 as const, ip })),
        ],
      },
    ],
  });
  return { key: key.trim(), cert: cert.trim() };
}

/**
 * Whether a Host header names this machine by an address or as localhost. A page of another site can make its own name
 * lead to this machine, and would then read its answers.
 */
export function isOwnHost(host: string | undefined, addresses: readonly string[]): boolean {
  const name = (host ?? "").replace(/:\d+$/, "");
  return name === "localhost" || name === "[::1]" || name === "127.0.0.1" || addresses.includes(name);
}

/** The address that another device most likely reaches: a home network's before a virtual one's. */
export function bestAddress(addresses: readonly string[]): string | undefined {
  const rank = (address: string) => {
    if (isIP(address) !== 4) return 3;
    if (address.startsWith("192.168.")) return 0;
    return address.startsWith("10.") ? 1 : 2;
  };
  return [...addresses].sort((a, b) => rank(a) - rank(b))[0];
}

export interface LanServer {
  readonly port: number;
  close(): Promise<void>;
}

export interface LanOptions {
  /** Answers a request as the server on the loopback does. */
  handle: (request: IncomingMessage, response: ServerResponse) => void;
  upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => void;
  /** The folder of the certificate; null keeps none. */
  folder: string | null;
  port: number;
  print: (line: string) => void;
}

/**
 * Serves the product by https on this machine's addresses, and prints the address with its QR code. A request for
 * another host gets 403.
 *
 * @throws NodeJS.ErrnoException when the port cannot be used
 */
export async function serveLan({ handle, upgrade, folder, port, print }: LanOptions): Promise<LanServer> {
  const isForeign = ({ headers }: IncomingMessage) => !isOwnHost(headers.host, networkAddresses());
  // HTTP/1.1 only, as on the loopback.
  const server = createServer(await certificateFor(networkAddresses(), folder), (request, response) => {
    if (isForeign(request)) response.writeHead(403).end();
    else handle(request, response);
  });
  limitConnections(server);
  const upgraded = new Set<Duplex>();
  server.on("upgrade", (request, socket, head) => {
    upgraded.add(socket);
    socket.once("close", () => upgraded.delete(socket));
    socket.on("error", () => {});
    if (isForeign(request)) socket.destroy();
    else upgrade(request, socket, head);
  });
  server.listen(port, "0.0.0.0");
  await once(server, "listening");
  const address = server.address();
  const actual = typeof address === "object" && address !== null ? address.port : port;
  tell(networkAddresses(), actual, print);
  return {
    port: actual,
    close: async () => {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      for (const socket of upgraded) socket.destroy();
      await closed;
    },
  };
}

function tell(addresses: readonly string[], port: number, print: (line: string) => void): void {
  const best = bestAddress(addresses);
  if (best === undefined) {
    print("This machine is in no network, so no other device reaches it.");
    return;
  }
  const open = (address: string) => `https://${address}:${port}/`;
  print(`On this network at ${open(best)}. To open it on a phone, scan:`);
  print(encodeQR(open(best), "ascii"));
  for (const address of addresses) if (address !== best) print(`Also at ${open(address)}`);
  print("The browser warns, because this machine made the certificate itself. Go on all the same.");
}
