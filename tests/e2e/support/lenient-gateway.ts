import { gzipSync } from "node:zlib";
import { type Gateway, layGateway, unpacked } from "./gateway.ts";

/**
 * The product's gateway, for contents that a real OpenIM passes on and the embedded backend refuses. They are sent as
 * a placeholder of the same length, and this gateway puts the content back on the way to its clients.
 */
export interface LenientGateway extends Gateway {
  /** The placeholder to send, so that `content` arrives. Short contents get spaces at the end. */
  disguise(content: string): string;
}

/** Bytes. Room for what makes each placeholder unique. */
const SHORTEST = 64;

export async function layLenientGateway(origin: string): Promise<LenientGateway> {
  const disguises: { worn: Buffer; content: Buffer }[] = [];
  const gateway = await layGateway(origin, () => ({
    onReceived(packed) {
      const frame = unpacked(packed);
      for (const { worn, content } of disguises)
        for (let at = frame.indexOf(worn); at >= 0; at = frame.indexOf(worn, at + worn.length))
          content.copy(frame, at);
      return gzipSync(frame, { level: 1 });
    },
  }));
  return {
    ...gateway,
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
  };
}
