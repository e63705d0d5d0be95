import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, vi } from "vitest";
import { createAccount } from "../../../../src/adapters/chat-server/account.ts";
import { createChatServer } from "../../../../src/adapters/chat-server/chat-server.ts";
import { createCredentials } from "../../../../src/adapters/storage/credentials.ts";
import { memoryStorage } from "./memory-storage.ts";

/** A chat server that records its requests and sends the given answer. */
export interface ChatServer {
  origin: string;
  requests: { method: string; path: string; headers: IncomingHttpHeaders; body: unknown }[];
  answer: { status: number; body: string };
  /** More headers of the answers. */
  headers: Record<string, string>;
  /** The log of the adapters. */
  lines: string[];
  close(): Promise<void>;
}

/** Starts a chat server for each test of the file. */
export function chatServerForEach(): ChatServer {
  const server: ChatServer = {
    origin: "",
    requests: [],
    answer: ok({}),
    headers: {},
    lines: [],
    close: async () => {},
  };
  beforeEach(async () => {
    Object.assign(server, { requests: [], answer: ok({}), headers: {}, lines: [] });
    vi.spyOn(console, "warn").mockImplementation((line: string) => void server.lines.push(line));
    const http = createServer((request, response) => {
      let text = "";
      request.on("data", (chunk) => {
        text += chunk;
      });
      request.on("end", () => {
        const { method = "", url = "", headers } = request;
        server.requests.push({ method, path: url, headers, body: JSON.parse(text) });
        response.writeHead(server.answer.status, { "Content-Type": "application/json", ...server.headers });
        response.end(server.answer.body);
      });
    });
    await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
    const { port } = http.address() as AddressInfo;
    server.origin = `http://127.0.0.1:${port}`;
    server.close = () =>
      new Promise((resolve) => {
        http.closeAllConnections();
        http.close(() => resolve());
      });
  });
  afterEach(() => server.close());
  return server;
}

/** The account of a signed-in user at the chat server. */
export function accountAt(server: ChatServer) {
  const stored = { IM_TOKEN: "i", IM_CHAT_TOKEN: "chat-1", IM_USERID: "u1" };
  const credentials = createCredentials(memoryStorage(stored), new EventTarget() as Window);
  return createAccount({ post: createChatServer(() => ({ chatUrl: `${server.origin}/chat` })), credentials });
}

export const ok = (data: unknown) => ({
  status: 200,
  body: JSON.stringify({ errCode: 0, errMsg: "", data }),
});
export const refuse = (errCode: number) => ({
  status: 200,
  body: JSON.stringify({ errCode, errMsg: "raw server text", errDlt: "detail" }),
});
