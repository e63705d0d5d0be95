/** The product's SDK worker and nothing of the product, to send and receive what the product has no button for. */
import * as v from "valibot";
import { createRpc } from "../../../src/adapters/openim/rpc.ts";
import { RawMessage } from "../../../src/adapters/openim/stored-message.ts";

declare global {
  interface Window {
    sdkPage: {
      login(userID: string, token: string): Promise<void>;
      /** Whether it was sent; so with a file. */
      sendPicture(recvID: string): Promise<boolean>;
      sendFile(recvID: string, name: string, size: number): Promise<boolean>;
      /** The messages that have come, as the SDK tells them. */
      received: unknown[];
      /** What lies at an address, by a sum of its bytes, and how it is served. */
      read(url: string): Promise<{ status: number; type: string | null; sum: number }>;
      /** Width of the picture at an address, 0 where the browser shows none. */
      show(url: string): Promise<number>;
      sumOfFile(size: number): number;
    };
  }
}

const received: unknown[] = [];
const rpc = createRpc(
  () =>
    new Worker(new URL("../../../src/adapters/openim/worker/sdk-worker.ts", import.meta.url), {
      type: "module",
    }),
  {
    onEvents: (events) => {
      for (const { name, data } of events)
        if (name === "OnRecvNewMessages" && Array.isArray(data)) received.push(...data);
    },
    onProgress: () => {},
    onCrash: () => {},
  },
);

/** The same bytes each time, also after a reload. */
function bytesOf(size: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(size);
  for (let i = 0, state = 1; i < size; i += 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    bytes[i] = state >>> 24;
  }
  return bytes;
}

const sumOf = (bytes: Uint8Array) => bytes.reduce((sum, byte) => (Math.imul(sum, 31) + byte) >>> 0, 7);

async function send(recvID: string, created: Promise<unknown>): Promise<boolean> {
  const message = v.parse(RawMessage, await created);
  return rpc.call("sendMessage", { recvID, groupID: "", message }).then(
    () => true,
    () => false,
  );
}

window.sdkPage = {
  async login(userID, token) {
    await rpc.start();
    await rpc.call("login", {
      userID,
      token,
      platformID: 5,
      apiAddr: `${location.origin}/api`,
      wsAddr: `${location.origin.replace(/^http/, "ws")}/msg_gateway`,
      logLevel: 5,
      isLogStandardOutput: false,
    });
  },
  async sendPicture(recvID) {
    const canvas = new OffscreenCanvas(30, 20);
    canvas.getContext("2d")?.fillRect(0, 0, 9, 9);
    const file = new File([await canvas.convertToBlob()], "dot.png", { type: "image/png" });
    const picture = {
      uuid: crypto.randomUUID(),
      type: file.type,
      size: file.size,
      width: 30,
      height: 20,
      url: "",
    };
    const params = {
      sourcePicture: picture,
      bigPicture: picture,
      snapshotPicture: picture,
      sourcePath: "",
      file,
    };
    return send(recvID, rpc.call("createImageMessageByFile", params));
  },
  async sendFile(recvID, name, size) {
    const params = {
      filePath: "",
      fileName: name,
      uuid: crypto.randomUUID(),
      sourceUrl: "",
      fileSize: size,
      file: new File([bytesOf(size)], name),
    };
    return send(recvID, rpc.call("createFileMessageByFile", params));
  },
  received,
  async read(url) {
    const response = await fetch(url);
    const sum = sumOf(new Uint8Array(await response.arrayBuffer()));
    return { status: response.status, type: response.headers.get("content-type"), sum };
  },
  show: (url) =>
    new Promise((resolve) => {
      const image = new Image();
      image.onload = () => resolve(image.naturalWidth);
      image.onerror = () => resolve(0);
      image.src = url;
    }),
  sumOfFile: (size) => sumOf(bytesOf(size)),
};
