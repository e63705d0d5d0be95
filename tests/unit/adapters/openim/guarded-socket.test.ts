// @vitest-environment node
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { gunzipSync, gzipSync } from "node:zlib";
import { afterEach, describe, expect, it, vi } from "vitest";
import { type WebSocket as NodeSocket, WebSocketServer } from "ws";
import { frameFormat } from "../../../../server/im/protocol/frames.ts";
import { encodeMessages, encodeMsgData } from "../../../../server/im/protocol/messages.ts";
import { decode, decodeResponse, encodeRequest } from "../../../server/support/gob-client.ts";
import { BrowserSocket, CloseEventStub } from "../support/browser-socket.ts";

const PUSH = 2001;
const PULL = 1002;

const gob = frameFormat(null, null);
const frameOf = (request: number, data: Uint8Array, operationID = "7") =>
  gob.encode({ reqIdentifier: request, errCode: 0, errMsg: "", msgIncr: "", operationID, data });
const chat = (...msgs: Uint8Array[]) =>
  encodeMessages({ msgs: { si_alice_dave: { msgs } }, notificationMsgs: {} });
const text = (clientMsgID: string, content = '{"content":"Hi"}') =>
  encodeMsgData({
    ...{ sendID: "dave", recvID: "alice", clientMsgID, sessionType: 1, seq: 4, contentType: 101 },
    content: Buffer.from(content),
  });
const tooDeep = `${'{"a":'.repeat(3000)}1${"}".repeat(3000)}`;
const invitation = encodeMsgData({
  ...{ sendID: "dave", recvID: "alice", clientMsgID: "call", sessionType: 1, contentType: 110 },
  content: Buffer.from(JSON.stringify({ data: JSON.stringify({ customType: 200, data: {} }) })),
  options: { history: false },
});
const request = (reqIdentifier: number, size = 0) =>
  gzipSync(
    encodeRequest({
      ...{ reqIdentifier, sendID: "alice", operationID: "7", msgIncr: "a_1" },
      data: randomBytes(size),
    }),
  );

const cleanUps: (() => void)[] = [];

afterEach(() => {
  for (const cleanUp of cleanUps.splice(0)) cleanUp();
});

/** The worker's socket, the server's side of it, and what the worker and the SDK notice, in order. */
async function connect() {
  const raws: BrowserSocket[] = [];
  class Raw extends BrowserSocket {
    constructor(url: string, protocols?: string[]) {
      super(url, protocols);
      raws.push(this);
    }
  }
  vi.stubGlobal("self", { WebSocket: Raw });
  vi.stubGlobal("CloseEvent", CloseEventStub);
  vi.resetModules();
  const { guardSockets } = await import("../../../../src/adapters/openim/worker/frame-guard.ts");
  const log: string[] = [];
  const frames: unknown[] = [];
  guardSockets(
    ({ data }) => log.push(`signals: ${Array.isArray(data) && data.length}`),
    () => ({
      onSent: (head) => log.push(`sent ${head.request}`),
      onReceived: (head) => log.push(`received ${head.request}`),
      onClosed: () => log.push("closed"),
    }),
  );
  const server = new WebSocketServer({ port: 0, host: "127.0.0.1" });
  cleanUps.push(() => {
    for (const client of server.clients) client.terminate();
    server.close();
  });
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  const socket: WebSocket = new self.WebSocket(`ws://127.0.0.1:${port}`);
  socket.binaryType = "arraybuffer";
  socket.addEventListener("message", ({ data }) => {
    log.push("message");
    frames.push(data);
  });
  socket.addEventListener("close", ({ code }) => log.push(`close ${code}`));
  const [[peer]] = await Promise.all([once(server, "connection"), once(socket, "open")]);
  const told = (...expected: string[]) => vi.waitFor(() => expect(log).toEqual(expected));
  const raw = raws[0];
  if (!raw) throw new Error("no socket");
  return { socket, peer: peer as NodeSocket, raw, frames, log, told };
}

const unpacked = (frame: unknown) =>
  frame instanceof ArrayBuffer ? gunzipSync(new Uint8Array(frame)) : null;
const ids = (frame: unknown) =>
  Object.values(decode("Push", decodeResponse(unpacked(frame) ?? Buffer.alloc(0)).data).msgs)
    .flatMap(({ Msgs }) => Msgs)
    .map(({ clientMsgID }) => clientMsgID);

describe("a socket of the SDK's worker", () => {
  it("tells the call signals of a push before the SDK gets the rest of it", async () => {
    const { peer, frames, told } = await connect();
    peer.send(gzipSync(frameOf(PUSH, chat(invitation, text("t1")))));
    await told("signals: 1", `received ${PUSH}`, "message");
    expect(ids(frames[0])).toEqual(["t1"]);
  });

  it("passes on an answer without what would end the SDK", async () => {
    const { peer, frames, told } = await connect();
    peer.send(gzipSync(frameOf(PULL, chat(text("t1", tooDeep), text("t2")))));
    await told(`received ${PULL}`, "message");
    const blank = `{}${" ".repeat(tooDeep.length - 2)}`;
    expect(unpacked(frames[0])).toEqual(frameOf(PULL, chat(text("t1", blank), text("t2"))));
  });

  it("gives a push its missing operation id", async () => {
    const { peer, frames, told } = await connect();
    peer.send(gzipSync(frameOf(PUSH, chat(text("t1")), "")));
    await told(`received ${PUSH}`, "message");
    expect(unpacked(frames[0])).toEqual(frameOf(PUSH, chat(text("t1")), "push"));
  });

  it("passes on everything else as it came", async () => {
    const { peer, frames, told } = await connect();
    const packed = gzipSync(frameOf(PULL, chat(text("t1"))));
    const broken = packed.subarray(0, 40);
    for (const data of [packed, broken, Buffer.from([1, 2, 3]), gzipSync("no frame"), "pong"])
      peer.send(data);
    await told(`received ${PULL}`, "message", "message", "message", "message", "message");
    const [first, second, third, , last] = frames;
    for (const [got, sent] of [
      [first, packed],
      [second, broken],
      [third, [1, 2, 3]],
    ] as const)
      expect(got instanceof ArrayBuffer && [...new Uint8Array(got)]).toEqual([...sent]);
    expect(last).toBe("pong");
  });

  it("keeps the order of all frames and of the close, however long a frame takes", async () => {
    const { peer, frames, told } = await connect();
    const large = text("large", JSON.stringify({ content: randomBytes(400_000).toString("hex") }));
    peer.send(gzipSync(frameOf(PUSH, chat(large))));
    peer.send(gzipSync(frameOf(PUSH, chat(invitation, text("small")))));
    peer.close(4001);
    await told(
      ...[`received ${PUSH}`, "message", "signals: 1", `received ${PUSH}`, "message"],
      ...["closed", "close 4001"],
    );
    expect(frames.map(ids)).toEqual([["large"], ["small"]]);
  });

  it("sends what the SDK sends, and sees a request before its answer", async () => {
    const real = DecompressionStream;
    let unpack = () => {};
    const isHeld = new Promise<void>((resolve) => {
      unpack = resolve;
    });
    // The first frame, which is the request, takes longest.
    let isFirst = true;
    vi.stubGlobal("DecompressionStream", function Slow(format: CompressionFormat) {
      const stream = new real(format);
      if (!isFirst) return stream;
      isFirst = false;
      const late = new TransformStream({ transform: (chunk, out) => isHeld.then(() => out.enqueue(chunk)) });
      return { writable: stream.writable, readable: stream.readable.pipeThrough(late) };
    });
    const { socket, peer, raw, log, told } = await connect();
    const arrived: unknown[] = [];
    peer.on("message", (data) => {
      arrived.push(data);
      peer.send(gzipSync(frameOf(PULL, chat())));
    });
    const asked = request(PULL);
    socket.send(asked);
    await once(raw, "message");
    // The answer could be handled now.
    for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    expect(log).toEqual([]);
    unpack();
    await told(`sent ${PULL}`, `received ${PULL}`, "message");
    expect(arrived).toEqual([asked]);
  });

  it("sends what is no frame, and watches the frames after it", async () => {
    const { socket, peer, told } = await connect();
    const arrived: string[] = [];
    peer.on("message", (data) => arrived.push(String(data)));
    for (const data of ["ping", Uint8Array.of(1, 2, 3)]) socket.send(data);
    socket.send(request(PULL));
    await told(`sent ${PULL}`);
    await vi.waitFor(() => expect(arrived).toHaveLength(3));
    expect(arrived[0]).toBe("ping");
  });

  it("tells no call signal after the user has signed out", async () => {
    const { socket, peer, raw, log } = await connect();
    raw.once("message", () => socket.close(4003));
    peer.send(gzipSync(frameOf(PUSH, chat(invitation))));
    await vi.waitFor(() => expect(log).toContain("close 4003"));
    expect(log).not.toContain("signals: 1");
  });
});
