// The time limits for a request, for a part of a file on a slow line, and for reading an answer.
// @vitest-environment node
import { EventEmitter } from "node:events";
import { beforeEach, expect, it, vi } from "vitest";
import { limitConnections } from "../../../server/connections.ts";

beforeEach(() => {
  vi.useFakeTimers();
});

function slowRequest(method: string) {
  const server = new EventEmitter();
  limitConnections(server);
  const socket = Object.assign(new EventEmitter(), {
    remoteAddress: "127.0.0.1",
    remotePort: 1,
    destroy: vi.fn(),
  });
  const request = Object.assign(new EventEmitter(), { method, socket, complete: false });
  server.emit("request", request, new EventEmitter());
  return { request, socket };
}

it("ends a request that is incomplete after half a minute", () => {
  const { socket } = slowRequest("POST");
  vi.advanceTimersByTime(29_000);
  expect(socket.destroy).not.toHaveBeenCalled();
  vi.advanceTimersByTime(2000);
  expect(socket.destroy).toHaveBeenCalledOnce();
});

it("waits longer for a part of a file, which takes a minute on a slow line", () => {
  const { socket } = slowRequest("PUT");
  vi.advanceTimersByTime(120_000);
  expect(socket.destroy).not.toHaveBeenCalled();
});

it("keeps a connection whose request was answered long ago", () => {
  const { request, socket } = slowRequest("POST");
  request.complete = true;
  vi.advanceTimersByTime(31_000);
  expect(socket.destroy).not.toHaveBeenCalled();
});

/**
 * An answer with `unread` bytes in the buffer; `take` reads some of them. If it is pipelined, the client has sent the
 * request together with an earlier one, which is answered.
 */
function slowReader(
  server: EventEmitter,
  {
    remotePort = 1,
    unread = 60_000,
    isPipelined = false,
  }: { remotePort?: number; unread?: number; isPipelined?: boolean } = {},
) {
  const socket = Object.assign(new EventEmitter(), {
    remoteAddress: "127.0.0.1",
    remotePort,
    bytesWritten: unread,
    writableLength: unread,
    destroy: vi.fn(),
  });
  const request = Object.assign(new EventEmitter(), {
    method: "GET",
    httpVersionMajor: 1,
    headers: {},
    socket,
    complete: true,
  });
  const earlier = new EventEmitter();
  if (isPipelined) server.emit("request", request, earlier);
  server.emit("request", request, new EventEmitter());
  earlier.emit("close");
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

it("ends a connection that reads nothing of its answer for a minute and a half", () => {
  const reader = slowReader(limited());
  vi.advanceTimersByTime(59_000);
  expect(reader.isOpen()).toBe(true);
  vi.advanceTimersByTime(31_000);
  expect(reader.isOpen()).toBe(false);
});

it("8-09 ends it, too, if an earlier answer of the connection was read", () => {
  const reader = slowReader(limited(), { isPipelined: true });
  vi.advanceTimersByTime(91_000);
  expect(reader.isOpen()).toBe(false);
});

it("gives a slow reader an hour for a file while it keeps reading", () => {
  const reader = slowReader(limited());
  for (let minute = 0; minute < 60; minute += 1) {
    vi.advanceTimersByTime(55_000);
    reader.take(1000);
  }
  expect(reader.isOpen()).toBe(true);
});

it("sets no timeout while the answer is not written yet", () => {
  const reader = slowReader(limited(), { unread: 0 });
  vi.advanceTimersByTime(10 * 60_000);
  expect(reader.isOpen()).toBe(true);
});

it("ends the readers that read nothing for longest if one address has too many", () => {
  const server = limited();
  const first = Array.from({ length: 50 }, (_, i) => slowReader(server, { remotePort: i + 1 }));
  vi.advanceTimersByTime(20_000);
  const later = Array.from({ length: 100 }, (_, i) => slowReader(server, { remotePort: i + 100 }));
  vi.advanceTimersByTime(6000);
  expect(first.filter(({ isOpen }) => isOpen())).toEqual([]);
  expect(later.filter(({ isOpen }) => isOpen())).toHaveLength(100);
});

it("8-09 counts a request with an incomplete body, although an earlier one of its connection is complete", () => {
  const server = limited();
  const sent = Array.from({ length: 201 }, (_, i) => {
    const socket = Object.assign(new EventEmitter(), {
      remoteAddress: "127.0.0.1",
      remotePort: i + 1,
      destroy: vi.fn(),
    });
    const head = { method: "PUT", headers: { "content-length": "9" }, socket, complete: false };
    const [first, second] = [
      Object.assign(new EventEmitter(), head),
      Object.assign(new EventEmitter(), head),
    ];
    server.emit("request", first, new EventEmitter());
    server.emit("request", second, new EventEmitter());
    first.emit("close");
    return socket;
  });
  expect(sent[0]?.destroy).toHaveBeenCalled();
  expect(sent.at(-1)?.destroy).not.toHaveBeenCalled();
});
