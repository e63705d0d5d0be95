import { once } from "node:events";
import { gunzipSync } from "node:zlib";
import { type RawData, WebSocket, WebSocketServer } from "ws";

/** A gateway between a page and the product's gateway. */
export interface Gateway {
  /** For the `wsUrl` of a page. */
  readonly wsUrl: string;
  /** Breaks the open connections. New ones are accepted. */
  cut(): void;
  close(): Promise<void>;
}

/** What is done with the binary frames of one connection. */
export interface FrameFilter {
  /** Receives the unpacked frames of the page. */
  onSent?(frame: Buffer): void;
  /**
   * Returns what the page receives instead of this packed frame of the server, or null for nothing. Later frames do not
   * wait for a frame that is promised.
   */
  onReceived?(packed: Buffer): Buffer | null | Promise<Buffer>;
}

/** @param filter is called for each connection */
export async function layGateway(origin: string, filter: () => FrameFilter): Promise<Gateway> {
  const server = new WebSocketServer({ port: 0, host: "localhost" });
  server.on("connection", (near, request) => {
    const { search } = new URL(request.url ?? "", origin);
    const far = new WebSocket(`${origin.replace("http", "ws")}/msg_gateway${search}`);
    const isOpen = once(far, "open");
    isOpen.catch(() => {}); // the page learns of it by the close
    const { onSent, onReceived } = filter();
    near.on("message", async (data, isBinary) => {
      await isOpen.catch(() => {});
      if (isBinary) onSent?.(unpacked(data));
      if (far.readyState === far.OPEN) far.send(data, { binary: isBinary });
    });
    far.on("message", async (data, isBinary) => {
      const passed = isBinary && onReceived ? onReceived(whole(data)) : data;
      const frame = passed instanceof Promise ? await passed : passed;
      if (frame) near.send(frame, { binary: isBinary });
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
    cut,
    async close() {
      cut();
      server.close();
      await once(server, "close");
    },
  };
}

function whole(packed: RawData): Buffer {
  if (!Buffer.isBuffer(packed)) throw new Error("A frame in parts");
  return packed;
}

export const unpacked = (packed: RawData): Buffer => gunzipSync(whole(packed));
