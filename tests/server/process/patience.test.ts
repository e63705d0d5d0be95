// How long a request may take to arrive: a part of a file over a slow line longer than anything else.
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
