import { once } from "node:events";
import { gunzipSync, gzipSync } from "node:zlib";
import { type RawData, WebSocket, WebSocketServer } from "ws";

/**
 * The product's gateway, for contents that a real OpenIM passes on and the embedded backend refuses. They are sent as
 * a placeholder of the same length, and this gateway puts the content back on the way to its clients.
 */
export interface LenientGateway {
  readonly wsUrl: string;
  /** The placeholder to send, so that `content` arrives. Short contents get spaces at the end. */
  disguise(content: string): string;
  close(): Promise<void>;
}

/** Bytes. Room for what makes each placeholder unique. */
const SHORTEST = 64;

export async function layLenientGateway(origin: string): Promise<LenientGateway> {
  const disguises: { worn: Buffer; content: Buffer }[] = [];

  function unmask(packed: RawData): Buffer {
    if (!Buffer.isBuffer(packed)) throw new Error("A frame in parts");
    const frame = gunzipSync(packed);
    for (const { worn, content } of disguises)
      for (let at = frame.indexOf(worn); at >= 0; at = frame.indexOf(worn, at + worn.length))
        content.copy(frame, at);
    return gzipSync(frame, { level: 1 });
  }

  const server = new WebSocketServer({ port: 0, host: "localhost" });
  server.on("connection", (near, request) => {
    const { search } = new URL(request.url ?? "", origin);
    const far = new WebSocket(`${origin.replace("http", "ws")}/msg_gateway${search}`);
    const isOpen = once(far, "open");
    near.on("message", async (data, isBinary) => {
      await isOpen;
      far.send(data, { binary: isBinary });
    });
    far.on("message", (data, isBinary) => near.send(isBinary ? unmask(data) : data, { binary: isBinary }));
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
    disguise(content) {
      const size = Math.max(SHORTEST, Buffer.byteLength(content));
      const name = `disguise ${disguises.length} `;
      const worn = `{"content":"${name.padEnd(size - '{"content":""}'.length, "-")}"}`;
      disguises.push({
        worn: Buffer.from(worn),
        content: Buffer.alloc(size, " ").fill(content, 0, Buffer.byteLength(content)),
      });
      return worn;
    },
    async close() {
      for (const client of server.clients) client.terminate();
      server.close();
      await once(server, "close");
    },
  };
}
