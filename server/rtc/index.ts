import { createHmac } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import type { NetworkEmulator } from "../demo/network-emulator/emulator.ts";
import { warn } from "../log.ts";
import { createRoomService } from "./access/room-service.ts";
import { maxTokenLifetime, signMediaToken } from "./access/token.ts";
import type { Moderation, ModerationOutcome, RoomSummary } from "./messages.ts";
import type { RunningWorker } from "./thread/launch.ts";
import { answerUnavailable, refuseUpgrade, relayRequest, relayUpgrade } from "./thread/relay.ts";

/** An external LiveKit server, used instead of the embedded one. */
export interface LiveKitServer {
  /** ws: or wss: URL for clients. */
  url: string;
  apiKey: string;
  apiSecret: string;
}

export interface MediaOptions {
  /** UDP port for media. Default: any free port, kept over restarts. */
  port?: number;
  /**
   * Whether other machines may call too; read when the media server starts. Default: no, and packets from other
   * machines get no answer. This machine's own addresses are offered in any case.
   */
  isForNetwork?: () => boolean;
}

/** The simulated networks of the demo. Packets in the media server follow them too. */
type MediaNetworkEmulator = Pick<NetworkEmulator, "troubled" | "watch">;

export interface MediaToken {
  room: string;
  identity: string;
  name: string;
  /** Rights to withhold. Default: all are granted. */
  rights?: { canPublish?: boolean; canSubscribe?: boolean; canPublishData?: boolean };
  /** Seconds from now. Default and maximum: an hour. */
  lifetime?: number;
}

/**
 * Calls: tokens for media rooms, and the embedded LiveKit-compatible media server. It runs in its own thread and
 * starts when first needed.
 */
export interface Media {
  /** The external server; undefined for the embedded one, whose URL is the request's origin. */
  readonly url: string | undefined;
  /** Returns a LiveKit access token. Participants in a room get a fresh one from time to time. */
  token(token: MediaToken): Promise<string>;
  /** Starts the embedded media server before the first call. Never rejects: errors are logged. */
  warmUp(): Promise<void>;
  /** Answers /rtc/validate and /rtc/v1/validate and returns true; else returns false. */
  handle(request: IncomingMessage, response: ServerResponse): boolean;
  /** Takes the upgrade of /rtc and /rtc/v1 and returns true; else returns false. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): boolean;
  /**
   * Restarts the media server on the same UDP port. Clients reconnect by themselves; they get a request to do so unless
   * `abrupt`, which acts like a crash.
   */
  restart(options?: { abrupt?: boolean }): Promise<void>;
  /** The rooms and their participants. Empty when the embedded media server is not running. */
  rooms(): Promise<RoomSummary[]>;
  /** Whether a user may be in a room, of either server; true when that cannot be known. Never rejects. */
  mayRun(room: string): Promise<boolean>;
  /**
   * Mutes all sound of a member, or removes a member. Never rejects.
   * @returns `notFound` when the member is not in the room
   */
  moderate(moderation: Moderation): Promise<ModerationOutcome>;
  /** Load of the media thread (0 to 1, since its start) and its UDP port; undefined when not running. */
  stats(): { utilization: number; udpPort: number } | undefined;
  close(): Promise<void>;
}

const embeddedApiKey = "parley";
const goodbyeMs = 1000;
const hastyEndMs = 5000;

/** @param secret of the store; the key for media tokens is derived from it */
export function createMedia(deps: {
  secret: string;
  livekit?: LiveKitServer;
  options?: MediaOptions;
  networkEmulator?: MediaNetworkEmulator | undefined;
}): Media {
  const { livekit, options = {}, networkEmulator } = deps;
  const key = livekit ?? {
    apiKey: embeddedApiKey,
    apiSecret: createHmac("sha256", deps.secret).update("media tokens").digest("base64url"),
  };
  let udpPort = options.port ?? 0;
  let isClosed = false;
  let starting: Promise<RunningWorker> | undefined;
  let running: RunningWorker | undefined;

  const launch = async (): Promise<RunningWorker> => {
    const { launchWorker } = await import("./thread/launch.ts");
    const worker = await launchWorker({
      apiKey: key.apiKey,
      secret: key.apiSecret,
      udpPort,
      isForNetwork: options.isForNetwork?.() ?? false,
      hasNetworkEmulator: networkEmulator !== undefined,
    });
    udpPort = worker.udpPort;
    running = worker;
    for (const [userID, state] of networkEmulator?.troubled() ?? []) worker.tell({ userID, state });
    const startedAt = Date.now();
    worker.ended.then(() => {
      // It was ended on purpose.
      if (running !== worker || isClosed) return;
      warn("the media server ended unexpectedly and restarts");
      forget();
      // A worker that crashed right after its start is only restarted on demand.
      if (Date.now() - startedAt > hastyEndMs) void warmUp();
    });
    if (isClosed) await worker.terminate();
    return worker;
  };
  const forget = () => {
    running = undefined;
    starting = undefined;
  };
  const start = (): Promise<RunningWorker> => {
    if (isClosed || livekit !== undefined)
      return Promise.reject(new Error("there is no embedded media server"));
    starting ??= guard(launch());
    return starting;
  };
  const guard = (launched: Promise<RunningWorker>) =>
    launched.catch((error: unknown) => {
      forget();
      warn(`calls are not possible: ${error instanceof Error ? error.message : String(error)}`);
      throw error;
    });
  const warmUp = async () => {
    if (isClosed || livekit !== undefined) return;
    await start().catch(() => {});
  };
  /** Stops a worker. Its port is free afterwards. */
  const end = async (worker: RunningWorker) => {
    const goodbye = worker.ask({ question: "stop" }, "stopped").catch(() => {});
    await Promise.race([goodbye, new Promise((resolve) => setTimeout(resolve, goodbyeMs).unref())]);
    await worker.terminate();
  };

  networkEmulator?.watch((userID, state) => running?.tell({ userID, state }));

  return {
    url: livekit?.url,
    token: ({ room, identity, name, rights, lifetime = maxTokenLifetime }) => {
      void warmUp();
      const video = { room, canPublish: true, canSubscribe: true, canPublishData: true, ...rights };
      const secret = new TextEncoder().encode(key.apiSecret);
      return signMediaToken(
        { identity, name, video, lifetime: Math.min(lifetime, maxTokenLifetime) },
        { apiKey: key.apiKey, secret },
      );
    },
    warmUp,
    handle: (request, response) => {
      if (!/^\/rtc(\/v1)?\/validate$/.test(pathOf(request))) return false;
      start().then(
        ({ tcpPort }) => relayRequest(request, response, tcpPort),
        () => answerUnavailable(response),
      );
      return true;
    },
    upgrade: (request, socket, head) => {
      if (!/^\/rtc(\/v1)?$/.test(pathOf(request))) return false;
      socket.on("error", () => socket.destroy());
      start().then(
        ({ tcpPort }) => relayUpgrade(request, socket, head, tcpPort),
        () => refuseUpgrade(socket),
      );
      return true;
    },
    restart: async ({ abrupt = false } = {}) => {
      const worker = await start();
      if (abrupt) {
        await worker.terminate();
        await worker.ended;
      } else {
        // From here on, connections wait for the new worker.
        running = undefined;
        starting = guard(end(worker).then(launch));
      }
      await start();
    },
    rooms: async () =>
      running === undefined ? [] : (await running.ask({ question: "rooms" }, "rooms")).rooms,
    mayRun: async (room) => {
      if (livekit !== undefined) return createRoomService(livekit).mayRun(room);
      if (running === undefined) return false;
      return running.ask({ question: "rooms" }, "rooms").then(
        ({ rooms }) => rooms.some(({ name }) => name === room),
        () => true,
      );
    },
    moderate: async (moderation) => {
      if (livekit !== undefined) return createRoomService(livekit).moderate(moderation);
      if (running === undefined) return "notFound";
      const asked = running.ask({ question: "moderate", moderation }, "moderated");
      return asked.then(
        ({ wasFound }) => (wasFound ? "done" : "notFound"),
        () => "unreachable",
      );
    },
    stats: () => running && { utilization: running.utilization(), udpPort: running.udpPort },
    close: async () => {
      isClosed = true;
      const worker = running ?? (await starting?.catch(() => undefined));
      forget();
      if (worker !== undefined) await end(worker);
    },
  };
}

function pathOf(request: IncomingMessage): string {
  return (request.url ?? "").split("?", 1)[0] ?? "";
}
