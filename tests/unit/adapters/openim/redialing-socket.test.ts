// @vitest-environment node
import { once } from "node:events";
import { createServer } from "node:http";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { WebSocketServer } from "ws";
import {
  beforeCall,
  RedialingSocket,
  watchDialing,
} from "../../../../src/adapters/openim/worker/redialing-socket.ts";
import { freePort } from "../../../free-port.ts";
import { BrowserSocket, CloseEventStub } from "../support/browser-socket.ts";

const cleanUps: (() => unknown)[] = [];
const failed = vi.fn();

beforeEach(() => {
  // The pauses end only when a test moves the clock; the sockets are real.
  vi.stubGlobal("WebSocket", BrowserSocket);
  vi.stubGlobal("CloseEvent", CloseEventStub);
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  vi.advanceTimersByTime(60_000); // the worker has run for a while
  failed.mockReset();
  watchDialing(failed);
});

afterEach(async () => {
  beforeCall("logout");
  await Promise.all(cleanUps.splice(0).map((cleanUp) => cleanUp()));
});

/** Starts a server that greets each client with a 7 and sends back what it gets. */
async function gatewayAt(port: number): Promise<WebSocketServer> {
  const server = new WebSocketServer({ port, host: "127.0.0.1" });
  server.on("connection", (client) => {
    client.send(new Uint8Array([7]));
    client.on("message", (data) => client.send(data));
  });
  cleanUps.push(() => {
    for (const client of server.clients) client.terminate();
    server.close();
  });
  await once(server, "listening");
  return server;
}

function dial(port: number): { socket: RedialingSocket; heard: string[]; told: Event[] } {
  const socket = new RedialingSocket(WebSocket, `ws://127.0.0.1:${port}`, ["im"]);
  socket.binaryType = "arraybuffer";
  const told: Event[] = [];
  const heard: string[] = [];
  for (const type of ["open", "message", "close"])
    socket.addEventListener(type, (event) => {
      told.push(event);
      heard.push(type);
    });
  return { socket, heard, told };
}

/** Starts a server that never answers. `connected` is called for each socket, `left` when a socket is closed. */
async function silentAt(port: number) {
  const [connected, left] = [vi.fn(), vi.fn()];
  const server = createServer().listen(port, "127.0.0.1");
  server.on("upgrade", (_, socket) => {
    connected();
    socket.on("close", left);
    for (const end of ["end", "error"]) socket.on(end, () => socket.destroy());
    cleanUps.push(() => socket.destroy());
    socket.resume();
  });
  cleanUps.push(() => server.close());
  await once(server, "listening");
  return { connected, left };
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
    expect(socket.readyState).toBe(WebSocket.OPEN);
    expect(failed).toHaveBeenCalledTimes(2);
  });

  it("waits longer after each attempt, up to four seconds, and starts over when the network is back", async () => {
    let failedAt = 0;
    failed.mockImplementation(() => {
      failedAt = performance.now();
    });
    const endPause = () => {
      vi.advanceTimersToNextTimer();
      return performance.now() - failedAt;
    };
    const { heard } = dial(await freePort());
    const pauses: number[] = [];
    for (let attempt = 1; attempt <= 5; attempt += 1) {
      await attemptsToFail(attempt);
      pauses.push(endPause());
    }
    await attemptsToFail(6);
    beforeCall("networkStatusChanged");
    await attemptsToFail(7);
    pauses.push(endPause());
    expect(pauses).toEqual([500, 1000, 2000, 4000, 4000, 500]);
    expect(heard).toEqual([]);
  });

  it.each([
    ["at first", 0],
    ["after two attempts", 2],
  ])("passes on what both sides send, if it opens %s", async (_, attempts) => {
    const port = await freePort();
    if (attempts === 0) await gatewayAt(port);
    const { socket, heard, told } = dial(port);
    for (let attempt = 1; attempt <= attempts; attempt += 1) {
      await attemptsToFail(attempt);
      if (attempt === attempts) await gatewayAt(port);
      vi.advanceTimersToNextTimer();
    }
    await vi.waitFor(() => expect(heard).toEqual(["open", "message"]));
    socket.send(new Uint8Array([9]));
    await vi.waitFor(() => expect(heard).toEqual(["open", "message", "message"]));
    // Each message is one byte.
    const bytes = told.flatMap((event) => (event instanceof MessageEvent ? [event.data] : []));
    expect(bytes.map((data) => data instanceof ArrayBuffer && new Uint8Array(data)[0])).toEqual([7, 9]);
    expect(socket).toMatchObject({ protocol: "im", extensions: "", bufferedAmount: 0 });
  });

  it("dials at once when the network is back, and then once", async () => {
    const port = await freePort();
    const { heard } = dial(port);
    await attemptsToFail(1);
    const server = await gatewayAt(port);
    const connected = vi.fn();
    server.on("connection", connected);
    beforeCall("networkStatusChanged");
    await vi.waitFor(() => expect(heard).toEqual(["open", "message"]));
    vi.advanceTimersByTime(10_000);
    beforeCall("networkStatusChanged");
    // A socket that connects later proves that the first one had time to dial again.
    const later = dial(port);
    await vi.waitFor(() => expect(later.heard).toContain("message"));
    expect(connected).toHaveBeenCalledTimes(2);
    expect(heard).toEqual(["open", "message"]);
  });

  it("replaces an attempt that gets no answer, and leaves a young one", async () => {
    const port = await freePort();
    const { connected, left } = await silentAt(port);
    const { heard } = dial(port);
    await vi.waitFor(() => expect(connected).toHaveBeenCalledTimes(1));
    vi.advanceTimersByTime(2000);
    beforeCall("networkStatusChanged");
    await vi.waitFor(() => expect(connected).toHaveBeenCalledTimes(2));
    await vi.waitFor(() => expect(left).toHaveBeenCalledTimes(1));
    vi.advanceTimersByTime(1000);
    beforeCall("networkStatusChanged");
    // A socket that connects later proves that no other attempt was made.
    dial(port);
    await vi.waitFor(() => expect(connected).toHaveBeenCalledTimes(3));
    expect(left).toHaveBeenCalledTimes(1);
    expect(heard).toEqual([]);
  });

  it("gives up after fifty seconds, so that the SDK learns of it", async () => {
    const port = await freePort();
    const { socket, heard } = dial(port);
    await attemptsToFail(1);
    vi.advanceTimersByTime(50_000);
    await vi.waitFor(() => expect(heard).toEqual(["close"]));
    const server = await gatewayAt(port);
    const connected = vi.fn();
    server.on("connection", connected);
    vi.advanceTimersByTime(10_000);
    beforeCall("networkStatusChanged");
    const later = dial(port);
    await vi.waitFor(() => expect(later.heard).toContain("open"));
    expect(connected).toHaveBeenCalledTimes(1);
    expect(socket.readyState).toBe(WebSocket.CLOSED);
  });

  it("stops when the user signs out", async () => {
    const port = await freePort();
    const { socket, heard, told } = dial(port);
    await attemptsToFail(1);
    const server = await gatewayAt(port);
    const connected = vi.fn();
    server.on("connection", connected);
    beforeCall("logout");
    expect(heard).toEqual([]);
    await vi.waitFor(() => expect(heard).toEqual(["close"]));
    expect(told).toMatchObject([{ code: 1006 }]);
    expect(socket.readyState).toBe(WebSocket.CLOSED);
    vi.advanceTimersByTime(60_000);
    beforeCall("networkStatusChanged");
    // A socket that connects later proves that the stopped one had time to do so.
    const later = dial(port);
    await vi.waitFor(() => expect(later.heard).toContain("open"));
    expect(connected).toHaveBeenCalledTimes(1);
  });

  it("ends an attempt when the user signs out", async () => {
    const port = await freePort();
    const { connected, left } = await silentAt(port);
    const { heard } = dial(port);
    await vi.waitFor(() => expect(connected).toHaveBeenCalledTimes(1));
    beforeCall("logout");
    await vi.waitFor(() => expect(left).toHaveBeenCalledTimes(1));
    await vi.waitFor(() => expect(heard).toEqual(["close"]));
    expect(failed).not.toHaveBeenCalled();
  });

  it("lets the user sign out if the browser refuses its address", () => {
    expect(() => new RedialingSocket(WebSocket, "no address")).toThrow();
    vi.advanceTimersByTime(10_000);
    for (const call of ["networkStatusChanged", "logout"]) expect(() => beforeCall(call)).not.toThrow();
  });

  it("does not dial again after it was open", async () => {
    const port = await freePort();
    const server = await gatewayAt(port);
    const { socket, heard, told } = dial(port);
    await vi.waitFor(() => expect(heard).toEqual(["open", "message"]));
    for (const client of server.clients) client.close(4001);
    await vi.waitFor(() => expect(heard).toEqual(["open", "message", "close"]));
    expect(told.at(-1)).toMatchObject({ code: 4001 });
    expect(socket.readyState).toBe(WebSocket.CLOSED);
    expect(failed).not.toHaveBeenCalled();
  });

  it("tells the server why the SDK closes it", async () => {
    const port = await freePort();
    const server = await gatewayAt(port);
    const closed = vi.fn();
    server.on("connection", (client) => client.on("close", closed));
    const { socket, heard } = dial(port);
    await vi.waitFor(() => expect(heard).toContain("open"));
    socket.close(4002, "bye");
    await vi.waitFor(() => expect(closed).toHaveBeenCalledWith(4002, Buffer.from("bye")));
  });
});
