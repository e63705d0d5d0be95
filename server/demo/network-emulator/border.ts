import type { IncomingMessage, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { ApiError, type ApiHandler, type ApiRoutes } from "../../http.ts";
import type { NetworkEmulator } from "./emulator.ts";
import { Line } from "./line.ts";

/** The user of a request; undefined when unknown. */
export type PersonOf = (request: IncomingMessage) => string | undefined;

export interface Border {
  /** Whether the request may be answered. When the network is cut, the socket is destroyed. */
  admits(request: IncomingMessage, response: ServerResponse): boolean;
  /** The connection of an upgrade through the simulated network; undefined when it is cut. */
  lay(request: IncomingMessage, socket: Duplex, head: Buffer): { socket: Duplex; head: Buffer } | undefined;
  slowed(routes: ApiRoutes): ApiRoutes;
}

interface Open {
  end(): void;
  flush(): void;
}

const nothing = Buffer.alloc(0);

export function createBorder(
  networkEmulator: NetworkEmulator,
  personOf: PersonOf,
  bearerOf: (token: string) => string | undefined,
): Border {
  const open = new Map<string, Set<Open>>();
  const hold = (userID: string, one: Open) => {
    const all = open.get(userID) ?? new Set();
    open.set(userID, all.add(one));
    return () => {
      all.delete(one);
      if (all.size === 0 && open.get(userID) === all) open.delete(userID);
    };
  };
  networkEmulator.watch((userID, state) => {
    for (const one of [...(open.get(userID) ?? [])]) {
      if (state === "cut") one.end();
      else if (state === "online") one.flush();
    }
  });
  const onTheWay = () => new Promise<void>((arrive) => networkEmulator.delay(arrive));

  const slow =
    (handler: ApiHandler): ApiHandler =>
    async (call) => {
      const userID = bearerOf(call.token);
      if (userID === undefined || networkEmulator.stateOf(userID) !== "slow") return handler(call);
      await onTheWay();
      // The network was cut during the request. The client never receives this error.
      if (networkEmulator.stateOf(userID) === "cut") throw new ApiError(500, "CableCut");
      try {
        return await handler(call);
      } finally {
        await onTheWay();
      }
    };

  return {
    admits: (request, response) => {
      const userID = personOf(request);
      if (userID === undefined) return true;
      const { socket } = request;
      if (networkEmulator.stateOf(userID) === "cut") {
        socket.destroy();
        return false;
      }
      // Requests share a kept-alive connection: it belongs to the user only during this request.
      response.once("close", hold(userID, { end: () => socket.destroy(), flush: () => {} }));
      return true;
    },
    lay: (request, socket, head) => {
      const userID = personOf(request);
      if (userID === undefined) return { socket, head };
      if (networkEmulator.stateOf(userID) === "cut") {
        socket.destroy();
        return undefined;
      }
      const line = new Line(
        socket,
        head,
        () => networkEmulator.stateOf(userID) === "slow",
        networkEmulator.delay,
      );
      line.once("close", hold(userID, { end: () => line.destroy(), flush: () => line.flush() }));
      return { socket: line, head: nothing };
    },
    slowed: (routes) =>
      Object.fromEntries(Object.entries(routes).map(([path, handler]) => [path, slow(handler)])),
  };
}
