// @vitest-environment node
import { once } from "node:events";
import { createServer } from "node:http";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { WebSocket as NodeSocket, WebSocketServer } from "ws";
import {
  beforeCall,
  RedialingSocket,
  watchDialing,
} from "../../../../src/adapters/openim/worker/redialing-socket.ts";

/** A browser's socket does not throw errors that have no listener. */
class BrowserSocket extends NodeSocket {
  constructor(url: string) {
    super(url);
    this.on("error", () => {});
  }
}

const cleanUps: (() => unknown)[] = [];
const failed = vi.fn();

beforeEach(() => {
  // The pauses end only when a test moves the clock; the sockets are real.
  vi.stubGlobal("WebSocket", BrowserSocket);
  vi.stubGlobal("CloseEvent", class extends Event {});
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  failed.mockReset();
  watchDialing(failed);
});

afterEach(async () => {
  beforeCall("logout");
  vi.useRealTimers();
  vi.unstubAllGlobals();
  await Promise.all(cleanUps.splice(0).map((cleanUp) => cleanUp()));
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (typeof address !== "object" || address === null) throw new Error("no port");
  return address.port;
}

/** Starts a server that greets each client. */
async function gatewayAt(port: number): Promise<WebSocketServer> {
  const server = new WebSocketServer({ port, host: "127.0.0.1" });
  server.on("connection", (client) => client.send(new Uint8Array([7])));
  cleanUps.push(() => {
    for (const client of server.clients) client.terminate();
    server.close();
  });
  await once(server, "listening");
  return server;
}

function dial(port: number): { socket: RedialingSocket; heard: string[] } {
  const socket = new RedialingSocket(WebSocket, `ws://127.0.0.1:${port}`);
  socket.binaryType = "arraybuffer";
  const heard: string[] = [];
  for (const type of ["open", "message", "close"]) socket.addEventListener(type, () => heard.push(type));
  return { socket, heard };
}

const attemptsToFail = (count: number) => vi.waitFor(() => expect(failed).toHaveBeenCalledTimes(count));

describe("1-23: a socket of the SDK while the gateway is not reachable", () => {
  it("dials again by itself, and reports one opening", async () => {
    const port = await freePort();
    const { socket, heard } = dial(port);
    await attemptsToFail(1);
    vi.advanceTimersByTime(500);
    await attemptsToFail(2);
    expect(socket.readyState).toBe(WebSocket.CONNECTING);

    await gatewayAt(port);
    vi.advanceTimersByTime(1000);
    await vi.waitFor(() => expect(heard).toEqual(["open", "message"]));
    expect(failed).toHaveBeenCalledTimes(2);
  });

  it("dials at once when the network is back", async () => {
    const port = await freePort();
    const { heard } = dial(port);
    await attemptsToFail(1);
    await gatewayAt(port);
    beforeCall("networkStatusChanged");
    await vi.waitFor(() => expect(heard).toEqual(["open", "message"]));
  });

  it("replaces an attempt that gets no answer, and leaves a young one", async () => {
    const port = await freePort();
    const silent = createServer().listen(port, "127.0.0.1");
    const upgrades = vi.fn();
    silent.on("upgrade", (_, socket) => {
      upgrades();
      cleanUps.push(() => socket.destroy());
    });
    cleanUps.push(() => silent.close());
    await once(silent, "listening");
    const { heard } = dial(port);
    await vi.waitFor(() => expect(upgrades).toHaveBeenCalledTimes(1));
    beforeCall("networkStatusChanged");
    vi.advanceTimersByTime(2000);
    beforeCall("networkStatusChanged");
    await vi.waitFor(() => expect(upgrades).toHaveBeenCalledTimes(2));
    expect(heard).toEqual([]);
  });

  it("gives up after fifty seconds, so that the SDK learns of it", async () => {
    const { heard } = dial(await freePort());
    await attemptsToFail(1);
    vi.advanceTimersByTime(50_000);
    await vi.waitFor(() => expect(heard).toEqual(["close"]));
  });

  it("stops when the user signs out", async () => {
    const port = await freePort();
    const { heard } = dial(port);
    await attemptsToFail(1);
    const server = await gatewayAt(port);
    const connected = vi.fn();
    server.on("connection", connected);
    beforeCall("logout");
    await vi.waitFor(() => expect(heard).toEqual(["close"]));
    vi.advanceTimersByTime(60_000);
    beforeCall("networkStatusChanged");
    // A socket that connects later proves that the stopped one had time to do so.
    const later = dial(port);
    await vi.waitFor(() => expect(later.heard).toContain("open"));
    expect(connected).toHaveBeenCalledTimes(1);
  });

  it("does not dial again after it was open", async () => {
    const port = await freePort();
    const server = await gatewayAt(port);
    const { socket, heard } = dial(port);
    await vi.waitFor(() => expect(heard).toEqual(["open", "message"]));
    for (const client of server.clients) client.close(4001);
    await vi.waitFor(() => expect(heard).toEqual(["open", "message", "close"]));
    expect(socket.readyState).toBe(WebSocket.CLOSED);
    expect(failed).not.toHaveBeenCalled();
  });
});
