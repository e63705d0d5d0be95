// Floods a local server and then exits: `node flood.mjs <port> <userID> <token> <seconds>`.
// It opens 5 000 connections, half of them silent and half with a bad token. It also sends gzip bombs as a signed-in
// user and oversized bodies.
import { connect } from "node:net";
import { gzipSync } from "node:zlib";
import { WebSocket } from "ws";

const [port, userID, token, seconds] = process.argv.slice(2);
const until = Date.now() + Number(seconds) * 1000;
const bomb = gzipSync(Buffer.alloc(500 * 1024 * 1024));
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const gateway = (secret) => {
  const query = `compression=gzip&isMsgResp=true&operationID=1&platformID=5&sendID=${userID}&token=${secret}`;
  const socket = new WebSocket(`ws://127.0.0.1:${port}/msg_gateway?${query}`);
  socket.on("error", () => {});
  return socket;
};

async function manyConnections() {
  for (let opened = 0; opened < 5000 && Date.now() < until; opened += 100) {
    for (let index = 0; index < 50; index += 1) {
      connect(Number(port), "127.0.0.1").on("error", () => {});
      gateway("none");
    }
    await pause(50);
  }
}

async function bombs() {
  while (Date.now() < until) {
    const socket = gateway(token);
    socket.on("message", () => {
      for (let sent = 0; sent < 5 && socket.readyState === socket.OPEN; sent += 1) socket.send(bomb);
    });
    await new Promise((resolve) => socket.on("close", resolve));
    await pause(5);
  }
}

async function oversizedBodies() {
  const head = "POST /chat/account/login HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999999\r\n\r\n";
  while (Date.now() < until) {
    const socket = connect(Number(port), "127.0.0.1").on("error", () => {});
    socket.write(head);
    for (let sent = 0; sent < 64; sent += 1) socket.write(Buffer.alloc(1024 * 1024));
    await new Promise((resolve) => socket.on("close", resolve));
  }
}

console.log("flooding");
await Promise.all([manyConnections(), bombs(), oversizedBodies()]);
await pause(Math.max(0, until - Date.now()));
process.exit(0);
