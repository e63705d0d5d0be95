import { once } from "node:events";
import { gunzipSync } from "node:zlib";
import { type RawData, WebSocket, WebSocketServer } from "ws";
import { decodeResponse } from "../../server/support/gob-client.ts";

/** OpenIM's request number for online status. */
const onlineStatus = 2005;
/** The start of a client's frame with that number, as gob encodes it. */
const asking = Buffer.from([0x01, 0xfe, 0x0f, 0xaa]);

/**
 * The product's gateway, and once it is silent in the manner of a standalone OpenIM: it answers who is online, and
 * pushes no changes.
 */
export interface SilentGateway {
  readonly wsUrl: string;
  /** From now on it pushes no changes. */
  silence(): void;
  /** Breaks the open connections. New ones are accepted. */
  cut(): void;
  close(): Promise<void>;
}

export async function laySilentGateway(origin: string): Promise<SilentGateway> {
  const server = new WebSocketServer({ port: 0, host: "localhost" });
  let isSilent = false;
  server.on("connection", (near, request) => {
    const { search } = new URL(request.url ?? "", origin);
    const far = new WebSocket(`${origin.replace("http", "ws")}/msg_gateway${search}`);
    const isOpen = once(far, "open");
    let questions = 0;
    near.on("message", async (data, isBinary) => {
      await isOpen;
      if (isBinary && unpacked(data).includes(asking)) questions += 1;
      far.send(data, { binary: isBinary });
    });
    far.on("message", (data, isBinary) => {
      const isStatus = isBinary && decodeResponse(unpacked(data)).reqIdentifier === onlineStatus;
      if (!isStatus || !isSilent || questions > 0) near.send(data, { binary: isBinary });
      if (isStatus && questions > 0) questions -= 1;
    });
    near.on("close", () => far.terminate());
    far.on("close", () => near.terminate());
    far.on("error", () => near.terminate());
    near.on("ping", (data) => far.ping(data));
  });
  const cut = () => {
    for (const client of server.clients) client.terminate();
  };
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("No port");
  return {
    wsUrl: `ws://localhost:${address.port}`,
    silence() {
      isSilent = true;
    },
    cut,
    async close() {
      cut();
      server.close();
      await once(server, "close");
    },
  };
}

function unpacked(packed: RawData): Buffer {
  if (!Buffer.isBuffer(packed)) throw new Error("A frame in parts");
  return gunzipSync(packed);
}
