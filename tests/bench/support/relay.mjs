// A minimal message server: it forwards and acknowledges messages without checks or storage.
// A client connects with ?id=<its name> and sends JSON with `to` and `id`. The server prints its address.
import { WebSocketServer } from "ws";

const sockets = new Map();
const server = new WebSocketServer({ host: "127.0.0.1", port: 0, perMessageDeflate: false });
server.on("connection", (socket, request) => {
  sockets.set(new URL(request.url, "ws://relay").searchParams.get("id"), socket);
  socket.on("message", (data) => {
    const { to, id } = JSON.parse(data);
    sockets.get(to)?.send(data, { binary: false });
    socket.send(JSON.stringify({ ack: id }));
  });
});
server.on("listening", () => console.log(`ready at ws://127.0.0.1:${server.address().port}`));
process.on("SIGTERM", () => process.exit());
