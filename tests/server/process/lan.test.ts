// @vitest-environment node
import { X509Certificate } from "node:crypto";
import { mkdir, mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { get } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import encodeQR from "qr";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { WebSocket, WebSocketServer } from "ws";
import { bestAddress, certificateFor, isOwnHost, type LanServer, serveLan } from "../../../server/lan.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "parley-lan-"));
});
afterEach(() => rm(folder, { recursive: true }));

const dayMs = 24 * 60 * 60_000;
const now = Date.parse("2026-11-26T12:00:00Z");

describe("11-22 the certificate for the network", () => {
  it("names every address and localhost, for no longer than 825 days", async () => {
    const { cert } = await certificateFor(["192.168.1.5", "10.0.0.7"], folder, now);
    const certificate = new X509Certificate(cert);
    for (const address of ["192.168.1.5", "10.0.0.7", "127.0.0.1"])
      expect([address, certificate.checkIP(address)]).toEqual([address, address]);
    expect(certificate.checkHost("localhost")).toBe("localhost");
    expect(certificate.checkIP("192.168.1.6")).toBeUndefined();
    const days = (Date.parse(certificate.validTo) - Date.parse(certificate.validFrom)) / dayMs;
    expect(days).toBeLessThanOrEqual(825);
    expect(Date.parse(certificate.validFrom)).toBeLessThan(now);
  });

  it("is kept, readable by its owner only, and made again for a new address or before it ends", async () => {
    const first = await certificateFor(["192.168.1.5"], folder, now);
    expect((await stat(join(folder, "lan-certificate.pem"))).mode & 0o777).toBe(0o600);
    expect(await certificateFor(["192.168.1.5"], folder, now + 300 * dayMs)).toEqual(first);
    const moved = await certificateFor(["192.168.1.9"], folder, now);
    expect(moved).not.toEqual(first);
    expect(await certificateFor(["192.168.1.9"], folder, now + 799.5 * dayMs)).not.toEqual(moved);
  });

  it("is made although it cannot be kept", async () => {
    await mkdir(join(folder, "lan-certificate.pem"));
    const { cert } = await certificateFor(["192.168.1.5"], folder, now);
    expect(new X509Certificate(cert).checkIP("192.168.1.5")).toBe("192.168.1.5");
  });

  it("is not kept without a folder", async () => {
    const first = await certificateFor([], null, now);
    expect(await certificateFor([], null, now)).not.toEqual(first);
  });
});

describe("11-22 the address for the network", () => {
  it.each([
    ["localhost:5174", true],
    ["127.0.0.1:5174", true],
    ["192.168.1.5:5174", true],
    ["192.168.1.5", true],
    ["192.168.1.6:5174", false],
    ["192.168.1.5.evil.example", false],
    ["evil.example:5174", false],
    [undefined, false],
  ])("a request for %s is answered: %s", (host, isAnswered) => {
    expect(isOwnHost(host, ["192.168.1.5"])).toBe(isAnswered);
  });

  it("is that of a home network, if there are several", () => {
    expect(bestAddress(["172.17.0.1", "10.0.0.7", "192.168.1.5"])).toBe("192.168.1.5");
    expect(bestAddress(["172.17.0.1", "10.0.0.7"])).toBe("10.0.0.7");
    expect(bestAddress([])).toBeUndefined();
  });
});

describe("11-22 the server for the network", () => {
  let lan: LanServer;
  let port: number;
  let ca: string;
  const lines: string[] = [];
  const sockets = new WebSocketServer({ noServer: true });

  beforeEach(async () => {
    lan = await serveLan({
      handle: (_, response) => response.end("Parley"),
      upgrade: (request, socket, head) =>
        sockets.handleUpgrade(request, socket, head, (peer) => peer.send("hello")),
      folder,
      port: 0,
      print: (line) => lines.push(line),
    });
    port = lan.port;
    ca = await readFile(join(folder, "lan-certificate.pem"), "utf8");
  });
  afterEach(() => lan.close());

  /** The certificate is checked for localhost, whatever the Host header says. */
  const ask = (host: string) =>
    new Promise<string>((resolve, reject) => {
      const request = get(
        { host: "127.0.0.1", servername: "localhost", port, ca, headers: { host } },
        (response) => {
          let body = "";
          response.on("data", (chunk) => {
            body += chunk;
          });
          response.on("end", () => resolve(`${response.statusCode} ${body}`));
        },
      );
      request.on("error", reject);
    });

  it("answers by https for this machine's addresses, and refuses any other host", async () => {
    expect(await ask(`127.0.0.1:${port}`)).toBe("200 Parley");
    expect(await ask(`evil.example:${port}`)).toBe("403 ");
  });

  it("takes connections of the messenger, and refuses them for another host", async () => {
    const open = (host: string) => {
      const options = { ca, servername: "localhost", headers: { host } };
      return new WebSocket(`wss://127.0.0.1:${port}/`, options);
    };
    const heard = vi.fn();
    open(`127.0.0.1:${port}`).on("message", (data) => heard(String(data)));
    await vi.waitFor(() => expect(heard).toHaveBeenCalledWith("hello"));
    const refused = vi.fn();
    open("evil.example").on("error", refused);
    await vi.waitFor(() => expect(refused).toHaveBeenCalled());
  });

  it("prints the address for a phone and its QR code, or that there is no network", () => {
    const said = lines.join("\n");
    const [, address] = /On this network at (https:\/\/[\d.]+:\d+\/)\. /.exec(said) ?? [];
    expect(said).toContain(address ? encodeQR(address, "ascii") : "This machine is in no network");
  });
});
