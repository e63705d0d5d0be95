import { once } from "node:events";
import { gunzipSync } from "node:zlib";
import { type RawData, WebSocket, WebSocketServer } from "ws";
import { decodeResponse } from "../../server/support/gob-client.ts";

/** What a push is numbered. */
const PUSH = 2001;

/**
 * The product's gateway, at which something happens whenever a device asks or is answered: `act` is waited for before
 * the frame goes on. What that makes the server push reaches the device before the frame, or after it.
 */
export interface EagerGateway {
  readonly wsUrl: string;
  /** Lets everything through from now on, and what was held back first. */
  open(): void;
  close(): Promise<void>;
}

export async function layEagerGateway(
  origin: string,
  order: "pushed before" | "pushed after",
  act: () => Promise<void>,
): Promise<EagerGateway> {
  const openings = new Set<() => void>();
  let isOpen = false;
  const server = new WebSocketServer({ port: 0, host: "localhost" });
  server.on("connection", (near, request) => {
    const { search } = new URL(request.url ?? "", origin);
    const far = new WebSocket(`${origin.replace("http", "ws")}/msg_gateway${search}`);
    const isConnected = once(far, "open");
    let turn: Promise<unknown> = isConnected;
    let held: RawData[] = [];
    let pushes = 0;
    let onPush = () => {};
    const release = () => {
      for (const data of held) near.send(data, { binary: true });
      held = [];
    };
    openings.add(release);
    const pass = (send: () => void) => {
      turn = turn.then(async () => {
        if (!isOpen) {
          const before = pushes;
          await act();
          if (order === "pushed before")
            while (pushes === before) await new Promise<void>((resolve) => (onPush = resolve));
        }
        send();
        release();
      });
    };
    near.on("message", (data, isBinary) => pass(() => far.send(data, { binary: isBinary })));
    far.on("message", (data, isBinary) => {
      if (!isBinary) return near.send(data, { binary: false });
      if (!isPush(data)) return pass(() => near.send(data, { binary: true }));
      pushes += 1;
      onPush();
      if (isOpen || order === "pushed before") near.send(data, { binary: true });
      else held.push(data);
    });
    near.on("close", () => far.terminate());
    far.on("close", () => near.terminate());
    far.on("error", () => near.terminate());
    near.on("ping", (data) => far.ping(data));
  });
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("No port");
  return {
    wsUrl: `ws://localhost:${address.port}`,
    open() {
      isOpen = true;
      for (const release of openings) release();
    },
    async close() {
      for (const client of server.clients) client.terminate();
      server.close();
      await once(server, "close");
    },
  };
}

function isPush(packed: RawData): boolean {
  if (!Buffer.isBuffer(packed)) throw new Error("A frame in parts");
  return decodeResponse(gunzipSync(packed)).reqIdentifier === PUSH;
}
