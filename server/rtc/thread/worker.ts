import { parentPort, workerData } from "node:worker_threads";
import * as v from "valibot";
import { createNetworkEmulator } from "../../demo/network-emulator/emulator.ts";
import { renewToken } from "../access/access.ts";
import { type Ask, type FromWorker, settingsSchema, toWorkerSchema } from "../messages.ts";
import { createOwnAddresses } from "../network/addresses.ts";
import { emulated } from "../network/emulated.ts";
import { openMediaSocket } from "../network/socket.ts";
import { localFingerprint } from "../network/transport.ts";
import { createRooms } from "../rooms/rooms.ts";
import { createSignalling } from "./signalling.ts";

const reportEveryMs = 10_000;

/**
 * Runs the media server in its own thread: one UDP socket for media, and one loopback TCP port for signalling, which
 * the main thread relays.
 */
async function run(port: NonNullable<typeof parentPort>): Promise<void> {
  const settings = v.parse(settingsSchema, workerData);
  const say = (message: FromWorker) => port.postMessage(message);
  let reportedAt = Number.NEGATIVE_INFINITY;
  const report = (where: string, error: unknown) => {
    // Errors from every packet of one peer must not flood the terminal.
    if (performance.now() - reportedAt < reportEveryMs) return;
    reportedAt = performance.now();
    const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
    say({ kind: "trouble", text: `${where}: ${detail}` });
  };
  // A failure in one peer's DTLS or SCTP must not end other calls.
  process.on("unhandledRejection", (error) => report("in a peer's connection", error));
  process.on("uncaughtException", (error) => report("in a peer's connection", error));

  const own = createOwnAddresses();
  const socket = await openMediaSocket(settings.udpPort, settings.isForNetwork ? () => true : own.has);
  const endpoint = { addresses: own.all, port: socket.port, fingerprint: await localFingerprint() };
  const key = { apiKey: settings.apiKey, secret: new TextEncoder().encode(settings.secret) };
  const networkEmulator = settings.hasNetworkEmulator ? createNetworkEmulator() : undefined;
  const socketOf = (identity: string) =>
    networkEmulator === undefined ? socket : emulated(socket, () => networkEmulator.stateOf(identity));
  const rooms = createRooms({ socketOf, endpoint, renewToken: (grant) => renewToken(grant, key) });
  const { server, stopListening } = createSignalling({ rooms, key, report });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });

  const answer = async ({ id, about }: Ask): Promise<void> => {
    switch (about.question) {
      case "rooms":
        return say({ kind: "rooms", id, rooms: rooms.summary() });
      case "moderate":
        return say({ kind: "moderated", id, wasFound: rooms.moderate(about.moderation) });
      case "stop":
        // Stop listening first, so that no client reconnects to the ending server; then tell all to reconnect.
        stopListening();
        rooms.shutDown();
        await socket.close();
        return say({ kind: "stopped", id });
    }
  };
  port.on("message", (message: unknown) => {
    const said = v.parse(toWorkerSchema, message);
    if ("state" in said) networkEmulator?.set(said.userID, said.state);
    else answer(said).catch((error: unknown) => report("an answer failed", error));
  });

  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("not listening on a port");
  say({ kind: "ready", tcpPort: address.port, udpPort: socket.port });
}

if (parentPort !== null) {
  const port = parentPort;
  run(port).catch((error: unknown) => {
    const text = error instanceof Error ? error.message : String(error);
    port.postMessage({ kind: "failed", text } satisfies FromWorker);
    port.close();
  });
}
