// How long a request may take to arrive, a part of a file over a slow line longest, and an answer to be read.
// @vitest-environment node
import { EventEmitter } from "node:events";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { limitConnections } from "../../../server/connections.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A request of which nothing more comes. */
function slowRequest(method: string) {
  const server = new EventEmitter();
  limitConnections(server);
  const socket = { remoteAddress: "127.0.0.1", remotePort: 1, destroy: vi.fn() };
  const request = Object.assign(new EventEmitter(), { method, socket, complete: false });
  server.emit("request", request);
  return { request, socket };
}

it("a request that is not there after half a minute is ended", () => {
  const { socket } = slowRequest("POST");
  vi.advanceTimersByTime(29_000);
  expect(socket.destroy).not.toHaveBeenCalled();
  vi.advanceTimersByTime(2000);
  expect(socket.destroy).toHaveBeenCalledOnce();
});

it("a part of a file is not, which a slow line takes a minute for", () => {
  const { socket } = slowRequest("PUT");
  vi.advanceTimersByTime(120_000);
  expect(socket.destroy).not.toHaveBeenCalled();
});

it("a connection whose request is long answered is left alone", () => {
  const { request, socket } = slowRequest("POST");
  request.complete = true;
  vi.advanceTimersByTime(31_000);
  expect(socket.destroy).not.toHaveBeenCalled();
});

/** An answer of which `unread` bytes wait for the peer, who takes some when `take` is called. */
function slowReader(server: EventEmitter, { remotePort = 1, unread = 60_000 } = {}) {
  const socket = {
    remoteAddress: "127.0.0.1",
    remotePort,
    bytesWritten: unread,
    writableLength: unread,
    destroy: vi.fn(),
  };
  const request = Object.assign(new EventEmitter(), {
    method: "GET",
    httpVersionMajor: 1,
    headers: {},
    socket,
    complete: true,
  });
  server.emit("request", request, new EventEmitter());
  return {
    isOpen: () => socket.destroy.mock.calls.length === 0,
    take: (bytes: number) => {
      socket.bytesWritten += bytes;
    },
  };
}

function limited(): EventEmitter {
  const server = new EventEmitter();
  limitConnections(server);
  return server;
}

it("a reader that takes nothing of its answer is ended after a minute and a half", () => {
  const reader = slowReader(limited());
  vi.advanceTimersByTime(59_000);
  expect(reader.isOpen()).toBe(true);
  vi.advanceTimersByTime(31_000);
  expect(reader.isOpen()).toBe(false);
});

it("a reader on a slow line has an hour for a file, as long as it goes on", () => {
  const reader = slowReader(limited());
  for (let minute = 0; minute < 60; minute += 1) {
    vi.advanceTimersByTime(55_000);
    reader.take(1000);
  }
  expect(reader.isOpen()).toBe(true);
});

it("an answer that is not written yet waits for nobody", () => {
  const reader = slowReader(limited(), { unread: 0 });
  vi.advanceTimersByTime(10 * 60_000);
  expect(reader.isOpen()).toBe(true);
});

it("of too many readers at one address those go that took nothing for longest", () => {
  const server = limited();
  const first = Array.from({ length: 50 }, (_, i) => slowReader(server, { remotePort: i + 1 }));
  vi.advanceTimersByTime(20_000);
  const later = Array.from({ length: 100 }, (_, i) => slowReader(server, { remotePort: i + 100 }));
  vi.advanceTimersByTime(6000);
  expect(first.filter(({ isOpen }) => isOpen())).toEqual([]);
  expect(later.filter(({ isOpen }) => isOpen())).toHaveLength(100);
});
