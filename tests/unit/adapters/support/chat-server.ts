import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";

/** A chat server that records its requests and sends the given answer. */
export interface ChatServer {
  origin: string;
  requests: { method: string; path: string; headers: IncomingHttpHeaders; body: unknown }[];
  answer: { status: number; body: string };
  close(): Promise<void>;
}

export async function startChatServer(): Promise<ChatServer> {
  const requests: ChatServer["requests"] = [];
  const http = createServer((request, response) => {
    let text = "";
    request.on("data", (chunk) => {
      text += chunk;
    });
    request.on("end", () => {
      const { method = "", url = "", headers } = request;
      requests.push({ method, path: url, headers, body: JSON.parse(text) });
      response.writeHead(server.answer.status, { "Content-Type": "application/json" });
      response.end(server.answer.body);
    });
  });
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  const { port } = http.address() as AddressInfo;
  const server: ChatServer = {
    origin: `http://127.0.0.1:${port}`,
    requests,
    answer: ok({}),
    close: () =>
      new Promise((resolve) => {
        http.closeAllConnections();
        http.close(() => resolve());
      }),
  };
  return server;
}

export const ok = (data: unknown) => ({
  status: 200,
  body: JSON.stringify({ errCode: 0, errMsg: "", data }),
});
export const refuse = (errCode: number) => ({
  status: 200,
  body: JSON.stringify({ errCode, errMsg: "raw server text", errDlt: "detail" }),
});
